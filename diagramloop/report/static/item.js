// One item: the picture with the verdicts drawn over it, and another system's, or the gold, beside or under a wipe.
"use strict";
{
  const { STATUSES, ask, asked, definition, element, named, number, overlay, shape, tables } = diagramloop;
  const TALL = 0.8; // width by height: below, a picture fills the page and not only the window
  const SLIDER = "Where one picture ends and the other begins";
  const place = selector => document.querySelector(selector);

  // ---- what can be looked at: the system's own panel (its last), its other panels, other systems' own

  const own = sample => sample.panels.at(-1);
  const BARE = "@picture", NOTHING = "@nothing";

  function besides(samples, left) {
    const panels = left.panels.slice(0, -1).map(panel => [`@${panel.caption}`, panel.caption]);
    const others = samples.filter(sample => sample !== left).map(sample => [sample.system, sample.system]);
    const bare = left.panels.some(panel => panel.picture) ? [[BARE, "the picture alone"]] : [];
    return [...panels, ...others, ...bare, [NOTHING, "nothing"]];
  }

  function panelBeside(samples, left, chosen) {
    if (chosen === BARE) return { ...(own(left)?.picture ? own(left) : left.panels.find(panel => panel.picture)), marks: [], caption: "the picture alone" };
    if (chosen.startsWith("@")) return left.panels.find(panel => `@${panel.caption}` === chosen);
    const other = samples.find(sample => sample.system === chosen);
    return other && own(other);
  }

  // ---- drawing

  function layer(panel, name) {
    const made = element("div", { className: "layer" });
    if (!panel?.picture) {
      made.append(element("p", { className: "absent", textContent: `${panel?.caption ?? "nothing"}: ${panel?.absent ?? "no picture"}` }));
      return made;
    }
    const counts = STATUSES.map(status => [panel.marks.filter(mark => mark[1] === status).length, status]);
    const told = counts.filter(([count]) => count).map(([count, status]) => `${count} ${status}`).join(", ");
    const marks = overlay(panel.width, panel.height, { role: "img", "aria-label": `${panel.caption}: ${told || "no marks"}` });
    for (const [tag, status, points, title] of panel.marks) marks.append(shape(tag, points, `${status}: ${title}`, { class: status }));
    made.append(element("img", { src: panel.picture, alt: `${panel.caption} of ${name}`, decoding: "async" }), marks);
    made.dataset.caption = panel.caption;
    return made;
  }

  // As wide as the larger and as tall as the taller of the pictures.
  function sheet(panels, ...layers) {
    const made = element("div", { className: "sheet" }, ...layers), seen = panels.filter(panel => panel.picture);
    made.style.setProperty("--ratio", Math.min(...seen.map(({ width, height }) => width / height), seen.length ? Infinity : 3));
    made.style.setProperty("--natural", `${Math.max(...seen.map(({ width }) => width), seen.length ? 0 : 600)}px`);
    return made;
  }

  // Moves the edge between two layers to `at` percent.
  function wipe(stage, range, at, names) {
    stage.style.setProperty("--at", `${at}%`);
    range.value = at;
    range.setAttribute("aria-valuetext", `${at} % ${names[0]}, ${100 - at} % ${names[1]}`);
  }

  function wiped(left, right, name) {
    const names = [left.caption, right.caption];
    const handle = element("div", { className: "handle", ariaHidden: "true" });
    const under = layer(right, name), over = layer(left, name);
    over.classList.add("over");
    const spots = left.picture === right.picture ? [overlay(left.width, left.height, { class: "spots", "aria-hidden": "true" })] : [];
    const made = sheet([left, right], under, over, ...spots, handle);
    const range = element("input", { type: "range", min: 0, max: 100, name: "wipe", ariaLabel: SLIDER });
    const control = element("label", { className: "wipe" }, element("span", { textContent: left.caption }), range, element("span", { textContent: right.caption }));
    range.addEventListener("input", () => wipe(made, range, Number(range.value), names));
    handle.addEventListener("pointerdown", event => { event.preventDefault(); handle.setPointerCapture(event.pointerId); });
    handle.addEventListener("pointermove", event => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const box = made.getBoundingClientRect();
      wipe(made, range, Math.round(Math.min(Math.max((100 * (event.clientX - box.x)) / box.width, 0), 100)), names);
    });
    wipe(made, range, 50, names);
    return [control, element("div", { className: "frame", tabIndex: 0, role: "region", ariaLabel: "Pictures, one over the other" }, made)];
  }

  // What was chosen, else one over the other where both lie on one picture.
  const layout = (left, right) => asked().get("layout") ?? (left?.picture === right?.picture ? "wipe" : "beside");

  const framed = (panel, name) => element("figure", {}, element("figcaption", { textContent: panel.caption }),
    element("div", { className: "frame", tabIndex: 0, role: "region", ariaLabel: panel.caption }, sheet([panel], layer(panel, name))));

  function stage(left, right, name) {
    const panels = [left, right].filter(Boolean);
    if (!panels.some(panel => panel.picture)) return panels.filter(panel => panel.absent).map(panel => element("p", { className: "absent", textContent: `${panel.caption}: ${panel.absent}` }));
    if (panels.length === 2 && layout(left, right) === "wipe" && panels.every(panel => panel.picture)) return wiped(left, right, name);
    return [element("div", { className: "beside" }, ...panels.map(panel => framed(panel, name)))];
  }

  // ---- texts; a spot shows on the pictures what its row is about while it is focused or under the pointer

  function spot(text, find) {
    const button = element("button", { type: "button", className: "spot", textContent: text });
    const light = on => {
      for (const mark of place("#stage").querySelectorAll(".current")) mark.remove();
      if (on) for (const svg of place("#stage").querySelectorAll(".layer svg")) (place("#stage .spots") ?? svg).append(...find(svg));
    };
    for (const [event, on] of [["focus", true], ["pointerenter", true], ["blur", false], ["pointerleave", false]]) button.addEventListener(event, () => light(on));
    return button;
  }

  const copies = (svg, title) => [...svg.children].filter(mark => mark.querySelector("title")?.textContent === title)
    .map(mark => shape(mark.tagName, mark.getAttribute("points"), title, { class: "current" }));

  // What is drawn nowhere has nothing to show.
  function fault([status, title]) {
    const find = svg => copies(svg, `${status}: ${title}`);
    const drawn = [...place("#stage").querySelectorAll(".layer svg")].some(svg => find(svg).length);
    return element("li", {}, element("span", { className: `key ${status}`, textContent: status }), " ", drawn ? spot(title, find) : element("span", { textContent: title }));
  }

  const at = outlines => () => outlines.split(";").map(points => shape("polygon", points, "here", { class: "current" }));

  function table({ caption, header, rows, spots }, system) {
    const cells = (row, points) => row.map((text, column) => points && column === row.length - 1
      ? element("td", {}, spot(text || "show", at(points))) : element("td", { textContent: text }));
    return element("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: `${caption}: ${system}` },
      tables.offer(element("table", { className: "texts" }, element("caption", { textContent: caption }),
        element("thead", {}, element("tr", {}, ...header.map(name => element("th", { scope: "col", textContent: name })))),
        element("tbody", {}, ...rows.map((row, place) => element("tr", {}, ...cells(row, spots[place])))))));
  }

  const passages = found => element("dl", { className: "passages" }, ...found.flatMap(([heading, text]) => [element("dt", { textContent: heading }), element("dd", {}, element("div", { tabIndex: 0, role: "region", ariaLabel: heading, textContent: text }))]));

  function column(sample, shared) {
    const said = sample.passages.filter(passage => !shared.includes(JSON.stringify(passage)));
    const faults = sample.faults.length ? [element("h4", { textContent: `Not right: ${sample.faults.length}` }), element("ul", { className: "faults" }, ...sample.faults.map(fault))] : [element("p", { className: "soft", textContent: sample.reason ? "" : "Everything is right." })];
    return element("section", { ariaLabel: sample.system }, element("h3", { textContent: sample.system }),
      ...(sample.reason ? [element("p", { className: "absent", textContent: sample.reason })] : []),
      ...(said.length ? [passages(said)] : []), ...sample.tables.map(shown => table(shown, sample.system)), ...faults);
  }

  function columns(left, other) {
    const both = other ? left.passages.map(passage => JSON.stringify(passage)).filter(passage => other.passages.some(also => JSON.stringify(also) === passage)) : [];
    place("#shared").replaceChildren(...(both.length ? [passages(both.map(passage => JSON.parse(passage)))] : []));
    place("#columns").replaceChildren(...[left, other].filter(Boolean).map(sample => column(sample, both)));
  }

  // All scores of the systems that are looked at, none that neither has.
  function scores(metrics, seen) {
    const known = metrics.map((metric, at) => [metric, seen.map(sample => sample.scores[at])]).filter(([, values]) => values.some(value => value !== null));
    if (!known.length) return [];
    const heads = ["metric", ...seen.map(sample => sample.system)].map(textContent => element("th", { scope: "col", textContent }));
    const rows = known.map(([metric, values]) => element("tr", {}, element("th", { scope: "row" }, metric, ...definition(metric)), ...values.map(value => element("td", { textContent: number(value) }))));
    const made = element("table", { className: "scores" }, element("caption", { textContent: "Scores of this item" }), element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
    return [element("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: "Scores of this item" }, tables.offer(made))];
  }

  // ---- the whole: what is chosen of the item's samples

  function choices(select, pairs, chosen) {
    select.replaceChildren(...pairs.map(([value, text]) => element("option", { value, textContent: text })));
    select.value = pairs.some(([value]) => value === chosen) ? chosen : pairs[0][0];
    return select.value;
  }

  function show(item, samples, metrics, system, beside) {
    choices(named("left"), samples.map(sample => [sample.system, sample.system]), system);
    const left = samples.find(sample => sample.system === named("left").value);
    const chosen = choices(named("right"), besides(samples, left), beside);
    const right = chosen === NOTHING ? null : panelBeside(samples, left, chosen);
    const panels = [own(left), right].filter(panel => panel?.picture), other = samples.find(sample => sample !== left && sample.system === chosen);
    place("#stage").classList.toggle("tall", panels.some(({ width, height }) => width / height < TALL));
    place("#stage").replaceChildren(...stage(own(left) ?? null, right ?? null, item.name));
    named("layout").form.elements.layout.value = layout(own(left), right);
    columns(left, other);
    place("#scores").replaceChildren(...scores(metrics, [left, other].filter(Boolean)));
    for (const control of document.querySelectorAll(".pictured")) control.hidden = !place("#stage .sheet");
    for (const status of STATUSES) hide(status);
  }

  const hide = status => place("#stage").classList.toggle(`no-${status}`, !named(status).checked);

  for (const status of STATUSES) named(status).addEventListener("change", () => hide(status));
  for (const radio of document.querySelectorAll("[name=layout]")) radio.addEventListener("change", () => ask([["layout", radio.value]]));
  named("large").addEventListener("change", event => place("#stage").classList.toggle("large", event.target.checked));

  diagramloop.item = { show };
}
