// maxGraph (the library under draw.io), drawn to its SVG canvas. Options: edge, a style of its own for lines.
import { Graph, InternalEvent } from "@maxgraph/core";

const SHAPES = { diam: { shape: "rhombus", perimeter: "rhombusPerimeter" }, cyl: { shape: "cylinder" }, stadium: { rounded: true, arcSize: 50 }, circle: { shape: "ellipse", perimeter: "ellipsePerimeter" }, hex: { shape: "hexagon", perimeter: "hexagonPerimeter" }, rounded: { rounded: true } };
const FONT = { fontSize: 15, fontColor: "#000000" };

export async function draw(chart, options) {
  const { edge = {}, routed = false, node = {} } = options;
  const here = document.getElementById("here");
  here.style.width = `${chart.width + 60}px`;
  here.style.height = `${chart.height + 60}px`;
  InternalEvent.disableContextMenu(here);
  const graph = new Graph(here);
  graph.setHtmlLabels(options.html ?? false);
  const at = {};
  graph.batchUpdate(() => {
    const parent = graph.getDefaultParent();
    for (const g of chart.groups) at[g.id] = graph.insertVertex({ parent, value: g.text, position: [g.x + 20, g.y + 20], size: [g.width, g.height], style: { ...FONT, verticalAlign: "top", fillColor: "none", dashed: true } });
    for (const n of chart.nodes) at[n.id] = graph.insertVertex({ parent, value: n.text, position: [n.x + 20, n.y + 20], size: [n.width, n.height], style: { ...FONT, ...node, ...SHAPES[n.shape] } });
    for (const e of chart.edges) {
      const heads = { startArrow: e.tail ? "classic" : "none", endArrow: e.head ? (edge.endArrow ?? "classic") : "none" };
      const made = graph.insertEdge({ parent, value: e.label, source: at[e.source], target: at[e.target], style: { ...FONT, labelBackgroundColor: "#ffffff", ...edge, ...heads, ...(e.dotted && { dashed: true }) } });
      const bends = e.points.slice(1, -1).filter((_, i) => i % 8 === 4);
      if (routed && bends.length) made.geometry.points = bends.map(([x, y]) => ({ x: x + 20, y: y + 20, clone() { return { ...this }; } }));
    }
  });
  await new Promise((done) => setTimeout(done, 100));
  const svg = here.querySelector("svg");
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  svg.setAttribute("width", chart.width + 60);
  svg.setAttribute("height", chart.height + 60);
  svg.removeAttribute("style");
  return new XMLSerializer().serializeToString(svg);
}
