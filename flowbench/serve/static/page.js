// What the pages share: talking to the server, and a chart whose nodes can be picked.

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

export const named = name => document.querySelector(`[name=${name}]`);

export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

const drawn = (tag, attributes) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};

// A picture under the outlines of its nodes; `pick(id)` is called for a click, Enter or space on one of them.
export class Chart {
  constructor(place, { width, height, nodes }, picture, pick = null) {
    this.nodes = new Map(nodes.map(node => [node.id, node]));
    this.unit = Math.max(2, width / 250);
    this.image = element("img", { src: picture, width, height, alt: "the flowchart" });
    this.overlay = drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "nodes of the flowchart" });
    this.overlay.style.setProperty("--w", this.unit);
    this.shapes = new Map();
    this.lit = [];
    for (const node of nodes) if (node.outline.length) this.overlay.append(this.shape(node, pick));
    this.frame = element("div", { className: "frame" }, element("div", { className: "sheet" }, this.image, this.overlay));
    place.replaceChildren(this.frame, this.zoom(place));
    place.classList.toggle("still", !pick);
  }

  // Shows a picture that was scaled down to fit in its own size; offered only for those.
  zoom(place) {
    const large = place.classList.contains("large");
    const button = element("button", { type: "button", className: "zoom", textContent: "Actual size", ariaPressed: String(large), hidden: true });
    button.addEventListener("click", () => { button.ariaPressed = String(place.classList.toggle("large")); this.centre(); });
    const offer = () => { button.hidden = !place.classList.contains("large") && this.image.clientWidth >= this.image.naturalWidth; };
    new ResizeObserver(offer).observe(this.image);
    this.image.addEventListener("load", offer);
    return button;
  }

  // Brings the node that was lit last to the middle of the frame.
  centre() {
    const shape = this.shapes.get(this.lit.at(-1));
    if (!shape) return;
    const box = shape.getBoundingClientRect(), frame = this.frame.getBoundingClientRect();
    this.frame.scrollBy(box.x + box.width / 2 - frame.x - frame.width / 2, box.y + box.height / 2 - frame.y - frame.height / 2);
  }

  shape(node, pick) {
    const shape = drawn("polygon", { points: node.outline.map(point => point.join(",")).join(" ") });
    const title = drawn("title", {});
    title.textContent = node.text || node.id;
    shape.append(title);
    this.shapes.set(node.id, shape);
    if (!pick) return shape;
    for (const [name, value] of [["tabindex", "0"], ["role", "checkbox"], ["aria-checked", "false"]]) shape.setAttribute(name, value);
    shape.setAttribute("aria-label", node.text || node.id);
    shape.addEventListener("click", () => pick(node.id));
    shape.addEventListener("keydown", event => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(node.id); }
    });
    return shape;
  }

  // Lights the nodes `on`, numbered in their order, and more faintly those of the `trail`.
  light(on, trail = []) {
    this.lit = on;
    for (const [id, shape] of this.shapes) {
      shape.classList.toggle("on", on.includes(id));
      shape.classList.toggle("trail", trail.includes(id) && !on.includes(id));
      if (shape.hasAttribute("role")) shape.setAttribute("aria-checked", String(on.includes(id)));
    }
    for (const badge of this.overlay.querySelectorAll("circle,text")) badge.remove();
    if (on.length > 1) on.forEach((id, place) => this.badge(id, place + 1));
  }

  badge(id, number) {
    const outline = this.nodes.get(id)?.outline ?? [];
    if (!outline.length) return;
    const [x, y] = outline.reduce((top, point) => (point[1] < top[1] || (point[1] === top[1] && point[0] < top[0]) ? point : top));
    const at = { x: Math.max(x, 6 * this.unit), y: Math.max(y, 6 * this.unit) };
    const text = drawn("text", at);
    text.textContent = number;
    this.overlay.append(drawn("circle", { cx: at.x, cy: at.y, r: 5.5 * this.unit }), text);
  }
}
