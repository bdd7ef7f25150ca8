// Draws charts with one JavaScript tool: node draw.mjs MODULE node|browser REQUEST ANSWER (files)
// The request is {"options": {...}, "charts": [...]}; each line of the answer is {"name", "svg"} or {"name", "error"}.
// Tools that need a page are bundled by esbuild and run in Chromium.
import { appendFileSync, readFileSync } from "node:fs";
import { browser, bundled } from "./browser.mjs";

const [module, where, request, answer] = process.argv.slice(2);
const { options, charts } = JSON.parse(readFileSync(request, "utf8"));

async function inNode() {
  const { draw } = await import(`./drivers/${module}.mjs`);
  return { draw: (chart) => draw(chart, options), end: () => process.exit(0) };
}

async function inPage() {
  const chromium = await browser();
  const script = await bundled(`drivers/${module}.mjs`);
  const draw = async (chart) => {
    const page = await chromium.newPage();
    try {
      await page.setContent('<!DOCTYPE html><meta charset="utf-8"><body><div id="here"></div></body>');
      await page.addScriptTag({ content: script });
      return await page.evaluate((c, o) => driver.draw(c, o), chart, options);
    } finally {
      await page.close();
    }
  };
  return { draw, end: () => chromium.close() };
}

const tool = await (where === "browser" ? inPage() : inNode());
for (const chart of charts) {
  let line;
  try {
    line = { name: chart.name, svg: await tool.draw(chart) };
  } catch (error) {
    line = { name: chart.name, error: String(error?.message ?? error?.err ?? JSON.stringify(error)) };
  }
  appendFileSync(answer, JSON.stringify(line) + "\n");
}
await tool.end();
