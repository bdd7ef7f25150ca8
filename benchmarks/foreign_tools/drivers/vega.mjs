// Vega: rects, symbols, lines and texts as marks over given places.
import * as vega from "vega";
import { corners, headed, labelPlace, middle, triangle, way } from "../places.mjs";

const outline = (points, closed) => "M" + points.map((p) => p.map((v) => v.toFixed(2)).join(",")).join("L") + (closed ? "Z" : "");
const paths = (name, values, encode) => ({ type: "path", from: { data: name }, encode: { enter: { path: { field: "path" }, ...encode } } });
const black = { value: "#333" };

export async function draw(chart) {
  const boxes = (list) => list.map((e) => ({ path: outline(corners(e), true) }));
  const texts = [...chart.nodes.map((n) => [n.text, middle(n), 12]), ...chart.groups.map((g) => [g.text, [middle(g)[0], g.y + 12], 12]), ...chart.edges.filter((e) => e.label).map((e) => [e.label, labelPlace(e), 10])];
  const data = {
    frames: boxes(chart.groups),
    lines: chart.edges.map((e) => ({ path: outline(way(e), false), dash: e.dotted ? [4, 3] : [1, 0] })),
    heads: chart.edges.flatMap(headed).map((line) => ({ path: outline(triangle(line), true) })),
    nodes: boxes(chart.nodes),
    texts: texts.map(([text, [x, y], size]) => ({ text: text.split("\n"), x, y: y - ((text.split("\n").length - 1) * size * 1.15) / 2, size })),
  };
  const words = { type: "text", from: { data: "texts" }, encode: { enter: { x: { field: "x" }, y: { field: "y" }, text: { field: "text" }, fontSize: { field: "size" }, align: { value: "center" }, baseline: { value: "middle" }, lineHeight: { signal: "datum.size * 1.15" } } } };
  const marks = [
    paths("frames", data.frames, { fill: { value: "#f4f4f4" }, stroke: { value: "#999" } }),
    paths("lines", data.lines, { stroke: black, strokeDash: { field: "dash" } }),
    paths("heads", data.heads, { fill: black }),
    paths("nodes", data.nodes, { fill: { value: "#fff" }, stroke: black }),
    words,
  ];
  const spec = { $schema: "https://vega.github.io/schema/vega/v6.json", width: chart.width, height: chart.height, padding: 10, data: Object.entries(data).map(([name, values]) => ({ name, values })), marks };
  return new vega.View(vega.parse(spec), { renderer: "none" }).toSVG();
}
