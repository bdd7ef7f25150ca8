// Apache ECharts: a graph series at given places, drawn on its server side: small symbols with their texts below.
import * as echarts from "echarts";
import { isOval, middle } from "../places.mjs";

const DOT = 26;

export function draw(chart) {
  const [width, height] = [chart.width + 80, chart.height + 80];
  const view = echarts.init(null, null, { renderer: "svg", ssr: true, width, height });
  const symbol = (n) => (isOval(n) ? "circle" : n.shape === "diam" ? "diamond" : n.shape === "rounded" ? "roundRect" : "rect");
  const data = chart.nodes.map((n) => ({ id: n.id, name: n.text, x: middle(n)[0], y: middle(n)[1], symbol: symbol(n), symbolSize: DOT }));
  const links = chart.edges.map((e) => ({ source: e.source, target: e.target, symbol: [e.tail ? "arrow" : "none", e.head ? "arrow" : "none"], symbolSize: 8, label: { show: !!e.label, formatter: e.label, fontSize: 10 }, lineStyle: { type: e.dotted ? "dashed" : "solid", curveness: chart.edges.some((o) => o.source === e.target && o.target === e.source) ? 0.2 : 0 } }));
  const label = { show: true, position: "bottom", formatter: "{b}", color: "#222", fontSize: 12 };
  view.setOption({ animation: false, series: [{ type: "graph", layout: "none", left: 40, top: 40, width: chart.width, height: chart.height, preserveAspect: false, data, links, label, itemStyle: { color: "#fff", borderColor: "#5470c6" }, lineStyle: { color: "#555", opacity: 1 } }] });
  const svg = view.renderToSVGString();
  view.dispose();
  return svg;
}
