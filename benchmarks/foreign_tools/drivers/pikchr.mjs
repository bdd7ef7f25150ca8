// Pikchr: boxes at given places, arrows from edge to edge.
import Pikchr from "pikchr-wasm";

const SHAPES = { diam: "ellipse", cyl: "cylinder", stadium: "oval", circle: "ellipse", "lean-r": "box", doc: "file" };
const quoted = (text) => text.split("\n").map((line) => JSON.stringify(line.replace(/\\/g, "/"))).join(" ");
const inches = (pixels) => (pixels / 96).toFixed(3);

export async function draw(chart) {
  const name = (id) => id.toUpperCase();
  const centre = (n) => `(${inches(n.x + n.width / 2)}in, ${inches(chart.height - n.y - n.height / 2)}in)`;
  const lines = chart.nodes.map((n) => `${name(n.id)}: ${SHAPES[n.shape] ?? "box"} ${quoted(n.text)} width ${inches(n.width * 1.25)}in height ${inches(n.height)}in at ${centre(n)}`);
  for (const e of chart.edges) {
    const points = e.points.filter((_, i) => i === 0 || i === e.points.length - 1 || i % 9 === 4).map(([x, y]) => `(${inches(x)}in, ${inches(chart.height - y)}in)`);
    lines.push(`line ${e.dotted ? "dashed" : ""} ${e.tail ? "<-" : ""} ${e.head ? "->" : ""} from ${points.join(" then to ")}${e.label ? ` ${JSON.stringify(e.label.replace(/\n/g, " "))} above` : ""}`.replace("<-  ->", "<->"));
  }
  await Pikchr.loadWASM();
  const svg = Pikchr.render(lines.join("\n"));
  if (!svg.includes("<svg")) throw new Error(svg.slice(0, 300));
  return svg;
}
