// dagre-d3: its own layout, shapes and arrows. Options: curved; edge, settings for its lines.
import * as d3 from "d3";
import { graphlib, render } from "dagre-d3-es";

const SHAPES = { diam: "diamond", circle: "circle", stadium: "ellipse" };
const STYLE = ".node rect,.node circle,.node ellipse,.node polygon{stroke:#999;fill:#fff;stroke-width:1.5px}.edgePath path{stroke:#333;stroke-width:1.5px;fill:none}.edgePath path.path{fill:none}.edgePath defs path{fill:#333}.cluster rect{stroke:#999;fill:#f6f6f6}text{font:300 14px Helvetica,Arial,sans-serif}";

export function draw(chart, options) {
  const graph = new graphlib.Graph({ compound: true, multigraph: true }).setGraph({ rankdir: chart.direction, marginx: 20, marginy: 20 }).setDefaultEdgeLabel(() => ({}));
  for (const g of chart.groups) graph.setNode(g.id, { label: g.text, clusterLabelPos: "top" });
  for (const n of chart.nodes) graph.setNode(n.id, { label: n.text, shape: SHAPES[n.shape] ?? "rect", rx: n.shape === "rounded" ? 5 : 0, ry: n.shape === "rounded" ? 5 : 0 });
  for (const e of [...chart.groups, ...chart.nodes]) if (e.group ?? e.parent) graph.setParent(e.id, e.group ?? e.parent);
  chart.edges.forEach((e, i) => graph.setEdge({ v: e.source, w: e.target, name: `e${i}` }, { label: e.label, arrowhead: e.head ? "vee" : "undirected", ...(options.curved && { curve: d3.curveBasis }), style: e.dotted ? "stroke-dasharray: 5, 5" : "", ...options.edge }));
  const svg = d3.select("#here").append("svg").attr("xmlns", "http://www.w3.org/2000/svg");
  svg.append("style").text(STYLE);
  render()(svg.append("g"), graph);
  svg.attr("width", graph.graph().width).attr("height", graph.graph().height);
  return new XMLSerializer().serializeToString(svg.node());
}
