// JointJS: its standard shapes, routers and connectors. Options: router, connector.
import { dia, shapes } from "@joint/core";

const SHAPES = { diam: "Polygon", cyl: "Cylinder", stadium: "Rectangle", circle: "Ellipse" };

function element(n) {
  const kind = SHAPES[n.shape] ?? "Rectangle";
  const body = { diam: { refPoints: "0,10 10,0 20,10 10,20" }, stadium: { rx: n.height / 2, ry: n.height / 2 } }[n.shape] ?? {};
  return new shapes.standard[kind]({ id: n.id, position: { x: n.x + 20, y: n.y + 20 }, size: { width: n.width, height: n.height }, attrs: { body, label: { text: n.text, fontSize: 15 } } });
}

function link(e, options) {
  const line = { targetMarker: e.head ? undefined : { d: "" }, ...(e.tail && { sourceMarker: { type: "path", d: "M 10 -5 0 0 10 5 Z" } }), ...(e.dotted && { strokeDasharray: "4 3" }) };
  if (e.head) delete line.targetMarker;
  return new shapes.standard.Link({ source: { id: e.source }, target: { id: e.target }, attrs: { line }, labels: e.label ? [{ attrs: { text: { text: e.label, fontSize: 13 } } }] : [], router: options.router, connector: options.connector });
}

export async function draw(chart, options) {
  const graph = new dia.Graph({}, { cellNamespace: shapes });
  const paper = new dia.Paper({ el: document.getElementById("here"), model: graph, width: chart.width + 60, height: chart.height + 60, cellViewNamespace: shapes, async: false });
  const frames = chart.groups.map((g) => new shapes.standard.Rectangle({ id: g.id, position: { x: g.x + 20, y: g.y + 20 }, size: { width: g.width, height: g.height }, z: -1, attrs: { body: { fill: "#f6f6ee" }, label: { text: g.text, fontSize: 15, refY: 10 } } }));
  graph.resetCells([...frames, ...chart.nodes.map(element), ...chart.edges.map((e) => link(e, options))]);
  const svg = paper.svg;
  svg.setAttribute("width", chart.width + 60);
  svg.setAttribute("height", chart.height + 60);
  for (const tool of svg.querySelectorAll(".joint-tools-layer, .joint-grid-layer")) tool.remove();
  return new XMLSerializer().serializeToString(svg);
}
