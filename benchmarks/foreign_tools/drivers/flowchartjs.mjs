// flowchart.js: operations lead on to one node, conditions to two, so charts are cut down to that beforehand.
import flowchart from "flowchart.js";

export async function draw(chart) {
  const out = new Map(chart.nodes.map((n) => [n.id, chart.edges.filter((e) => e.source === n.id)]));
  const kind = (n) => (out.get(n.id).length > 1 ? "condition" : out.get(n.id).length ? "operation" : "end");
  const lines = chart.nodes.map((n) => `${n.id}=>${kind(n)}: ${n.text.replace(/\n/g, " ").replace(/[|:]/g, ",")}`);
  for (const n of chart.nodes) {
    out.get(n.id).forEach((e, i) => lines.push(`${n.id}${kind(n) === "condition" ? `(${i ? "no" : "yes"}${i ? ", right" : ""})` : ""}->${e.target}`));
  }
  const drawn = flowchart.parse(lines.join("\n"));
  const first = Object.keys(drawn.symbols)[0];
  drawn.start = drawn.symbols[first];
  drawn.drawSVG("here", { "line-width": 2, "yes-text": "yes", "no-text": "no" });
  const svg = document.querySelector("#here svg");
  return new XMLSerializer().serializeToString(svg);
}
