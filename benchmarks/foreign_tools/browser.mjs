// Headless Chromium for tools that need a page, and bundles of what they need.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import puppeteer from "puppeteer-core";

export const browser = () =>
  puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    userDataDir: mkdtempSync(join(tmpdir(), "foreign-tools-")),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
  });

export async function bundled(entry) {
  const result = await build({
    entryPoints: [new URL(entry, import.meta.url).pathname],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "driver",
    platform: "browser",
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"', "import.meta.env": "{}" },
    loader: { ".woff2": "dataurl", ".css": "text" },
    conditions: ["production"],
  });
  return result.outputFiles[0].text + "\n;globalThis.driver = driver;";
}
