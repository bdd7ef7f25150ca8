// svgbob: boxes and arrows drawn with letters. Its package is meant for bundlers, so that its halves are joined here.
import { readFile } from "node:fs/promises";

const part = (name) => new URL(`../node_modules/svgbob-wasm/${name}`, import.meta.url);
const source = (await readFile(part("svgbob_wasm_bg.js"), "utf8")).replace(/^import.*$/m, "let wasm; export const bind = (made) => { wasm = made; };");
const glue = await import(`data:text/javascript,${encodeURIComponent(source)}`);
const { instance } = await WebAssembly.instantiate(await readFile(part("svgbob_wasm_bg.wasm")), { "./svgbob_wasm_bg.js": glue });
glue.bind(instance.exports);

export const draw = (chart) => glue.render(chart.source);
