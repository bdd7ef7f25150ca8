// D2, compiled to WebAssembly: options are its own (layout, sketch, themeID), and node, what it says of every node.
import { D2 } from "@terrastruct/d2";

const SHAPES = { diam: "diamond", cyl: "cylinder", stadium: "oval", circle: "circle", "lean-r": "parallelogram", hex: "hexagon", doc: "document", "fr-rect": "step", "sm-circ": "circle", "dbl-circ": "circle" };
const quoted = (text) => JSON.stringify(text);

function path(chart, id) {
  const element = chart.nodes.find((n) => n.id === id) ?? chart.groups.find((g) => g.id === id);
  const owner = element.group ?? element.parent;
  return owner ? `${path(chart, owner)}.${id}` : id;
}

export function source(chart, node) {
  const lines = [`direction: ${chart.direction === "LR" ? "right" : "down"}`];
  for (const g of chart.groups) lines.push(`${path(chart, g.id)}: ${quoted(g.text)}`);
  for (const n of chart.nodes) lines.push(`${path(chart, n.id)}: ${quoted(n.text)} { shape: ${SHAPES[n.shape] ?? "rectangle"}${node && !SHAPES[n.shape] ? `; ${node}` : ""} }`);
  for (const e of chart.edges) {
    const arrow = `${e.tail ? "<" : "-"}${e.head ? "->" : "-"}`;
    const style = e.dotted ? " { style.stroke-dash: 4 }" : "";
    lines.push(`${path(chart, e.source)} ${arrow} ${path(chart, e.target)}${e.label || style ? `: ${quoted(e.label)}` : ""}${style}`);
  }
  return lines.join("\n");
}

const d2 = new D2();

export async function draw(chart, { node, ...options }) {
  const made = await d2.compile(chart.source ?? source(chart, node), options);
  return await d2.render(made.diagram, { ...made.renderOptions, ...options });
}
