// What the pages of the local server share: what all pages draw with, and talking to the server.
import "/static/drawing.js";

export const { Chart, drawn, element, named, onPick, overlay, shape, spelt } = globalThis.diagramloop;

// What the server refused: `status` is HTTP's, `reason` the library's.
export class Refusal extends Error {
  constructor(message, status, reason) { super(message); Object.assign(this, { status, reason }); }
}

async function answer(request) {
  const response = await request.catch(() => { throw new Error("the server does not answer"); });
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(body.error || `the server said ${response.status}`, response.status, body.reason);
  return body;
}

export const get = async (path, query = {}) => answer(fetch(`${path}?${new URLSearchParams(query)}`));

export const post = async (path, body) =>
  answer(fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }));

// What the reader says of an element and of what is written on it; the lower of both ranks it, what it says nothing of comes last.
const percent = (share, of) => (share == null ? "" : `${of} ${Math.round(100 * share)} %`);
const sureness = ({ confidence, text_confidence }) => percent(confidence, "") + percent(text_confidence, ", text");
// Beside a checkbox: an empty part would lend its title to the checkbox's name.
export const sure = shown => (sureness(shown) ? [element("span", { className: "sure", textContent: sureness(shown), title: "how likely the reader thinks this is right" })] : []);
export const least = ({ confidence, text_confidence }) => Math.min(confidence ?? Infinity, text_confidence ?? Infinity);
export const doubtfulFirst = rows => rows.sort(([, one], [, other]) => least(one) - least(other) || 0);
