// state-machine-cat (nodes are states).
import { render } from "state-machine-cat";

const quoted = (text) => JSON.stringify(text).replaceAll("\\n", " ");

export function draw(chart, options) {
  const states = (owner) => {
    const inner = chart.nodes.filter((n) => n.group === owner).map((n) => `${n.id} [label=${quoted(n.text)}]`);
    const nested = chart.groups.filter((g) => g.parent === owner).map((g) => `${g.id} [label=${quoted(g.text)}] { ${states(g.id)}; }`);
    return [...inner, ...nested].join(",\n");
  };
  const moves = chart.edges.map((e) => `${e.source} => ${e.target}${e.label ? `: ${e.label.replace(/[\n;,{}"]/g, " ")}` : ""};`);
  return render(`${states(null)};\n${moves.join("\n")}`, { outputType: "svg", direction: chart.direction === "LR" ? "left-right" : "top-down", ...options });
}
