// Which part of the report is shown: the overview, or the item that the address names.
"use strict";
{
  const { address, datum, element, items, item, load, named, number, parts } = diagramloop;
  const place = selector => document.querySelector(selector);
  const title = document.body.dataset.title;
  let current = null;

  function overview() {
    place("#overview").hidden = false;
    place("#item").hidden = true;
    current = null;
    document.title = title;
    const [section, metric] = parts();
    const defined = section === "metrics" && metric !== undefined && document.querySelector(`[data-metric="${CSS.escape(metric)}"]`);
    if (defined) { defined.open = true; defined.querySelector("summary").focus({ preventScroll: true }); defined.scrollIntoView(); return; }
    const target = location.hash.length > 1 && document.getElementById(section);
    if (target && target.tabIndex === -1) { target.scrollIntoView(); target.focus({ preventScroll: true }); }
  }

  function told(text) { place("#told").textContent = text; }

  async function open(task, data, name, system, beside) {
    await datum("items");
    const found = items.find(task, data, name);
    if (!found) { told(`There is no item ${name} of ${task} on ${data}.`); overview(); return; }
    const loaded = await load(found.file, `items/${found.file}.js`), samples = items.whole(loaded);
    const fresh = found !== current;
    current = found;
    place("#overview").hidden = true;
    place("#item").hidden = false;
    place("#item-name").textContent = name;
    place("#item-about").textContent = items.about(found);
    document.title = `${name} · ${title}`;
    item.show(found, samples, loaded.metrics, system, beside);
    scores(found);
    for (const [button, by] of [["previous", -1], ["next", 1]]) named(button).disabled = !items.neighbour(found, by);
    if (fresh) { scrollTo(0, 0); place("#item-name").focus({ preventScroll: true }); }
    told("");
  }

  // The score beside each system's heading.
  function scores(found) {
    for (const heading of document.querySelectorAll("#columns h3")) {
      const [, score, headline] = found.samples.find(([system]) => system === heading.textContent);
      heading.append(element("small", { textContent: ` ${headline} ${number(score)}` }));
    }
  }

  function route() {
    const [task, data, name, system = "", beside = ""] = parts();
    if (name === undefined) { told(""); overview(); }
    else open(task, data, name, system, beside).catch(error => told(error.message));
  }

  function go(...path) { location.hash = address(...path); }
  const here = () => [current.task, current.data, current.name];

  named("left").addEventListener("change", event => go(...here(), event.target.value, named("right").value));
  named("right").addEventListener("change", event => go(...here(), named("left").value, event.target.value));
  for (const radio of document.querySelectorAll("[name=layout]")) radio.addEventListener("change", route);
  for (const [button, by] of [["previous", -1], ["next", 1]])
    named(button).addEventListener("click", () => turn(by));

  // To the item before or after: the systems that are looked at stay, and so does their place beside each other.
  function turn(by) {
    const next = items.neighbour(current, by);
    if (!next) return;
    const left = next.systems.includes(named("left").value) ? named("left").value : next.systems[0];
    go(next.item.task, next.item.data, next.item.name, left, named("right").value);
  }

  // Arrow keys turn, but where they already do something: in fields, and in what can be scrolled aside.
  addEventListener("keydown", event => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || !current || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const taken = event.target.closest?.("input,select,textarea,[role=region]");
    if (taken && (taken.role !== "region" || taken.scrollWidth > taken.clientWidth)) return;
    event.preventDefault();
    turn(by);
  });
  // On paper nothing can be opened: everything is.
  let closed = [];
  addEventListener("beforeprint", () => { closed = [...document.querySelectorAll("details:not([open])")]; for (const one of closed) one.open = true; });
  addEventListener("afterprint", () => { for (const one of closed) one.open = false; });
  addEventListener("hashchange", route);
  route();
}
