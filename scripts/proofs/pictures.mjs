import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mustRun, ROOT } from "../tasks/command.mjs";
import { testInBrowser } from "../tasks/test-e2e.mjs";

/**
 * The variable Inter (OFL), in which the pictures are taken so that they look the same everywhere.
 * Nothing but this needs it, so it is installed when it runs; no page brings a font.
 */
const INTER = "@fontsource-variable/inter@5.3.0";

/**
 * Takes the pictures of the README and the guide anew.
 * @param {readonly string[]} words
 */
export async function takePictures(words) {
  const folder = mkdtempSync(join(tmpdir(), "pictures-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts", INTER];
  await mustRun("npm", install, { cwd: folder, quiet: true });
  const faces = ["latin-ext", "latin"].map((script) => {
    const file = `node_modules/@fontsource-variable/inter/files/inter-${script}-wght-normal.woff2`;
    const font = readFileSync(join(folder, file)).toString("base64");
    return `@font-face{font-family:Inter;font-weight:100 900;src:url(data:font/woff2;base64,${font})}`;
  });
  const fonts = join(folder, "fonts.css");
  writeFileSync(fonts, `${faces.join("")}body{font-family:Inter,sans-serif!important}`);
  process.env["SCREENSHOT_FONTS"] = fonts;
  process.env["PICTURES"] = join(ROOT, "docs/screenshots");
  return testInBrowser(["packages/pages/test/browser/pictures.ts", ...words]);
}
