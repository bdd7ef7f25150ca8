import { Chart, element, get, post } from "/static/page.js";

const named = name => document.querySelector(`[name=${name}]`);
const RUBRIC = {
  optimality: "Optimality: no fewer and no more nodes than needed",
  contextual_alignment: "Contextual alignment: the nodes say what the statement says",
  exclusivity: "Exclusivity: nothing else is picked",
};
const CHOICES = ["0", "1", "2"];

let questions = [], chart = null, current = null, past = [];
let unsaved = new Map(); // by question: the newest state that the server does not have yet
let sending = false;

const annotator = () => named("annotator").value.trim();
const draftKey = () => `flowbench.annotation.${annotator()}`;

function say(text, warn = false) {
  named("state").value = text;
  named("state").classList.toggle("warn", warn);
}

// ---- saving: every change goes out at once; until the server has it, it is kept in the browser

function remember() {
  localStorage.setItem(draftKey(), JSON.stringify([...unsaved]));
}

function changed() {
  unsaved.set(current.id, { annotator: annotator(), question: current.id, nodes: [...current.nodes], rubric: current.rubric, note: current.note });
  remember();
  flush();
}

async function flush() {
  if (sending) return;
  sending = true;
  try {
    while (unsaved.size) {
      const [id, state] = unsaved.entries().next().value;
      say("saving");
      const saved = await post("/api/annotation", state);
      if (unsaved.get(id) === state) unsaved.delete(id);
      remember();
      const listed = questions.find(question => question.id === id);
      if (listed) listed.done = true;
      if (current && current.id === id) verdict(saved);
      progress();
      say("saved");
    }
  } catch (error) {
    say(`not saved: ${error.message}; trying again`, true);
    setTimeout(flush, 2000);
  } finally {
    sending = false;
  }
}

// ---- showing

function progress() {
  named("progress").textContent = `${questions.filter(question => question.done).length} of ${questions.length} done`;
  for (const option of named("question").options) {
    const question = questions[option.index];
    option.text = `${question.done ? "✓ " : ""}${option.index + 1}. ${question.question.slice(0, 60)}`;
  }
}

function verdict(saved) {
  const text = saved && saved.verdict ? `${saved.score} of 6 points: ${saved.verdict}` : "";
  document.querySelector("#verdict").textContent = text;
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
  named("undo").disabled = !past.length;
}

function showRubric() {
  for (const name of Object.keys(RUBRIC))
    for (const choice of CHOICES) document.querySelector(`#${name}-${choice}`).checked = String(current.points[name]) === choice;
  named("note").value = current.note;
}

function pick(id) {
  past.push([...current.nodes]);
  current.nodes = current.nodes.includes(id) ? current.nodes.filter(other => other !== id) : [...current.nodes, id];
  showPicked();
  changed();
}

function undo() {
  if (!past.length) return;
  current.nodes = past.pop();
  showPicked();
  changed();
}

function score(name, points) {
  current.points[name] = points;
  current.rubric = Object.keys(RUBRIC).every(key => key in current.points) ? { ...current.points } : null;
  changed();
}

async function show(index) {
  const listed = questions[index];
  if (!listed) return;
  const shown = await get("/api/question", { id: listed.id, annotator: annotator() });
  const kept = unsaved.get(listed.id) ?? shown.annotation ?? { nodes: [], rubric: null, note: "" };
  current = { id: listed.id, nodes: [...kept.nodes], rubric: kept.rubric, points: { ...(kept.rubric ?? {}) }, note: kept.note };
  past = [];
  named("question").selectedIndex = index;
  location.hash = encodeURIComponent(listed.id);
  document.querySelector("#asked").textContent = shown.question;
  document.querySelector("#answer").textContent = shown.answer;
  document.querySelector("#type").textContent = shown.type.replaceAll("_", " ");
  chart = new Chart(document.querySelector(".chart"), shown.chart, `/api/picture?${new URLSearchParams({ id: listed.id })}`, pick);
  showPicked();
  showRubric();
  verdict(shown.annotation);
}

const step = by => show(Math.min(Math.max(named("question").selectedIndex + by, 0), questions.length - 1));

async function showAgreement() {
  const pairs = await get("/api/agreement");
  const lines = pairs.map(pair => `${pair.first} and ${pair.second}: κ ${pair.kappa === null ? "–" : pair.kappa.toFixed(3)}, identical ${pair.identical === null ? "–" : Math.round(100 * pair.identical) + " %"} of ${pair.questions} questions`);
  document.querySelector("#agreement").replaceChildren(...(lines.length ? lines : ["two annotators are needed"]).map(text => element("li", { textContent: text })));
}

// ---- starting

async function begin() {
  if (!annotator()) { say("enter your name to begin", true); return; }
  localStorage.setItem("flowbench.annotator", annotator());
  unsaved = new Map(JSON.parse(localStorage.getItem(draftKey()) ?? "[]"));
  questions = await get("/api/questions", { annotator: annotator() });
  named("question").replaceChildren(...questions.map(() => element("option")));
  progress();
  const wanted = questions.findIndex(question => question.id === decodeURIComponent(location.hash.slice(1)));
  const open = questions.findIndex(question => !question.done);
  await show(wanted >= 0 ? wanted : Math.max(open, 0));
  say(unsaved.size ? "saving" : "");
  flush();
  showAgreement();
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
named("annotator").value = localStorage.getItem("flowbench.annotator") ?? "";
named("annotator").addEventListener("change", guarded(begin));
named("question").addEventListener("change", guarded(() => show(named("question").selectedIndex)));
named("next").addEventListener("click", guarded(() => step(1)));
named("previous").addEventListener("click", guarded(() => step(-1)));
named("undo").addEventListener("click", undo);
named("clear").addEventListener("click", () => { past.push([...current.nodes]); current.nodes = []; showPicked(); changed(); });
named("agreement").addEventListener("click", guarded(showAgreement));
named("note").addEventListener("input", () => { current.note = named("note").value; changed(); });
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  const action = { n: () => step(1), p: () => step(-1), u: undo }[event.key];
  if (action) { event.preventDefault(); guarded(action)(); }
});
guarded(begin)();
