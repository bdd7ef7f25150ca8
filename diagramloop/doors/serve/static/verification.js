import { Chart, Refusal, doubtfulFirst, element, get, least, named, post, sure } from "/static/page.js";
import { GraphCanvas } from "/static/graph_canvas.js";
import { Selection } from "/static/selection.js";

const AGAIN = 1000; // ms between tries to reach the server
const HINTS = {
  select: "Select what the figure does not support, then exclude it.",
  link: "Choose the node where the missing arrow begins, then the one where it ends.",
  add: "Draw a box on the graph where the missing node lies, or give its edges in pixels; then its text.",
};

let annotator = "", figures = [], graph = null, chart = null, canvas = null, current = null;
let endBox = null, wanted = 0;
let queue = Promise.resolve(); // of edits: one begins when the one before is answered

const place = selector => document.querySelector(selector);
const mode = () => document.querySelector("[name=mode]:checked").value;

const selection = new Selection({ mode, edit, say, mark });

function say(text, warn = false) {
  named("state").value = text;
  named("state").classList.toggle("warn", warn);
}

// ---- edits: the server takes one before it is shown, so that what is shown is saved

function edit(action, given = {}) {
  const figure = current;
  queue = queue.then(() => (figure === current ? send(action, given) : null));
  return queue;
}

async function send(action, given) {
  say("saving");
  const figure = current;
  try {
    const shown = await post("/api/edit", { annotator, figure, edit: { action, ...given }, seen: graph.seen });
    if (figure !== current) return;
    show(shown);
    say("saved");
    if (action === "finish" || action === "reopen") await list();
    if (action === "finish") await showTable();
  } catch (error) {
    if (error instanceof Refusal) await showAnew(figure);
    say(`not saved: ${error.message}`, true);
  }
}

// What the server has may be another than is shown: the figure was edited on another page, or what follows an edit failed.
async function showAnew(figure) {
  const shown = await get("/api/figure", { id: figure, annotator }).catch(() => null);
  if (shown && figure === current) show(shown);
}

// ---- showing

// The graph and the list are drawn anew after every edit: who was at an element in one of them stays there.
function held() {
  const at = document.activeElement?.closest?.("#graph [data-name], #elements [data-name]");
  if (!at) return () => {};
  const list = at.closest("#elements"), { name } = at.dataset, button = document.activeElement.matches("button");
  return () => {
    const again = (list ?? place("#graph")).querySelector(`[data-name="${CSS.escape(name)}"]`);
    const focused = list ? again?.querySelector(button ? "button" : "input") : again;
    (focused?.matches(":enabled, [tabindex]") ? focused : named("exclude")).focus();
  };
}

function show(shown) {
  const back = held();
  graph = shown;
  const open = name => graph[`${name.split(" ")[0]}s`].find(({ id }) => `${name.split(" ")[0]} ${id}` === name)?.included;
  selection.keep(open);
  canvas = new GraphCanvas(place("#graph"), graph, { pick: selection.pick, point });
  endBox = null;
  boxing();
  elements();
  place("#log").replaceChildren(...graph.log.map(({ text }) => element("li", { textContent: text })));
  place("#log").scrollTop = place("#log").scrollHeight;
  named("undo").disabled = !graph.can_undo;
  named("redo").disabled = !graph.can_redo;
  named("finish").textContent = graph.finished ? "Reopen" : "Finish";
  for (const name of ["exclude", "clear"]) named(name).disabled = graph.finished;
  mark();
  back();
}

function mark() {
  canvas.mark(selection.names, selection.from);
  for (const box of place("#elements").querySelectorAll("input")) box.checked = selection.names.has(box.value);
  place("#hint").textContent = graph.finished ? "Finished: reopen it to go on." : selection.from === null ? HINTS[mode()] : "Now the node where it ends.";
}

// What is pointed at in the graph is lit on the figure: a node, or an edge's two ends in order.
function point(kind, shown) {
  const ends = shown ? (kind === "node" ? [shown.id] : [shown.source, shown.target]) : [];
  chart.light(ends.filter(id => chart.nodes.has(id)));
}

function coloured(shown) {
  const parts = sure(shown);
  for (const part of parts) part.style.setProperty("--sure", Math.min(1, least(shown)));
  return parts;
}

function row(kind, shown) {
  const name = `${kind} ${shown.id}`, alone = kind === "node" || shown.by_itself || shown.included;
  const box = element("input", { type: "checkbox", value: name, disabled: !shown.included || graph.finished, onchange: () => selection.toggle(name) });
  const label = element("label", {}, box, " ", element("code", { textContent: shown.id }), ` ${shown.text}`, ...coloured(shown));
  const act = shown.included ? "exclude" : "restore";
  const button = element("button", { type: "button", textContent: alone ? act : "excluded with a node", disabled: graph.finished || !alone, onclick: () => edit(act, { [`${kind}s`]: [shown.id] }) });
  button.setAttribute("aria-label", `${button.textContent}: ${name}`);
  const made = element("li", { className: `${shown.added ? "added" : "parsed"}${shown.included ? "" : " excluded"}` }, label, button);
  made.dataset.name = name;
  made.addEventListener("pointerenter", () => point(kind, shown));
  made.addEventListener("pointerleave", () => point(kind, null));
  return made;
}

function elements() {
  const search = named("search").value.trim().toLowerCase();
  const found = doubtfulFirst([...graph.nodes.map(node => ["node", node]), ...graph.edges.map(edge => ["edge", edge])]);
  place("#elements").replaceChildren(...found.filter(([, { id, text }]) => `${id} ${text}`.toLowerCase().includes(search)).map(pair => row(...pair)));
}

function boxing() {
  endBox?.();
  const adding = mode() === "add" && graph && !graph.finished;
  endBox = adding ? canvas.box(box => { ["x0", "y0", "x1", "y1"].forEach((name, at) => { named(name).value = box[at]; }); named("text").focus(); }) : null;
  place("#new-node").hidden = !adding;
}

async function showTable() {
  const { table, agreement } = await get("/api/table");
  const head = ["Domain", "Figures", "Node P", "Node R", "Node F1", "Edge P", "Edge R", "Edge F1"];
  const rows = table.map(({ domain, figures, node, edge }) => element("tr", {}, element("th", { scope: "row", textContent: domain }), ...[String(figures), ...[...node, ...edge].map(value => value.toFixed(2))].map(textContent => element("td", { textContent }))));
  place("#table").replaceChildren(element("thead", {}, element("tr", {}, ...head.map(name => element("th", { scope: "col", textContent: name })))), element("tbody", {}, ...rows));
  const lines = agreement.map(({ first, second, kappa, decisions, questions }) => `${first} and ${second}: κ ${kappa === null ? "–" : kappa.toFixed(3)} on ${decisions} elements of ${questions} figure${questions === 1 ? "" : "s"}`);
  place("#agreement").replaceChildren(...(lines.length ? lines : ["two annotators are needed for their agreement"]).map(textContent => element("li", { textContent })));
}

// ---- figures and names

async function list() {
  figures = await get("/api/figures", { annotator });
  const signs = { finished: "✓ ", begun: "… " };
  named("figure").replaceChildren(...figures.map(({ id, domain, state }) => element("option", { value: id, textContent: `${signs[state] ?? ""}${id}${domain ? ` (${domain})` : ""}` })));
  if (current) named("figure").value = current;
  place("#progress").textContent = `${figures.filter(({ state }) => state === "finished").length} of ${figures.length} finished`;
}

async function open(id) {
  const wish = ++wanted;
  place("main").inert = true;
  say("reading the figure");
  await queue; // what was done to the figure before is saved
  if (wish !== wanted) return;
  current = id;
  named("figure").value = id;
  location.hash = encodeURIComponent(id);
  selection.forget();
  const shown = await get("/api/figure", { id, annotator }).catch(error => { if (wish === wanted) blank(); throw error; });
  if (wish !== wanted) return;
  chart = new Chart(place("#picture"), { ...shown, nodes: shown.nodes.filter(node => !node.added) }, `/api/picture?${new URLSearchParams({ id })}`);
  show(shown);
  place("main").inert = false;
  await edit("open");
  if (!named("state").classList.contains("warn")) say("");
}

// Of a figure that cannot be read nothing is shown, and the next one is one step away.
function blank() {
  for (const part of ["#picture", "#graph", "#elements", "#log", "#hint"]) place(part).replaceChildren();
}


async function begin() {
  place("main").inert = true;
  current = null;
  annotator = "";
  const name = named("annotator").value.trim();
  if (!name) { say("enter your name to begin", true); named("annotator").focus(); return; }
  if (!named("annotator").checkValidity()) { say("a name has letters, digits, blanks and . @ - _ only", true); return; }
  annotator = name;
  await list();
  localStorage.setItem("diagramloop.annotator", name);
  const linked = figures.find(({ id }) => id === decodeURIComponent(location.hash.slice(1)));
  await open((linked ?? figures.find(({ state }) => state !== "finished") ?? figures[0]).id);
  await showTable();
}

function start() {
  begin().catch(error => {
    say(error.message, true);
    if (!(error instanceof Refusal)) setTimeout(start, AGAIN);
  });
}

const guarded = action => (...given) => Promise.resolve(action(...given)).catch(error => say(error.message, true));

function step(by) {
  const next = figures[figures.findIndex(({ id }) => id === current) + by];
  return next && open(next.id);
}

function choose(value) {
  place(`[name=mode][value=${value}]`).checked = true;
  selection.from = null;
  boxing();
  mark();
}

named("annotator").value = localStorage.getItem("diagramloop.annotator") ?? "";
named("annotator").addEventListener("change", start);
named("figure").addEventListener("change", guarded(() => open(named("figure").value)));
named("next").addEventListener("click", guarded(() => step(1)));
named("previous").addEventListener("click", guarded(() => step(-1)));
named("exclude").addEventListener("click", selection.exclude);
named("clear").addEventListener("click", selection.letGo);
named("undo").addEventListener("click", () => edit("undo"));
named("redo").addEventListener("click", () => edit("redo"));
named("finish").addEventListener("click", () => edit(graph.finished ? "reopen" : "finish"));
named("table").addEventListener("click", guarded(showTable));
named("large").addEventListener("change", event => place("#graph").classList.toggle("large", event.target.checked));
named("search").addEventListener("input", () => { elements(); mark(); });
for (const radio of document.querySelectorAll("[name=mode]")) radio.addEventListener("change", () => choose(radio.value));
place("#new-node").addEventListener("submit", async event => {
  event.preventDefault();
  await edit("add_node", { text: named("text").value, box: ["x0", "y0", "x1", "y1"].map(name => Number(named(name).value)) });
  event.target.reset();
});
document.addEventListener("keydown", event => {
  if (event.altKey || place("main").inert || (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && !["checkbox", "radio"].includes(event.target.type))) return;
  const held = event.ctrlKey || event.metaKey;
  const keys = held ? { z: () => edit("undo"), y: () => edit("redo") }
    : { s: () => choose("select"), l: () => choose("link"), a: () => choose("add"), u: () => edit("undo"), r: () => edit("redo"), n: () => step(1), p: () => step(-1), Delete: selection.exclude, Backspace: selection.exclude, Escape: selection.letGo };
  const action = keys[event.key];
  if (action) { event.preventDefault(); guarded(action)(); }
});
start();
