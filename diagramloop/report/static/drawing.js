// What every page shares: elements, shapes over a picture, and a chart whose nodes can be picked.
// No module, so that a page opened from disk can load it; it leaves one name, `diagramloop`.
"use strict";
{
  const SVG = "http://www.w3.org/2000/svg";

  // Texts are only ever set as text.
  function element(tag, properties = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name in made) made[name] = value;
      else made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  }

  function drawn(tag, attributes = {}, ...children) {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  const spelt = points => points.map(point => point.join(",")).join(" ");

  // A layer over a picture of this size; `--w` is the width of its lines in the picture's pixels.
  function overlay(width, height, attributes = {}) {
    const made = drawn("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "xMinYMin meet", ...attributes });
    made.style.setProperty("--w", Math.max(2, width / 250));
    return made;
  }

  // A polygon or polyline with a title; `points` as SVG spells them.
  function shape(tag, points, title, attributes = {}) {
    const titled = drawn("title");
    titled.textContent = title;
    return drawn(tag, { points, ...attributes }, titled);
  }

  // Enter, space and a click do the same.
  function onPick(target, pick) {
    target.addEventListener("click", () => pick());
    target.addEventListener("keydown", event => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(); }
    });
  }

  // A picture under the outlines of its nodes; `pick(id)` is called for a click, Enter or space on one of them.
  class Chart {
    constructor(place, { width, height, nodes }, picture, pick = null) {
      this.nodes = new Map(nodes.map(node => [node.id, node]));
      this.unit = Math.max(2, width / 250);
      this.image = element("img", { src: picture, width, height, alt: "the flowchart" });
      const shown = () => { place.ariaBusy = "false"; };
      place.ariaBusy = String(!this.image.complete);
      for (const end of ["load", "error"]) this.image.addEventListener(end, shown);
      this.overlay = overlay(width, height, { role: "group", "aria-label": "nodes of the flowchart" });
      this.shapes = new Map();
      this.lit = [];
      for (const node of nodes) if (node.outline.length) this.overlay.append(this.outline(node, pick));
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
      const lit = this.shapes.get(this.lit.at(-1));
      if (!lit) return;
      const box = lit.getBoundingClientRect(), frame = this.frame.getBoundingClientRect();
      this.frame.scrollBy(box.x + box.width / 2 - frame.x - frame.width / 2, box.y + box.height / 2 - frame.y - frame.height / 2);
    }

    outline(node, pick) {
      const made = shape("polygon", spelt(node.outline), node.text || node.id);
      this.shapes.set(node.id, made);
      if (!pick) return made;
      for (const [name, value] of [["tabindex", "0"], ["role", "checkbox"], ["aria-checked", "false"]]) made.setAttribute(name, value);
      made.setAttribute("aria-label", node.text || node.id);
      onPick(made, () => pick(node.id));
      return made;
    }

    // Lights the nodes `on`, numbered in their order, and more faintly those of the `trail`.
    light(on, trail = []) {
      this.lit = on;
      for (const [id, made] of this.shapes) {
        made.classList.toggle("on", on.includes(id));
        made.classList.toggle("trail", trail.includes(id) && !on.includes(id));
        if (made.hasAttribute("role")) made.setAttribute("aria-checked", String(on.includes(id)));
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

  const named = name => document.querySelector(`[name=${CSS.escape(name)}]`);

  globalThis.diagramloop = { Chart, drawn, element, named, onPick, overlay, shape, spelt };
}
