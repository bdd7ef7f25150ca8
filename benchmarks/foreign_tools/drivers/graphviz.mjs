// Graphviz in the ways that our own drawings do not use: other engines, orthogonal lines, HTML labels, records.
import { Graphviz } from "@hpcc-js/wasm-graphviz";

const SHAPES = { diam: "diamond", cyl: "cylinder", stadium: "ellipse", circle: "circle", "lean-r": "parallelogram", hex: "hexagon", doc: "note", "fr-rect": "box3d" };
const quoted = (text) => JSON.stringify(text);
const html = (text) => `<<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0"><TR><TD BGCOLOR="#dde8f8">${text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/\n/g, "<BR/>")}</TD></TR></TABLE>>`;

export async function draw(chart, options) {
  const { engine = "dot", tables = false, external = false, graph = {}, node: look = {} } = options;
  const node = (n) => `${n.id} [${tables && n.shape === "rect" ? `shape=plain,label=${html(n.text)}` : `shape=${SHAPES[n.shape] ?? "box"},label=${quoted(n.text)}`}];`;
  const cluster = (g) => `subgraph cluster_${g.id} { label=${quoted(g.text)}; ${inside(g.id)} }`;
  const inside = (owner) => [...chart.nodes.filter((n) => n.group === owner).map(node), ...chart.groups.filter((g) => g.parent === owner).map(cluster)].join("\n");
  const edges = chart.edges.map((e) => `${e.source} -> ${e.target} [${external ? "xlabel" : "label"}=${quoted(e.label)},dir=${e.head ? (e.tail ? "both" : "forward") : e.tail ? "back" : "none"}${e.dotted ? ",style=dashed" : ""}];`);
  const styled = Object.entries(look).map(([k, v]) => `${k}=${quoted(v)}`);
  const settings = Object.entries({ rankdir: chart.direction, ...graph }).map(([k, v]) => `${k}=${quoted(v)};`);
  const graphviz = await Graphviz.load();
  return graphviz.layout(`digraph { ${settings.join(" ")} node [${styled.join(",")}];\n${inside(null)}\n${edges.join("\n")} }`, "svg", engine);
}
