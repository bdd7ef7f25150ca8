// Fabric.js, on which many drawing pages stand: shapes, lines with triangles, grouped boxes and texts.
import { Ellipse, Group, Polygon, Polyline, Rect, StaticCanvas, FabricText, Triangle } from "fabric";
import { corners, headed, isOval, isPlain, labelPlace, middle, way } from "../places.mjs";

const centred = { originX: "center", originY: "center" };
const points = (list) => list.map(([x, y]) => ({ x, y }));

function shape(e, fill) {
  const look = { fill, stroke: "#222", strokeWidth: 1.5 };
  const [left, top] = middle(e);
  if (isOval(e)) return new Ellipse({ ...look, ...centred, left, top, rx: e.width / 2, ry: e.height / 2 });
  if (isPlain(e)) return new Rect({ ...look, ...centred, left, top, width: e.width, height: e.height, rx: e.shape === "rounded" ? 8 : 0 });
  return new Polygon(points(corners(e)), { ...look, ...centred, left, top });
}

const text = (said, [left, top], fontSize = 13) => new FabricText(said, { ...centred, left, top, fontSize, fontFamily: "Arial", textAlign: "center" });

function head(line) {
  const [[x0, y0], [x1, y1]] = line.slice(-2);
  const span = Math.hypot(x1 - x0, y1 - y0) || 1;
  const angle = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI + 90;
  return new Triangle({ ...centred, left: x1 - (4 * (x1 - x0)) / span, top: y1 - (4 * (y1 - y0)) / span, width: 9, height: 9, angle, fill: "#222" });
}

export function draw(chart) {
  const canvas = new StaticCanvas(null, { width: chart.width + 20, height: chart.height + 20 });
  const frames = chart.groups.flatMap((g) => [shape(g, "#f4f4f4"), text(g.text, [middle(g)[0], g.y + 12])]);
  const lines = chart.edges.flatMap((e) => [new Polyline(points(way(e)), { fill: "", stroke: "#222", strokeWidth: 1.5, strokeDashArray: e.dotted ? [5, 4] : null }), ...headed(e).map(head), ...(e.label ? [text(e.label, labelPlace(e), 11)] : [])]);
  const boxes = chart.nodes.map((n) => new Group([shape(n, "#fff"), text(n.text, middle(n))]));
  canvas.add(...frames, ...lines, ...boxes);
  return canvas.toSVG();
}
