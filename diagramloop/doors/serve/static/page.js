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
