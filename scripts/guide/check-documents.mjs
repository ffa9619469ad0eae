import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../tasks/command.mjs";
import { readPage } from "./pages.mjs";
import { PLACES } from "./places.mjs";
import { runBlocks } from "./run-blocks.mjs";

/** @typedef {import("./pages.mjs").Block} Block */
/**
 * @typedef {object} Documents
 * @property {string} root
 * @property {Readonly<Record<string, () => Promise<import("./run-blocks.mjs").Place>>>} places
 * Where the commands of a page are run, by its path without `.md`.
 * @property {boolean} slow Whether to run the slow ones too.
 */

/**
 * The smallest use of a package is run in a stranger's application, by the check of the packed
 * packages.
 */
const TRIED = /^packages\/[\w-]+\/README$/;
/** Each block of this page is the command of a proof, and running the proof is how it is run. */
const PROOFS = "docs/proofs";
const COMMAND = /\bnpm (?:run )?(?<script>(?!run\b)[a-z][\w:]*)(?: (?<proof>[a-z][\w-]*))?/g;

/**
 * Runs the commands of every document that is no page of the guide, as they are printed. What is
 * not run says why: `no-run: the reason`.
 * @param {Partial<Documents>} [options] @returns {Promise<string | null>} What is wrong; null when
 * nothing is.
 */
export async function checkDocuments({ root = ROOT, places = PLACES, slow = false } = {}) {
  const pages = pagesOf(root).map((page) =>
    readPage(page, readFileSync(join(root, `${page}.md`), "utf8")),
  );
  const blocks = pages.flatMap((page) => page.blocks).filter(({ language }) => language === "sh");
  const faults = [
    ...pages.flatMap((page) => page.faults),
    ...blocks.flatMap((block) => faultsOf(block, { root, places })),
  ];
  if (faults.length > 0) return faults.join("\n");
  const problems = [];
  for (const [page, open] of Object.entries(places)) {
    const commands = blocks.filter((block) => block.page === page && isRun(block, slow));
    const problem = commands.length > 0 ? await runBlocks(commands, await open()) : null;
    if (problem !== null) problems.push(problem);
  }
  return problems.length === 0 ? null : problems.join("\n");
}

/** @param {Block} block @param {boolean} slow */
const isRun = ({ mode }, slow) => mode !== "no-run" && (slow || mode !== "slow");

/** What is written for people who then type. @param {string} root @returns {readonly string[]} */
function pagesOf(root) {
  const readmes = ["packages", "examples"].flatMap((room) =>
    namesIn(join(root, room)).map((name) => join(room, name, "README.md")),
  );
  const documents = namesIn(join(root, "docs")).map((name) => join("docs", name));
  return [...namesIn(root), ...documents, ...readmes]
    .filter((path) => path.endsWith(".md") && existsSync(join(root, path)))
    .map((path) => path.replace(/\.md$/, ""));
}

/** @param {string} folder */
const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder).sort() : []);

/**
 * @param {Block} block
 * @param {Pick<Documents, "root" | "places">} documents
 * @returns {readonly string[]}
 */
function faultsOf({ page, line, text, mode }, { root, places }) {
  const here = `${page}.md:${line}:`;
  const isTried =
    page === PROOFS
      ? text.split("\n").every((command) => /^(npm run prove |$)/.test(command))
      : TRIED.test(page) && mode === "background";
  const isPlaced = Object.hasOwn(places, page) || isTried;
  return [
    ...(mode === "no-run" || isPlaced
      ? []
      : [
          `${here} nothing runs this: mark it \`no-run: the reason\`, or give its page a place in scripts/guide/places.mjs.`,
        ]),
    ...(page.startsWith("examples") ? [] : missingCommands(text, root)).map(
      (command) => `${here} there is no "${command}".`,
    ),
  ];
}

/** What npm itself does. */
const OF_NPM = new Set(["install", "create"]);

/**
 * What is not run has to exist at least.
 * @param {string} text
 * @param {string} root
 * @returns {readonly string[]}
 */
function missingCommands(text, root) {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const commands = text.replace(/#.*$/gm, "");
  return Array.from(commands.matchAll(COMMAND)).flatMap(({ 0: command, groups }) => {
    const { script = "", proof } = groups ?? {};
    const exists = OF_NPM.has(script) || Object.hasOwn(scripts, script);
    // A test compares its headings with the proofs that there are.
    const proofs = readFileSync(join(root, `${PROOFS}.md`), "utf8");
    const isProof = script !== "prove" || proof === undefined || proofs.includes(`\n## ${proof}\n`);
    return exists && isProof ? [] : [command];
  });
}
