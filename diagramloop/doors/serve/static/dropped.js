import { Refusal, doubtfulFirst, element, get, named, post, sure } from "/static/page.js";
import { GraphCanvas } from "/static/graph_canvas.js";
import { Selection } from "/static/selection.js";

const HINTS = {
  select: "Select what was read wrongly: remove it, or change its text.",
  link: "Choose the node where the missing arrow begins, then the one where it ends.",
  add: "Draw a box where the missing node lies, or give its edges in pixels; then its text.",
};
const SHOWN = /^image\/(png|jpeg|webp|bmp|gif|svg\+xml)$/; // what browsers show

let reading = null, canvas = null, endBox = null, wish = 0, name = "diagram";
let queue = Promise.resolve(); // of edits: one begins when the one before is answered

const place = selector => document.querySelector(selector);
const mode = () => document.querySelector("[name=mode]:checked").value;
const guarded = action => (...given) => Promise.resolve(action(...given)).catch(error => say(error.message, true));

const selection = new Selection({ mode, edit, say, mark });

function say(text, warn = false) {
  named("state").value = text;
  named("state").classList.toggle("warn", warn);
}

// ---- a picture

async function read(file) {
  const mine = ++wish;
  place("#mending").inert = true;
  document.body.classList.add("busy");
  say(`reading ${file.name || "the picture"}`);
  try {
    const found = await sent(file);
    if (mine !== wish) return;
    name = file.name?.replace(/\.[^.]*$/, "") || "diagram";
    reading = null;
    selection.forget();
    await picture(file);
    show(found);
    place("#mending").inert = false;
    say(`${found.nodes.length} nodes, ${found.edges.length} edges`);
    place("#elements").focus();
  } finally {
    if (mine === wish) document.body.classList.remove("busy");
  }
}

// Files of types that no form can send: the server takes no others.
async function sent(file) {
  const type = /^(image|application)\/[\w.+-]+$/.test(file.type) ? file.type : "application/octet-stream";
  const response = await fetch("/api/picture", { method: "POST", headers: { "content-type": type }, body: file }).catch(() => { throw new Error("the server does not answer"); });
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(body.error || `the server said ${response.status}`, response.status, body.reason);
  return body;
}

// The picture under the reading; of a file that no browser shows, the reading is drawn alone.
async function picture(file) {
  const image = place("#picture");
  const address = SHOWN.test(file.type) ? await addressOf(file) : "";
  const loaded = address && new Promise(done => { image.onload = () => done(true); image.onerror = () => done(false); });
  image.src = address;
  image.hidden = !address || !(await loaded);
}

const addressOf = file => new Promise((done, failed) => {
  const reader = new FileReader();
  reader.onload = () => done(reader.result);
  reader.onerror = () => failed(new Error("the file cannot be read"));
  reader.readAsDataURL(file);
});

// ---- edits: the server takes one before it is shown

function edit(action, given = {}) {
  const mine = wish;
  queue = queue.then(() => (mine === wish ? send(action, given) : null));
  return queue;
}

async function send(action, given) {
  try {
    show(await post("/api/edit", { id: reading.id, edit: { action, ...given }, seen: reading.seen }));
    say("");
  } catch (error) {
    const shown = error instanceof Refusal && (await get("/api/reading", { id: reading.id }).catch(() => null));
    if (shown) show(shown);
    say(`not done: ${error.message}`, true);
  }
}

// The one element whose text can be changed, if exactly one is selected.
function only() {
  if (selection.names.size !== 1) return null;
  const [kind, ...rest] = [...selection.names][0].split(" "), id = rest.join(" ");
  const found = reading[`${kind}s`].find(one => one.id === id);
  return found ? { kind, id, text: kind === "node" ? found.text : found.label } : null;
}

// ---- showing

// All is drawn anew after every edit: who was at an element stays there.
function held() {
  const at = document.activeElement?.closest?.("#graph [data-name], #elements [data-name]");
  if (!at) return () => {};
  const list = at.closest("#elements");
  return () => {
    const again = (list ?? place("#graph")).querySelector(`[data-name="${CSS.escape(at.dataset.name)}"]`);
    const focused = list ? again?.querySelector("input:enabled") : again;
    (focused?.matches("input, [tabindex]") ? focused : list ?? named("undo")).focus();
  };
}

function show(found) {
  const back = held();
  reading = { ...reading, ...found };
  const open = one => [...reading.nodes.map(node => [`node ${node.id}`, node]), ...reading.edges.map(edge => [`edge ${edge.id}`, edge])].some(([known, { included }]) => known === one && included);
  selection.keep(open);
  canvas = new GraphCanvas(place("#graph"), reading, { pick: selection.pick, point: () => {} });
  boxing();
  elements();
  named("undo").disabled = !reading.can_undo;
  named("redo").disabled = !reading.can_redo;
  const share = value => `${Math.round(100 * value)} %`, { estimated_edge_f1: arrows, estimated_f1: all } = reading;
  place("#sure").textContent = [arrows != null && `About ${share(arrows)} of the arrows are probably right.`, all != null && `Of names, labels and arrows together: ${share(all)}.`].filter(Boolean).join(" ");
  mark();
  back();
}

function mark() {
  canvas.mark(selection.names, selection.from);
  for (const box of place("#elements").querySelectorAll("input")) box.checked = selection.names.has(box.value);
  place("#hint").textContent = selection.from === null ? HINTS[mode()] : "Now the node where it ends.";
  const one = only();
  named("said").disabled = place("#retext button").disabled = !one;
  named("said").value = one?.text ?? "";
}

function row(kind, shown) {
  const known = `${kind} ${shown.id}`;
  const box = element("input", { type: "checkbox", value: known, onchange: () => selection.toggle(known) });
  const made = element("li", { className: shown.added ? "added" : "parsed" }, element("label", {}, box, ` ${shown.text || shown.id}`, ...sure(shown)));
  made.dataset.name = known;
  return made;
}

function elements() {
  const found = [...reading.nodes.map(node => ["node", node]), ...reading.edges.map(edge => ["edge", edge])].filter(([, { included }]) => included);
  place("#elements").replaceChildren(...doubtfulFirst(found).map(pair => row(...pair)));
}

function boxing() {
  endBox?.();
  const adding = mode() === "add";
  endBox = adding ? canvas.box(box => { ["x0", "y0", "x1", "y1"].forEach((side, at) => { named(side).value = box[at]; }); named("text").focus(); }) : null;
  place("#new-node").hidden = !adding;
}

function choose(value) {
  place(`[name=mode][value=${value}]`).checked = true;
  selection.from = null;
  boxing();
  mark();
}

// ---- a file

async function download() {
  await queue;
  const to = named("to").value;
  named("dropped").value = "writing";
  const response = await fetch(`/api/document?${new URLSearchParams({ id: reading.id, to })}`).catch(() => { throw new Error("the server does not answer"); });
  named("dropped").value = "";
  if (!response.ok) throw new Error((await response.json().catch(() => ({}))).error || `the server said ${response.status}`);
  const address = URL.createObjectURL(await response.blob()), lost = response.headers.get("dropped");
  element("a", { href: address, download: `${name}${named("to").selectedOptions[0].dataset.suffix}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  named("dropped").value = lost ? `not carried: ${lost.split(",").join(", ")}` : "";
}

async function start() {
  const formats = await get("/api/formats");
  named("to").replaceChildren(...formats.map(({ name: value, title, suffix }) => {
    const option = element("option", { value, textContent: `${title || value} (${suffix})` });
    option.dataset.suffix = suffix;
    return option;
  }));
  named("to").value = "drawio"; // what is dropped here is to be edited
}

named("file").addEventListener("change", guarded(() => named("file").files.length && read(named("file").files[0])));
for (const event of ["dragenter", "dragover"]) document.addEventListener(event, given => { given.preventDefault(); document.body.classList.add("dragging"); });
for (const event of ["dragleave", "drop"]) document.addEventListener(event, () => document.body.classList.remove("dragging"));
document.addEventListener("drop", guarded(event => { event.preventDefault(); const [file] = event.dataTransfer.files; return file && read(file); }));
document.addEventListener("paste", guarded(event => { const [file] = event.clipboardData.files; return file && read(file); }));
named("exclude").addEventListener("click", selection.exclude);
named("undo").addEventListener("click", () => edit("undo"));
named("redo").addEventListener("click", () => edit("redo"));
named("large").addEventListener("change", event => place("#over").classList.toggle("large", event.target.checked));
named("texts").addEventListener("change", event => place("#over").classList.toggle("texts", event.target.checked));
for (const radio of document.querySelectorAll("[name=mode]")) radio.addEventListener("change", () => choose(radio.value));
place("#retext").addEventListener("submit", async event => {
  event.preventDefault();
  const one = only();
  if (one) await edit("text", { kind: one.kind, id: one.id, text: named("said").value });
});
place("#new-node").addEventListener("submit", async event => {
  event.preventDefault();
  await edit("add_node", { text: named("text").value, box: ["x0", "y0", "x1", "y1"].map(side => Number(named(side).value)) });
  event.target.reset();
});
place("#download").addEventListener("submit", event => { event.preventDefault(); guarded(download)(); });
document.addEventListener("keydown", event => {
  if (event.altKey || place("#mending").inert || (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && !["checkbox", "radio"].includes(event.target.type))) return;
  const keys = event.ctrlKey || event.metaKey ? { z: () => edit("undo"), y: () => edit("redo") }
    : { s: () => choose("select"), l: () => choose("link"), a: () => choose("add"), t: () => named("said").focus(), u: () => edit("undo"), r: () => edit("redo"), Delete: selection.exclude, Backspace: selection.exclude, Escape: selection.letGo };
  const action = keys[event.key];
  if (action) { event.preventDefault(); guarded(action)(); }
});
guarded(start)();
