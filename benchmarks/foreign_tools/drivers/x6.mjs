// AntV X6 and its own SVG export. Options: router, connector.
import { Graph, Export } from "@antv/x6";

export async function draw(chart, options) {
  const here = document.getElementById("here");
  const graph = new Graph({ container: here, width: chart.width + 60, height: chart.height + 60, async: false, virtual: false });
  graph.use(new Export());
  for (const g of chart.groups) graph.addNode({ id: g.id, shape: "rect", x: g.x, y: g.y, width: g.width, height: g.height, zIndex: 0, label: g.text, attrs: { body: { fill: "#f4f4f4", strokeDasharray: "4 4" }, label: { refY: 10 } } });
  for (const n of chart.nodes) {
    const shape = { diam: "polygon", circle: "ellipse" }[n.shape] ?? "rect";
    const body = shape === "polygon" ? { refPoints: "0,10 10,0 20,10 10,20" } : n.shape === "stadium" ? { rx: n.height / 2, ry: n.height / 2 } : {};
    graph.addNode({ id: n.id, shape, x: n.x, y: n.y, width: n.width, height: n.height, zIndex: 2, label: n.text, attrs: { body, label: { fontSize: 15 } } });
  }
  for (const e of chart.edges) {
    const line = { sourceMarker: e.tail ? "block" : null, targetMarker: e.head ? "block" : null, ...(e.dotted && { strokeDasharray: "4 3" }) };
    graph.addEdge({ source: e.source, target: e.target, labels: e.label ? [e.label] : [], zIndex: 1, attrs: { line }, ...options });
  }
  await new Promise((done) => setTimeout(done, 200));
  return await new Promise((done) => graph.toSVG((svg) => done(svg), { preserveDimensions: true, copyStyles: true }));
}
