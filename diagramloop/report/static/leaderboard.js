// The ranked tables: by task, data and part of the items; any metric can rank, with its tests against the best.
"use strict";
{
  const { ask, asked, chosen: made, datum, definition, distinct, element, named, number, options, restore, tables } = diagramloop;
  const LEVEL = 0.05; // of the paired tests
  const KIND_OF_NOTE = /^([\w-]+):/;
  let boards = [];
  const place = board => `rank ${board.task} on ${board.data}`; // in the address: the metric that ranks a board

  const chosen = name => named(`board-${name}`).value;
  const wanted = board => (!chosen("task") || board.task === chosen("task")) && (!chosen("data") || board.data === chosen("data"));

  function show() {
    const shown = boards.filter(wanted).map(board => [board, board.parts.find(part => part.label === chosen("part"))]).filter(([, part]) => part);
    document.querySelector("#boards").replaceChildren(...shown.map(([board, part]) => table(board, part)));
    named("boards-shown").value = `${shown.length} of ${boards.length} tables`;
  }

  const whole = ([value, , , , , scored, items]) => value !== null && scored === items;

  // Systems by this metric, the best value first, those that lack it on some items or were not understood below. Controls, and what was
  // measured unlike most, stand where their value puts them. None of these has a place.
  function ranked(board, part, at) {
    const lower = board.lower.includes(board.metrics[at]);
    const value = ([, cells]) => (cells[at][0] === null ? Infinity : lower ? cells[at][0] : -cells[at][0]);
    const lack = ([name, cells]) => (cells[at][0] === null ? 2 : whole(cells[at]) && !board.void.includes(name) ? 0 : 1);
    const ordered = part.systems.map(system => [value(system), system, lack(system)]).sort(([a, , c], [b, , d]) => c - d || (a === b ? 0 : a - b));
    const ranks = ([, [name, cells], lacks]) => !lacks && !board.controls.includes(name) && cells[at][7];
    const placed = ordered.filter(ranks).map(([badness]) => badness);
    return ordered.map(made => ({ name: made[1][0], cells: made[1][1], control: board.controls.includes(made[1][0]), place: ranks(made) ? placed.indexOf(made[0]) + 1 : 0 }));
  }

  // By system, what a paired test says of it and the best of those that have a place.
  function against(board, systems, metric) {
    const tests = board.tests.filter(([name]) => name === metric);
    const best = systems.find(({ place }) => place)?.name;
    const told = new Map([[best, "best"]]);
    const most = Math.max(...tests.map(test => test[5]));
    for (const [, first, second, difference, p, items] of tests) {
      if (first !== best && second !== best) continue;
      const [other, by] = first === best ? [second, -difference] : [first, difference];
      told.set(other, `${by < 0 ? "−" : "+"}${Math.abs(by).toFixed(3)}, p ${p < 0.001 ? "< 0.001" : p.toFixed(3)}${p < LEVEL ? "" : ": no difference shown"}${items < most ? `, on the ${items} items that both have` : ""}`);
    }
    return told;
  }

  function header(board, at, by) {
    const metric = board.metrics[at], on = at === by;
    const direction = board.lower.includes(metric) ? "ascending" : "descending";
    const button = element("button", { type: "button", textContent: metric, onclick: () => { ask([[place(board), at ? metric : ""]]); refocus(board, metric); } });
    button.title = `rank by ${metric}${board.lower.includes(metric) ? " (less is better)" : ""}`;
    return element("th", { scope: "col", "aria-sort": on ? direction : "none", className: on ? "headline" : "" }, button, ...definition(metric));
  }

  function refocus(board, metric) {
    show();
    const at = boards.filter(wanted).indexOf(board);
    const buttons = document.querySelectorAll("#boards table")[at]?.querySelectorAll("thead button") ?? [];
    [...buttons].find(button => button.textContent === metric)?.focus();
  }

  function cell([value, low, high, n, reason, scored, all], best, items) {
    if (value === null) return element("td", { className: "absent", textContent: "–", title: reason || "no reason given" });
    const interval = low === null || high === null ? [] : [element("small", { textContent: `[${number(low)}, ${number(high)}]` })];
    const some = scored < all ? [element("small", { textContent: ` ${scored} of ${all}` })] : [];
    return element("td", { className: best ? "best" : "", title: some.length ? reason : `${n} ${items}` }, number(value), ...interval, ...some);
  }

  // Behind a system's name: that it is a control, and of each note on its rows the word before the colon, if it has one.
  function marks(board, name, control) {
    const notes = Object.entries(board.notes).filter(([, systems]) => systems.includes(name));
    const marked = [...(control ? [["control", ""]] : []), ...notes.map(([note]) => [note.match(KIND_OF_NOTE)?.[1] ?? "note", note])];
    return marked.flatMap(([textContent, title]) => [" ", element("small", { textContent, title })]);
  }

  // Every value of a part, a row for each system and metric.
  const values = (board, part) => part.systems.flatMap(([system, cells]) => cells.map(([value, low, high, n, reason, scored, items], at) =>
    new Map(Object.entries({ task: board.task, data: board.data, part: part.label, system, metric: board.metrics[at], value, low, high, n, scored, items, reason, control: board.controls.includes(system) }))));

  // What papers print of the same items: below ours, grey, and never ranked.
  const published = (board, shown, beside) => board.published.map(([name, source, cells]) => element("tr", { className: "published" },
    element("td", { textContent: "–" }), element("th", { scope: "row", textContent: name }, " ", element("small", { textContent: source })),
    ...shown.flatMap((_, at) => beside(at, element("td", { textContent: cells[at] === null ? "–" : number(cells[at]) }), "td", "published"))));

  function table(board, part) {
    const shown = board.metrics.slice(0, named("all-metrics").checked ? undefined : board.shown);
    const metric = shown.includes(asked().get(place(board))) ? asked().get(place(board)) : shown[0], by = shown.indexOf(metric);
    const systems = ranked(board, part, by), entire = part === board.parts[0];
    const told = entire ? against(board, systems, metric) : new Map();
    const best = shown.map((_, at) => ranked(board, part, at).find(({ place }) => place)?.cells[at][0]);
    // The tests are of the metric that ranks, and stand beside it.
    const beside = (at, made, tag, textContent) => (entire && at === by ? [made, element(tag, { className: "against", textContent, ...(tag === "th" ? { scope: "col" } : {}) })] : [made]);
    const rows = systems.map(({ name, cells, control, place }) => element("tr", { className: control ? "control" : "" },
      element("td", { textContent: place || "–" }), element("th", { scope: "row", textContent: name }, ...marks(board, name, control)),
      ...shown.flatMap((_, at) => beside(at, cell(cells[at], !control && whole(cells[at]) && cells[at][7] && cells[at][0] === best[at], board.items),
        "td", told.get(name) ?? "–"))));
    const caption = `${board.task} on ${board.data}${entire ? "" : `, ${part.label}`}, ranked by ${metric}`;
    return element("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: caption },
      tables.offer(element("table", {}, element("caption", {}, element("span", { textContent: caption })),
        element("thead", {}, element("tr", {}, element("th", { scope: "col", textContent: "#" }), element("th", { scope: "col", textContent: "System" }),
          ...shown.flatMap((_, at) => beside(at, header(board, at, by), "th", "against the best")))),
        element("tbody", {}, ...rows, ...(entire ? published(board, shown, beside) : []))), () => values(board, part)),
      ...(board.ranking_note ? [element("p", { textContent: board.ranking_note })] : []),
      ...Object.entries({ ...board.unlike, ...board.answers }).map(([name, why]) => element("p", { className: "notes", textContent: `${name}: ${why}` })),
      ...Object.entries(board.notes).map(([note, systems]) => element("p", { className: "notes", textContent: `${systems.join(", ")}: ${note}` })),
      ...Object.entries(board.measured_by).map(([by, metrics]) => element("p", { className: "notes", textContent: `measured by ${by}: ${metrics.join(", ")}` })),
      ...(entire ? [...board.worth, ...board.refused] : []).map(textContent => element("p", { className: "notes", textContent })));
  }

  // What stands in the address; data are offered of the chosen task, parts of the chosen boards.
  function filter() {
    const form = document.querySelector("#board-filters");
    restore(form);
    options(named("board-data"), distinct(boards.filter(board => !chosen("task") || board.task === chosen("task")).map(board => board.data)), "any", asked().get("board-data") ?? "");
    options(named("board-part"), [...new Set(boards.filter(wanted).flatMap(board => board.parts.map(part => part.label)))], null, asked().get("board-part") ?? "");
    show();
  }

  datum("boards").then(received => {
    boards = received;
    options(named("board-task"), distinct(boards.map(board => board.task)), "any");
    filter();
    const form = document.querySelector("#board-filters");
    form.addEventListener("input", () => { ask(made(form)); filter(); ask(made(form)); });
    addEventListener("hashchange", filter);
  });
}
