// The list of items: filtered by what they are and who was measured on them, some rows at a time.
"use strict";
{
  const { STATUSES, address, ask, asked, chosen, datum, distinct, element, named, number, options, restore } = diagramloop;
  const ROWS = 60; // that are added at once
  const FIXED = new Map([["task", item => [item.task]], ["data", item => [item.data]], ["system", item => item.samples.map(([system]) => system)]]);
  let items = [], shown = [], limit = ROWS, byName = false, before = "";
  const form = document.querySelector("#item-filters");

  const facet = (item, axis) => item.facets.filter(([name]) => name === axis).map(([, value]) => value);
  const values = (item, axis) => (FIXED.get(axis) ?? (() => facet(item, axis)))(item);
  const selects = () => [...document.querySelectorAll("#facets select")];
  // Controls are shown last, and decide neither how bad an item is nor whether it has faults, unless they are alone.
  const control = sample => sample[5];
  const deciding = samples => (samples.every(control) ? samples : samples.filter(sample => !control(sample)));

  // An item's samples that are wanted; none if the item is not.
  function wanted(item) {
    const text = named("called").value.trim().toLowerCase();
    if (!item.name.toLowerCase().includes(text)) return [];
    if (!selects().every(({ name, value }) => !value || values(item, name.slice("facet-".length)).includes(value))) return [];
    const system = named("facet-system")?.value;
    const samples = system ? item.samples.filter(([name]) => name === system) : item.samples;
    return !named("faulty").checked || deciding(samples).some(([, , , faulty]) => faulty) ? samples : [];
  }

  function chip(item, sample) {
    const [system, score, headline, , tally] = sample;
    const told = STATUSES.map((status, at) => [tally[at], status]).filter(([count]) => count).map(([count, status]) => `${count} ${status}`).join(", ");
    const link = element("a", { className: control(sample) ? "chip control" : "chip", href: address(item.task, item.data, item.name, system), title: `${headline}${told ? `: ${told}` : ""}` });
    link.append(element("span", { textContent: system }), " ", element("b", { textContent: number(score) }));
    return link;
  }

  const about = item => [item.task, item.data, ...item.facets.map(([axis, value]) => `${axis} ${value}`.replaceAll("_", " "))].join(" · ");

  function row([item, samples]) {
    const ordered = samples.toSorted((a, b) => control(a) - control(b) || (a[1] ?? -1) - (b[1] ?? -1));
    const chips = element("div", { className: "chips" }, ...ordered.map(sample => chip(item, sample)));
    return element("tr", {}, element("th", { scope: "row", textContent: item.name }), element("td", { textContent: about(item) }), element("td", {}, chips));
  }

  function show() {
    before = String(asked());
    const mean = samples => deciding(samples).reduce((sum, [, score]) => sum + (score ?? -1), 0) / deciding(samples).length;
    shown = items.map(item => [item, wanted(item)]).filter(([, samples]) => samples.length);
    if (byName) shown.sort(([a], [b]) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    else shown.sort(([, a], [, b]) => mean(a) - mean(b));
    document.querySelector("#list").replaceChildren(...shown.slice(0, limit).map(row));
    named("more").hidden = shown.length <= limit;
    named("items-shown").value = `${shown.length} of ${items.length} items`;
    for (const [name, on] of [["by-name", byName], ["by-score", !byName]]) named(name).closest("th").ariaSort = on ? "ascending" : "none";
  }

  function anew() {
    limit = ROWS;
    byName = asked().get("by") === "name";
    restore(form);
    show();
  }

  function order(by) {
    ask([["by", by]]);
    anew();
  }

  function select(axis) {
    const made = element("select", { name: `facet-${axis}` });
    options(made, distinct(items.flatMap(item => values(item, axis))), "any");
    return element("label", {}, `${axis[0].toUpperCase()}${axis.slice(1).replaceAll("_", " ")} `, made);
  }

  const find = (task, data, name) => items.find(item => item.task === task && item.data === data && item.name === name);

  // The samples of an item with the shapes of their marks, and what their faults are on.
  const whole = ({ shapes, samples, scores }) => samples.map((sample, place) => ({ ...sample, scores: scores[place],
    panels: sample.panels.map(panel => (panel.marks ? { ...panel, marks: panel.marks.map(([status, at]) => [shapes[at][0], status, shapes[at][1], shapes[at][2]]) } : panel)),
    faults: sample.faults.map(([status, at]) => [status, shapes[at][2]]),
  }));

  // The item before or after one in the list as it is shown, with the systems that the list has of it.
  function neighbour(item, by) {
    const at = shown.findIndex(([other]) => other === item);
    const [other, samples] = shown[at + by] ?? [];
    return other && at >= 0 ? { item: other, systems: samples.map(([system]) => system) } : null;
  }

  datum("items").then(received => {
    items = received;
    const axes = distinct(items.flatMap(item => item.facets.map(([axis]) => axis)));
    document.querySelector("#facets").replaceChildren(...[...FIXED.keys(), ...axes].map(select));
    form.addEventListener("input", () => { ask(chosen(form)); anew(); });
    named("by-name").addEventListener("click", () => order("name"));
    named("by-score").addEventListener("click", () => order(""));
    addEventListener("hashchange", () => { if (String(asked()) !== before) anew(); });
    named("more").addEventListener("click", () => { const first = limit; limit += ROWS; show(); document.querySelectorAll("#list a")[first]?.focus(); });
    anew();
  });
  for (const each of document.querySelectorAll("form")) each.addEventListener("submit", event => event.preventDefault());

  diagramloop.items = { about, find, neighbour, whole };
}
