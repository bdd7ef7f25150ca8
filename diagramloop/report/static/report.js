// Which part of the report is shown: the overview, or the item that the address names.
"use strict";
{
  const { address, ask, asked, datum, element, items, item, load, named, number, parts } = diagramloop;
  const place = selector => document.querySelector(selector);
  const title = document.body.dataset.title;
  let current = null;

  function overview() {
    place("#overview").hidden = false;
    place("#item").hidden = true;
    current = null;
    document.title = title;
    const target = location.hash.length > 1 && document.getElementById(parts()[0]);
    if (target && target.tabIndex === -1) { target.scrollIntoView(); target.focus({ preventScroll: true }); }
  }

  function told(text) { place("#told").textContent = text; }

  async function open(task, data, name, system, beside) {
    await datum("items");
    const found = items.find(task, data, name);
    if (!found) { told(`There is no item ${name} of ${task} on ${data}.`); overview(); return; }
    const samples = items.whole(await load(found.file, `items/${found.file}.js`));
    const fresh = found !== current;
    current = found;
    place("#overview").hidden = true;
    place("#item").hidden = false;
    place("#item-name").textContent = name;
    place("#item-about").textContent = items.about(found);
    document.title = `${name} · ${title}`;
    item.show(found, samples, system, beside);
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
    named(button).addEventListener("click", () => {
      const next = items.neighbour(current, by);
      if (next) go(next.item.task, next.item.data, next.item.name, next.system);
    });
  // On paper nothing can be opened: everything is.
  let closed = [];
  addEventListener("beforeprint", () => { closed = [...document.querySelectorAll("details:not([open])")]; for (const one of closed) one.open = true; });
  addEventListener("afterprint", () => { for (const one of closed) one.open = false; });
  addEventListener("hashchange", route);
  route();
}
