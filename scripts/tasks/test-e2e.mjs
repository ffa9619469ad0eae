import { existsSync } from "node:fs";
import { Failure, run } from "./command.mjs";
import { withTemporaryFilesInMemory } from "./temporary-files.mjs";

const CHROMIUM = process.env["CHROMIUM"] || "/usr/bin/chromium";

/** What people see, in a real browser; arguments go to vitest. @param {readonly string[]} args */
export async function testInBrowser(args) {
  if (!existsSync(CHROMIUM)) {
    throw new Failure(
      `These tests need Chromium, and there is none at ${CHROMIUM}. Debian: apt-get install -y chromium. One that stands elsewhere: CHROMIUM=/its/path npm run test:e2e`,
    );
  }
  const options = ["run", "--config", "vitest.browser.config.ts"];
  const { code } = await run("node_modules/.bin/vitest", [...options, ...args], {
    env: withTemporaryFilesInMemory(process.env),
  });
  return code;
}
