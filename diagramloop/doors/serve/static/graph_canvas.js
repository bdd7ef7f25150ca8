import { drawn, onPick, overlay, shape, spelt } from "/static/page.js";

const HEAD = 4; // length of an arrow's head, in widths of a line; at most half of the arrow

// A graph drawn where its figure has it. Every node and edge is an element of its own, so that a keyboard and a screen
// reader reach it; `on.pick(kind, element)` and `on.point(kind, element or null)` are called with what the server told of it.
export class GraphCanvas {
  constructor(place, graph, on) {
    this.on = on;
    this.shapes = new Map(); // "node ID" or "edge ID" to its group
    this.svg = overlay(graph.width, graph.height, { width: graph.width, height: graph.height, role: "group", "aria-label": "the graph" });
    this.unit = Math.max(2, graph.width / 250);
    for (const { text, box } of graph.groups) if (box) this.svg.append(shape("polygon", spelt(corners(box)), text, { class: "group" }));
    for (const edge of graph.edges) this.add("edge", edge, this.edge(edge));
    for (const node of graph.nodes) this.add("node", node, this.node(node));
    place.replaceChildren(this.svg);
  }

  add(kind, element, parts) {
    const status = `${kind} ${element.added ? "added" : "parsed"}${element.included ? "" : " excluded"}`;
    const made = drawn("g", { class: status, "data-id": element.id, "data-name": `${kind} ${element.id}`, "aria-label": `${kind} ${element.text || element.id}` }, ...parts);
    if (element.included) {
      for (const [name, value] of [["tabindex", "0"], ["role", "checkbox"], ["aria-checked", "false"]]) made.setAttribute(name, value);
      onPick(made, () => this.on.pick(kind, element));
      for (const [event, shown] of [["focus", element], ["pointerenter", element], ["blur", null], ["pointerleave", null]]) made.addEventListener(event, () => this.on.point(kind, shown));
    }
    this.shapes.set(`${kind} ${element.id}`, made);
    this.svg.append(made);
  }

  node(node) {
    const [x0, y0, x1, y1] = bounds(node.outline);
    const lines = wrapped(node.text, (x1 - x0) / (y1 - y0));
    const longest = Math.max(1, ...lines.map(line => line.length));
    const size = Math.min((0.85 * (y1 - y0)) / (1.2 * lines.length || 1), (0.9 * (x1 - x0)) / (0.62 * longest), 9 * this.unit);
    const texts = lines.map((line, at) => {
      const text = drawn("text", { x: (x0 + x1) / 2, y: (y0 + y1) / 2 + (at - (lines.length - 1) / 2) * 1.2 * size, "font-size": size });
      text.textContent = line;
      return text;
    });
    return [shape("polygon", spelt(node.outline), node.text || node.id), ...texts];
  }

  edge({ points, heads, text, id }) {
    if (!points.length) return [];
    const length = points.slice(1).reduce((sum, [x, y], at) => sum + Math.hypot(x - points[at][0], y - points[at][1]), 0);
    const reach = Math.min(HEAD * this.unit, length / 2);
    const ends = [[heads[0], points[0], points[1]], [heads[1], points.at(-1), points.at(-2)]];
    return [shape("polyline", spelt(points), text || id, { class: "hit" }), drawn("polyline", { points: spelt(points) }),
      ...ends.filter(([head]) => head).map(([, tip, from]) => drawn("polygon", { class: "head", points: spelt(arrow(tip, from, reach)) }))];
  }

  // Marks the elements that are selected, and the node that a link begins at.
  mark(selected, from) {
    for (const [name, made] of this.shapes) {
      made.classList.toggle("selected", selected.has(name));
      made.classList.toggle("from", name === `node ${from}`);
      if (made.hasAttribute("role")) made.setAttribute("aria-checked", String(selected.has(name) || name === `node ${from}`));
    }
  }

  // Lets people draw a box on the canvas; `drawnBox([x0, y0, x1, y1])` is called with it. Returns how to stop.
  box(drawnBox) {
    let from = null, rubber = null;
    const at = event => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      return [point.x, point.y].map(Math.round);
    };
    const sorted = to => [Math.min(from[0], to[0]), Math.min(from[1], to[1]), Math.max(from[0], to[0]), Math.max(from[1], to[1])];
    const handlers = {
      pointerdown: event => { from = at(event); rubber?.remove(); rubber = drawn("polygon", { class: "rubber" }); this.svg.append(rubber); this.svg.setPointerCapture(event.pointerId); },
      pointermove: event => { if (from) rubber.setAttribute("points", spelt(corners(sorted(at(event))))); },
      pointerup: event => { if (from) drawnBox(sorted(at(event))); from = null; },
    };
    for (const [name, handler] of Object.entries(handlers)) this.svg.addEventListener(name, handler);
    return () => { rubber?.remove(); for (const [name, handler] of Object.entries(handlers)) this.svg.removeEventListener(name, handler); };
  }
}

const corners = ([x0, y0, x1, y1]) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];

function bounds(outline) {
  const xs = outline.map(([x]) => x), ys = outline.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

// The head of an arrow at `tip` that comes from `from`.
function arrow([x, y], [fx, fy], reach) {
  const length = Math.hypot(x - fx, y - fy) || 1, ux = (x - fx) / length, uy = (y - fy) / length;
  return [[x, y], [x - reach * ux - (reach / 2) * uy, y - reach * uy + (reach / 2) * ux], [x - reach * ux + (reach / 2) * uy, y - reach * uy - (reach / 2) * ux]];
}

// A text in lines that fill a box of this proportion about evenly.
function wrapped(text, proportion) {
  const wide = Math.max(6, Math.ceil(Math.sqrt(text.length * Math.max(proportion, 0.2) * 2)));
  const lines = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (lines.length && lines.at(-1).length + word.length < wide) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}
