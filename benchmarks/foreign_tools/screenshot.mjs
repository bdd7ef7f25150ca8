// Pictures of SVG files as Chromium shows them: node screenshot.mjs SCALE REQUEST
// The request, a file, is {"pairs": [[svg, png], ...]}.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { browser } from "./browser.mjs";

const LONGEST = 4000;
const [wanted, request] = process.argv.slice(2);
const { pairs } = JSON.parse(readFileSync(request, "utf8"));
const chromium = await browser();
for (const [svg, png] of pairs) {
  const page = await chromium.newPage();
  const source = readFileSync(svg, "utf8");
  await page.setContent(`<!DOCTYPE html><meta charset="utf-8"><style>body{margin:12px;background:white}img{display:block}</style><img>`);
  const size = await page.evaluate(async (text) => {
    const img = document.querySelector("img");
    img.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    await img.decode();
    return [img.offsetWidth, img.offsetHeight];
  }, source);
  const scale = Math.min(Number(wanted), LONGEST / Math.max(...size));
  await page.setViewport({ width: size[0] + 24, height: size[1] + 24, deviceScaleFactor: scale });
  await page.screenshot({ path: png, fullPage: false });
  await page.close();
}
await chromium.close();
