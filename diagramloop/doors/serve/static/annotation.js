import { Chart, Refusal, element, get, named, post } from "/static/page.js";

const RUBRIC = {
  optimality: "Optimality: no fewer and no more nodes than needed",
  contextual_alignment: "Contextual alignment: the nodes say what the statement says",
  exclusivity: "Exclusivity: nothing else is picked",
};
const CHOICES = ["0", "1", "2"];
const AGAIN = 1000; // ms between tries to reach the server
const QUIET = 400; // ms without a key before a note is sent

let annotator = ""; // whom everything on the page belongs to
let questions = [], chart = null, current = null, past = [];
let wanted = 0; // number of the newest wish to see a question: answers to older ones are dropped
let timer = null, sending = null; // the promise of all that is being sent

function say(text, warn = false) {
  named("state").value = text;
  named("state").classList.toggle("warn", warn);
}

// ---- drafts: what the server does not have yet, kept in the browser by annotator and question

const drafts = {
  key: id => `diagramloop.draft.${JSON.stringify([annotator, id])}`,
  get: id => JSON.parse(localStorage.getItem(drafts.key(id))),
  set: (id, draft) => localStorage.setItem(drafts.key(id), JSON.stringify(draft)),
  drop: id => localStorage.removeItem(drafts.key(id)),
};

const complete = points => Object.keys(RUBRIC).every(name => Number.isInteger(points[name]));
const unsent = () => questions.filter(question => question.draft && !question.refused);

function changed(delay = 0) {
  const { id, nodes, none, points, note } = current;
  drafts.set(id, { nodes, none, points, note });
  Object.assign(listed(id), { draft: true, refused: false });
  progress();
  verdict();
  flushIn(delay);
}

function flushIn(delay) {
  clearTimeout(timer);
  timer = setTimeout(flush, delay);
}

function flush() {
  return (sending ??= sendAll().finally(() => (sending = null)));
}

async function sendAll() {
  try {
    for (let next; (next = unsent()[0]); ) await send(next);
  } catch (error) {
    say(`not saved: ${error.message}; trying again`, true);
    flushIn(AGAIN);
  }
}

// One draft to the server, done or not: what was entered is in the log at once.
async function send(question) {
  const who = annotator, { id } = question, draft = drafts.get(id), sent = JSON.stringify(draft);
  say("saving");
  const { nodes, none = false, points, note } = draft;
  try {
    const saved = await post("/api/annotation", { annotator: who, question: id, nodes, none, rubric: points, note });
    if (who !== annotator) return;
    question.done = saved.done;
    if (JSON.stringify(drafts.get(id)) === sent) settle(question);
    if (current?.id === id && !question.draft) verdict(saved);
    say("saved");
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    question.refused = true;
    say(`not saved: ${error.message}`, true);
  }
  progress();
}

function settle(question) {
  question.draft = false;
  drafts.drop(question.id);
}

// ---- showing

const listed = id => questions.find(question => question.id === id);

function progress() {
  named("progress").textContent = `${questions.filter(question => question.done).length} of ${questions.length} done`;
  for (const option of named("question").options) {
    const { done, draft, question } = questions[option.index];
    option.text = `${draft ? "● " : done ? "✓ " : ""}${option.index + 1}. ${question}`;
  }
}

// What is still missing before the question is done, or what the scores come to.
function verdict(saved) {
  const { nodes, none, points, note } = current, begun = nodes.length || none || Object.keys(points).length || note;
  const missing = [nodes.length || none ? "" : "no node picked", complete(points) ? "" : "rubric incomplete"].filter(Boolean);
  const worth = saved?.verdict ? `${saved.score} of 6 points: ${saved.verdict}` : "";
  const text = missing.length ? `not done yet: ${missing.join(", ")}` : worth;
  document.querySelector("#verdict").textContent = begun ? text : "";
}

function showPicked() {
  chart.light(current.nodes);
  const items = current.nodes.map(id => {
    const remove = element("button", { type: "button", textContent: "remove", onclick: () => pick(id) });
    const text = chart.nodes.get(id)?.text || id;
    remove.setAttribute("aria-label", `remove ${text}`);
    return element("li", {}, `${text} `, remove);
  });
  document.querySelector("#picked").replaceChildren(...items);
  named("none").checked = current.none;
  named("undo").disabled = !past.length;
  named("clear").disabled = !current.nodes.length;
}

function showRubric() {
  for (const name of Object.keys(RUBRIC))
    for (const choice of CHOICES) document.querySelector(`#${name}-${choice}`).checked = String(current.points[name]) === choice;
  named("note").value = current.note;
}

// What a model picked: never picked for anybody, for a label that is only not contradicted was not checked.
function showLabel(label) {
  document.querySelector("#label").hidden = !label;
  const { nodes = [], reason = "", model = "" } = label ?? {};
  const texts = nodes.map(id => chart.nodes.get(id)?.text || id);
  document.querySelector("#label-nodes").replaceChildren(...texts.map(text => element("li", { textContent: text })));
  document.querySelector("#label-reason").textContent = [model, reason].filter(Boolean).join(": ");
}

const take = () => { if (current?.label && !document.querySelector("main").inert) choose([...current.label.nodes]); };

async function show(index) {
  const question = questions[index];
  if (!question) return;
  const wish = ++wanted, draft = drafts.get(question.id); // as of now: it may be sent after the server's answer was made
  named("question").selectedIndex = index;
  waiting(true);
  try {
    const shown = await get("/api/question", { id: question.id, annotator });
    if (wish === wanted && listed(question.id) === question) fill(shown, draft);
  } catch (error) {
    if (wish === wanted && error instanceof Refusal) blank(question.id);
    else if (wish === wanted && current) named("question").selectedIndex = questions.indexOf(listed(current.id));
    throw error;
  } finally {
    if (wish === wanted) waiting(!current);
  }
}

// While a chart is on its way, nothing can be picked on the one before.
function waiting(now) {
  const main = document.querySelector("main");
  main.inert = now;
  main.ariaBusy = String(now);
}

// Of a question whose chart cannot be shown nothing is, and the next one is one step away.
function blank(id) {
  [current, past] = [null, []];
  location.hash = encodeURIComponent(id);
  document.querySelector("#label").hidden = true;
  for (const part of [".chart", "#asked", "#answer", "#type", "#picked", "#verdict"]) document.querySelector(part).replaceChildren();
  for (const field of document.querySelectorAll("#rubric input, [name=none]")) field.checked = false;
  named("note").value = "";
}

function fill(shown, draft) {
  const saved = shown.annotation ?? { nodes: [], none: false, rubric: {}, note: "" };
  const { nodes, none = false, points, note } = draft ?? { ...saved, points: given(saved.rubric) };
  current = { id: shown.id, nodes, none, points, note, label: shown.label };
  past = [];
  location.hash = encodeURIComponent(shown.id);
  document.querySelector("#asked").textContent = shown.question;
  document.querySelector("#answer").textContent = shown.answer;
  document.querySelector("#type").textContent = shown.type.replaceAll("_", " ");
  chart = new Chart(document.querySelector(".chart"), shown.chart, `/api/picture?${new URLSearchParams({ id: shown.id })}`, pick);
  showLabel(shown.label);
  showPicked();
  showRubric();
  verdict(shown.annotation);
}

const given = rubric => Object.fromEntries(Object.entries(rubric).filter(([, points]) => points !== null));

async function showAgreement() {
  await flush(); // what was just entered counts
  const pairs = await get("/api/agreement");
  const lines = pairs.map(pair => `${pair.first} and ${pair.second}: κ ${pair.kappa === null ? "–" : pair.kappa.toFixed(3)}, identical ${pair.identical === null ? "–" : Math.round(100 * pair.identical) + " %"} of ${pair.questions} question${pair.questions === 1 ? "" : "s"}`);
  document.querySelector("#agreement").replaceChildren(...(lines.length ? lines : ["two annotators are needed"]).map(text => element("li", { textContent: text })));
}

// ---- what people do

function choose(nodes, none = false) {
  past.push({ nodes: current.nodes, none: current.none });
  Object.assign(current, { nodes, none });
  showPicked();
  changed();
}

function pick(id) {
  choose(current.nodes.includes(id) ? current.nodes.filter(other => other !== id) : [...current.nodes, id]);
}

function undo() {
  if (!past.length || document.querySelector("main").inert) return;
  Object.assign(current, past.pop());
  showPicked();
  changed();
}

function score(name, points) {
  current.points = { ...current.points, [name]: points };
  changed();
}

const step = by => show(Math.min(Math.max(named("question").selectedIndex + by, 0), questions.length - 1));

// ---- starting

// Nothing is picked under one name and saved under another.
function leave() {
  [annotator, current, past] = ["", null, []];
  list([]);
  waiting(true);
}

// Where there are no questions yet, there is none to go to.
function list(found) {
  questions = found;
  named("question").replaceChildren(...found.map(() => element("option")));
  for (const name of ["previous", "next"]) named(name).disabled = !found.length;
}

async function begin() {
  leave();
  const name = named("annotator").value.trim();
  if (!name) { say("enter your name to begin", true); named("annotator").focus(); return; }
  if (!named("annotator").checkValidity()) { say("a name has letters, digits, blanks and . @ - _ only", true); return; }
  const found = await get("/api/questions", { annotator: name });
  localStorage.setItem("diagramloop.annotator", name);
  if (name !== named("annotator").value.trim()) return; // another was typed meanwhile
  annotator = name;
  for (const question of found) question.draft = drafts.get(question.id) !== null;
  list(found);
  progress();
  const linked = questions.findIndex(question => question.id === decodeURIComponent(location.hash.slice(1)));
  const open = questions.findIndex(question => !question.done);
  say("");
  flush();
  await show(linked >= 0 ? linked : Math.max(open, 0));
  guarded(showAgreement)(); // beside the work: where it fails, nothing begins anew
}

function start() {
  begin().catch(error => {
    say(error.message, true);
    if (!(error instanceof Refusal)) setTimeout(start, AGAIN);
  });
}

const guarded = action => (...given) => Promise.resolve(action(...given)).catch(error => say(error.message, true));

function buildRubric() {
  const sets = Object.entries(RUBRIC).map(([name, text]) => {
    const radios = CHOICES.map(choice => {
      const radio = element("input", { type: "radio", name, id: `${name}-${choice}`, value: choice, onchange: () => score(name, Number(choice)) });
      return element("label", {}, radio, ` ${choice}`);
    });
    return element("fieldset", {}, element("legend", { textContent: text }), ...radios);
  });
  document.querySelector("#rubric").replaceChildren(...sets);
}

buildRubric();
named("annotator").value = localStorage.getItem("diagramloop.annotator") ?? "";
named("annotator").addEventListener("change", start);
named("question").addEventListener("change", guarded(() => show(named("question").selectedIndex)));
named("next").addEventListener("click", guarded(() => step(1)));
named("previous").addEventListener("click", guarded(() => step(-1)));
named("undo").addEventListener("click", undo);
named("clear").addEventListener("click", () => choose([]));
named("take").addEventListener("click", take);
named("none").addEventListener("change", () => choose([], named("none").checked));
named("agreement").addEventListener("click", guarded(showAgreement));
named("note").addEventListener("input", () => { current.note = named("note").value; changed(QUIET); });
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  const action = { n: () => step(1), p: () => step(-1), u: undo, t: take }[event.key];
  if (action) { event.preventDefault(); guarded(action)(); }
});
start();
