import { Chart, element, get, named, post } from "/static/page.js";

const SESSION = "diagramloop.conversation"; // in the tab's own storage: a reload goes on, another tab begins
const GREETING = "What is the matter?";
const DONE = "It is done."; // said for an edge without a label: the one way on from something to do

let chart = null, session = null, at = { node: null, path: [] }, busy = false;

const place = selector => document.querySelector(selector);

function say(text, warn = false) {
  named("state").value = text;
  named("state").classList.toggle("warn", warn);
}

// ---- showing where the dialogue stands

function light() {
  chart?.light(at.node ? [at.node] : [], at.path);
  chart?.centre();
}

function show(state) {
  at = state;
  light();
  showTurns(state.turns);
  showWays(state);
  showWhy(state);
  const { step, about } = state.progress;
  Object.assign(named("progress"), { value: step, max: Math.max(about, 1) });
  place("#step").textContent = state.finished ? "finished" : step ? `step ${step} of about ${about}` : "not begun";
}

// Turns that are there stay as they are, so that a screen reader is told of new ones only.
function showTurns(turns) {
  const log = place(".talk");
  const wanted = [{ speaker: "agent", text: GREETING }, ...turns];
  const same = wanted.findIndex(({ speaker, text }, at) => log.children[at]?.className !== speaker || log.children[at].textContent !== text);
  const kept = same < 0 ? wanted.length : same;
  while (log.children.length > kept) log.lastChild.remove();
  log.append(...wanted.slice(kept).map(({ speaker, text }) => element("p", { className: speaker, textContent: text })));
  log.scrollTop = log.scrollHeight;
}

function showWays({ ways, finished }) {
  const buttons = ways.map(way => element("button", { type: "button", textContent: way || "Done", onclick: () => utter(way || DONE) }));
  if (finished) buttons.push(element("span", { className: "soft", textContent: "That is the end of the chart." }));
  place("#ways").replaceChildren(...buttons);
}

function reason({ at, edge, confidence }) {
  if (edge === null) return `At “${at}” your message decided nothing.`;
  return `At “${at}” your message was taken to mean ${edge ? `“${edge}”` : "that it is done"} (confidence ${Math.round(100 * confidence)} %).`;
}

function showWhy({ turns, decisions, explains }) {
  const lines = !turns.length ? ["Nothing has been said yet."]
    : !explains ? ["This agent does not say how it understood your message."]
    : decisions.length ? decisions.map(reason) : ["Your last message was taken for a question or for talk, not for an answer."];
  place("#why ul").replaceChildren(...lines.map(textContent => element("li", { textContent })));
}

// ---- steps

// One step at a time; where the server no longer knows the conversation, the page begins anew and says so.
async function take(step, body = {}) {
  if (busy || !session) return false;
  wait(true);
  try {
    show(await post(`/api/${step}`, { session, ...body }));
    say("");
    return true;
  } catch (error) {
    await (error.status === 404 ? beginAnew().catch(told) : told(error));
    return false;
  } finally {
    wait(false);
  }
}

const told = error => say(error.message, true);

function wait(now) {
  busy = now;
  document.body.classList.toggle("busy", now);
  if (now) say("…");
}

async function utter(text) {
  if (!text.trim()) return;
  const typed = named("utterance");
  if (await take("say", { utterance: text }) && typed.value === text) typed.value = "";
  typed.focus();
}

async function begin() {
  const { id, ...state } = await post("/api/session", {});
  remember(id);
  show(state);
}

async function beginAnew() {
  await begin();
  say("the server no longer had this conversation: it begins anew", true);
}

function remember(id) {
  session = id;
  sessionStorage.setItem(SESSION, id);
  for (const form of ["md", "json"]) place(`#as-${form}`).href = `/api/transcript?${new URLSearchParams({ id, as: form })}`;
}

async function resume() {
  const kept = sessionStorage.getItem(SESSION);
  if (!kept) return begin();
  try {
    const state = await get("/api/session", { id: kept });
    remember(kept);
    show(state);
  } catch (error) {
    if (error.status !== 404) throw error;
    await beginAnew();
  }
}

async function showChart() {
  const { title, chart: shown, faqs } = await get("/api/chart");
  if (title) place("#title").textContent = document.title = title;
  chart = new Chart(place(".chart"), shown, "/api/picture");
  light();
  place("#faqs").hidden = !faqs.length;
  place("#faqs ul").replaceChildren(...faqs.map(textContent => element("li", { textContent })));
}

function missing(error) {
  place(".chart").ariaBusy = "false";
  place(".chart").replaceChildren(element("p", { textContent: `The chart cannot be shown: ${error.message}` }));
}

async function start() {
  showChart().catch(missing); // one that cannot be drawn can be talked along all the same
  await resume();
  place(".say").disabled = false;
  named("utterance").focus();
}

place("form").addEventListener("submit", event => { event.preventDefault(); utter(named("utterance").value); });
named("undo").addEventListener("click", () => take("undo"));
named("restart").addEventListener("click", () => take("restart"));
document.addEventListener("keydown", event => {
  if (!event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.code === "KeyU") { event.preventDefault(); take("undo"); }
  const button = /^Digit[1-9]$/.test(event.code) && place("#ways").querySelectorAll("button")[event.code.slice(5) - 1];
  if (button) { event.preventDefault(); button.click(); }
});
start().catch(told);
