// Plotly: layout shapes and annotations with arrows, as figures of papers are drawn with it.
import Plotly from "plotly.js-dist-min";
import { corners, isOval, labelPlace, middle, way } from "../places.mjs";

const said = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/\n/g, "<br>");
const path = (points) => "M" + points.map((p) => p.join(",")).join("L");

function shape(e, fillcolor) {
  const line = { color: "#333", width: 1.5 };
  if (isOval(e)) return { type: "circle", x0: e.x, y0: e.y, x1: e.x + e.width, y1: e.y + e.height, line, fillcolor };
  return { type: "path", path: path(corners(e)) + "Z", line, fillcolor };
}

const words = (text, [x, y], size = 12) => ({ x, y, text: said(text), showarrow: false, font: { size } });

function arrow(e) {
  const [[ax, ay], [x, y]] = way(e).slice(-2);
  return { x, y, ax, ay, xref: "x", yref: "y", axref: "x", ayref: "y", text: "", showarrow: true, arrowhead: 2, arrowwidth: 1.5, arrowcolor: "#333" };
}

export async function draw(chart) {
  const [width, height] = [chart.width + 40, chart.height + 40];
  const axis = { visible: false, fixedrange: true };
  const bent = chart.edges.map(way).filter((points) => points.length > 2);
  const before = bent.map((points) => ({ type: "path", path: path(points.slice(0, -1)), line: { color: "#333", width: 1.5 } }));
  const labels = chart.edges.filter((e) => e.label).map((e) => ({ ...words(e.label, labelPlace(e), 10), bgcolor: "white" }));
  const titles = chart.groups.map((g) => words(g.text, [middle(g)[0], g.y + 12]));
  const annotations = [...chart.edges.map(arrow), ...labels, ...titles, ...chart.nodes.map((n) => words(n.text, middle(n)))];
  const shapes = [...chart.groups.map((g) => ({ ...shape(g, "#f5f5f5"), layer: "below" })), ...before, ...chart.nodes.map((n) => shape(n, "#fff"))];
  const layout = { width, height, margin: { l: 0, r: 0, t: 0, b: 0 }, xaxis: { ...axis, range: [-20, width - 20] }, yaxis: { ...axis, range: [height - 20, -20] }, shapes, annotations };
  const here = document.getElementById("here");
  await Plotly.newPlot(here, [], layout, { staticPlot: true });
  return Plotly.toImage(here, { format: "svg", width, height, imageDataOnly: true });
}
