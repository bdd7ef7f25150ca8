// nomnoml.
import nomnoml from "nomnoml";

const SHAPES = { diam: "choice", cyl: "database", circle: "usecase", "lean-r": "input" };
const plain = (text) => text.replace(/[\[\]|;<>#]/g, (c) => "\\" + c).replace(/\n/g, " ");

export function draw(chart, options) {
  const lines = Object.entries({ direction: chart.direction === "LR" ? "right" : "down", ...options }).map(([k, v]) => `#${k}: ${v}`);
  const box = (n) => `[<${SHAPES[n.shape] ?? "class"} id=${n.id}> ${plain(n.text)}]`;
  for (const n of chart.nodes) lines.push(box(n));
  for (const e of chart.edges) lines.push(`[<class id=${e.source}>] ${e.tail ? "<" : ""}${e.dotted ? "--" : "-"}${e.head ? ">" : ""} ${plain(e.label)} [<class id=${e.target}>]`);
  return nomnoml.renderSvg(lines.join("\n"));
}
