// Mermaid: flowcharts in its looks, themes and curves, and state diagrams. Options are its configuration.
import mermaid from "mermaid";

const SHAPES = { diam: "diam", cyl: "cyl", stadium: "stadium", circle: "circle", "lean-r": "lean-r", hex: "hex", doc: "doc", "fr-rect": "fr-rect", rounded: "rounded" };
const quoted = (text) => `"${text.replace(/&/g, "&amp;").replace(/"/g, "#quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/\n/g, "<br>")}"`;

function flowchart(chart) {
  const node = (n) => `${n.id}@{ shape: ${SHAPES[n.shape] ?? "rect"}, label: ${quoted(n.text)} }`;
  const inside = (owner) => [...chart.nodes.filter((n) => n.group === owner).map(node), ...chart.groups.filter((g) => g.parent === owner).map((g) => `subgraph ${g.id}[${quoted(g.text)}]\n${inside(g.id)}\nend`)].join("\n");
  const edge = (e) => `${e.source} ${e.tail ? "<" : ""}${e.dotted ? "-.-" : "--"}${e.head ? ">" : "-"}${e.label ? `|${quoted(e.label)}|` : ""} ${e.target}`;
  return `flowchart ${chart.direction}\n${inside(null)}\n${chart.edges.map(edge).join("\n")}`;
}

function states(chart) {
  const said = (text) => text.replace(/\n/g, " ").replace(/[:;]/g, ",");
  const node = (n) => `state ${quoted(said(n.text))} as ${n.id}`;
  const edge = (e) => `${e.source} --> ${e.target}${e.label ? `: ${said(e.label)}` : ""}`;
  return `stateDiagram-v2\ndirection ${chart.direction}\n${chart.nodes.map(node).join("\n")}\n${chart.edges.map(edge).join("\n")}`;
}

export async function draw(chart, options) {
  const { kind = "flowchart", ...settings } = options;
  mermaid.initialize({ startOnLoad: false, maxTextSize: 500000, ...settings });
  const { svg } = await mermaid.render("chart", kind === "states" ? states(chart) : flowchart(chart));
  const here = document.getElementById("here");
  here.innerHTML = svg;
  return new XMLSerializer().serializeToString(here.firstElementChild);
}
