// bpmn-js drawing a process that bpmn-auto-layout laid out: tasks, gateways with their question, sequence flows.
import { layoutProcess } from "bpmn-auto-layout";
import Viewer from "bpmn-js/lib/Viewer";

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;").replace(/\n/g, " ");

function process(chart) {
  const kind = (n) => {
    const [into, out] = ["target", "source"].map((end) => chart.edges.some((e) => e[end] === n.id));
    if (n.shape === "diam") return "exclusiveGateway";
    return !into ? "startEvent" : !out ? "endEvent" : "task";
  };
  const ends = (n) => chart.edges.map((e, i) => `${e.target === n.id ? `<bpmn:incoming>f${i}</bpmn:incoming>` : ""}${e.source === n.id ? `<bpmn:outgoing>f${i}</bpmn:outgoing>` : ""}`).join("");
  const nodes = chart.nodes.map((n) => `<bpmn:${kind(n)} id="${n.id}" name="${escaped(n.text)}">${ends(n)}</bpmn:${kind(n)}>`);
  const flows = chart.edges.map((e, i) => `<bpmn:sequenceFlow id="f${i}" sourceRef="${e.source}" targetRef="${e.target}" name="${escaped(e.label)}"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?><bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" id="d" targetNamespace="http://diagramloop"><bpmn:process id="p" isExecutable="false">${nodes.join("")}${flows.join("")}</bpmn:process></bpmn:definitions>`;
}

export async function draw(chart) {
  const here = document.getElementById("here");
  here.style.cssText = "width:2000px;height:2000px";
  const viewer = new Viewer({ container: here });
  await viewer.importXML(await layoutProcess(process(chart)));
  return (await viewer.saveSVG()).svg;
}
