// Excalidraw's export of a scene: shapes with bound texts, and arrows bound to the shapes they connect.
import { convertToExcalidrawElements, exportToSvg } from "@excalidraw/excalidraw";

const SHAPES = { diam: "diamond", circle: "ellipse", stadium: "ellipse" };

function shape(n, style) {
  const grown = SHAPES[n.shape] ? 1.25 : 1;
  return { type: SHAPES[n.shape] ?? "rectangle", id: n.id, x: n.x - (n.width * (grown - 1)) / 2, y: n.y, width: n.width * grown, height: n.height, ...style, label: { text: n.text, fontSize: 15, ...(style.fontFamily && { fontFamily: style.fontFamily }) } };
}

function arrow(e, style, elbow) {
  const [x, y] = e.points[0];
  const kept = e.points.length > 8 && !elbow ? e.points.filter((_, i) => i % 6 === 0 || i === e.points.length - 1) : [e.points[0], e.points[e.points.length - 1]];
  const points = kept.map(([a, b]) => [a - x, b - y]);
  return { type: "arrow", x, y, points, roundness: { type: 2 }, start: { id: e.source }, end: { id: e.target }, startArrowhead: e.tail ? "arrow" : null, endArrowhead: e.head ? "arrow" : null, strokeStyle: e.dotted ? "dashed" : "solid", roughness: style.roughness, ...(e.label && { label: { text: e.label, fontSize: 14 } }) };
}

export async function draw(chart, options) {
  const { style = {}, elbow = false, appState = {} } = options;
  const frames = chart.groups.map((g) => ({ type: "rectangle", id: g.id, x: g.x, y: g.y, width: g.width, height: g.height, strokeStyle: "dashed", roughness: style.roughness, label: { text: g.text, fontSize: 14, verticalAlign: "top" } }));
  const skeleton = [...frames, ...chart.nodes.map((n) => shape(n, style)), ...chart.edges.map((e) => arrow(e, style, elbow))];
  const elements = convertToExcalidrawElements(skeleton, { regenerateIds: false });
  const svg = await exportToSvg({ elements, files: {}, appState: { exportBackground: true, viewBackgroundColor: "#ffffff", ...appState } });
  return svg.outerHTML;
}
