import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, ROOT } from "./command.mjs";

/**
 * How the smallest use in a package's README is tried: it runs to its end, it serves until it is stopped, it is a test, or it needs another machine and is
 * compiled only.
 * @typedef {"ends" | "serves" | "test" | "compiles"} Trial
 */
/** @typedef {{ room: string, language: "ts" | "sh", trial: Trial, text: string }} Example */

/** @type {Readonly<Record<string, Trial>>} */
const TRIALS = {
  client: "compiles",
  core: "ends",
  express: "serves",
  fetch: "ends",
  http: "ends",
  kysely: "ends",
  nodemailer: "compiles",
  server: "serves",
  testing: "test",
};

/** The first block of each README that is neither `no-run` nor about installing. @returns {readonly Example[]} */
export const readmeExamples = () =>
  Object.entries(TRIALS).map(([room, trial]) => {
    const path = join(ROOT, "packages", room, "README.md");
    const text = existsSync(path) ? readFileSync(path, "utf8") : "";
    const found = /^```(ts|sh background)\n([^]*?)^```$/m.exec(text);
    if (!found) throw new Failure(`packages/${room}/README.md shows no use of the package.`);
    return { room, trial, language: found[1] === "ts" ? "ts" : "sh", text: found[2] ?? "" };
  });

/** Packages whose README no trial is chosen for. @param {readonly { name: string }[]} packages */
export const untried = (packages) =>
  packages
    .map(({ name }) => name.replace("@acme/auth-", ""))
    .filter((room) => !Object.hasOwn(TRIALS, room));
