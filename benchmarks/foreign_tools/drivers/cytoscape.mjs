// Cytoscape.js with the cytoscape-svg exporter. Options: edge, styles of its own for lines.
import cytoscape from "cytoscape";
import exporter from "cytoscape-svg";

cytoscape.use(exporter);
const SHAPES = { diam: "diamond", stadium: "round-rectangle", circle: "ellipse", hex: "hexagon", "lean-r": "rhomboid", cyl: "barrel" };

export async function draw(chart, options) {
  const elements = [
    ...chart.nodes.map((n) => ({ data: { id: n.id, label: n.text, width: n.width, height: n.height, shape: SHAPES[n.shape] ?? "rectangle" }, position: { x: n.x + n.width / 2, y: n.y + n.height / 2 } })),
    ...chart.edges.map((e, i) => ({ data: { id: `e${i}`, source: e.source, target: e.target, label: e.label, head: e.head ? "triangle" : "none", tail: e.tail ? "triangle" : "none" } })),
  ];
  const node = { shape: "data(shape)", width: "data(width)", height: "data(height)", label: "data(label)", "text-wrap": "wrap", "text-valign": "center", "font-size": 14, "background-color": "#e8eefc", "border-width": 1, "border-color": "#345" };
  const edge = { width: 1.5, label: "data(label)", "font-size": 12, "curve-style": "bezier", "target-arrow-shape": "data(head)", "source-arrow-shape": "data(tail)", "text-background-color": "#fff", "text-background-opacity": 1, ...options.edge };
  const here = document.getElementById("here");
  here.style.cssText = `width:${chart.width}px;height:${chart.height}px`;
  const cy = cytoscape({ container: here, elements, layout: { name: "preset" }, style: [{ selector: "node", style: node }, { selector: "edge", style: edge }] });
  await new Promise((done) => setTimeout(done, 300));
  return cy.svg({ full: true, bg: "#fff" });
}
