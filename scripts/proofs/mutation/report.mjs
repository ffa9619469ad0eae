import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { ROOT } from "../../tasks/command.mjs";
import { ACCEPTED } from "./accepted.mjs";

const LEAST_PERCENT = 90;
export const DOCUMENT = "docs/mutation-testing.md";

/** @typedef {import("./shapes.js").AcceptedSurvivor} AcceptedSurvivor */
/** @typedef {import("./shapes.js").Mutant} Mutant */
/** @typedef {import("./shapes.js").MutantFinding} MutantFinding */
/** @typedef {{ readonly of: number, readonly seed: string }} Drawn A sample: of how many changes, by which seed. */
/** @typedef {{ readonly name: string, readonly all: number, readonly noticed: number }} Score */

/** White space does not count, and long code is told by its beginning. @param {string} code */
export function shorten(code) {
  const flat = code.replaceAll(/\s+/g, " ").trim();
  return flat.length > 100 ? `${flat.slice(0, 99)}…` : flat;
}

/** @param {Pick<Mutant, "original" | "replacement">} mutant */
export const changeOf = ({ original, replacement }) =>
  `${shorten(original)} → ${shorten(replacement)}`;

/** @param {Mutant} mutant */
export const describeMutant = (mutant) => `${mutant.file}:${mutant.line} ${changeOf(mutant)}`;

/**
 * Prints the scores and the survivors that nobody has accepted, and writes the document when changes of the whole were tried, all or a sample.
 * @param {{ origin: string, findings: readonly MutantFinding[], broken: number, drawn: Drawn | null, whole: boolean }} given
 * @returns {Promise<number>} The exit code.
 */
export async function report({ origin, findings, broken, drawn, whole }) {
  const survivors = findings.filter((finding) => !isNoticed(finding));
  const accepted = new Map(survivors.map(({ mutant }) => [mutant, acceptedAs(origin, mutant)]));
  const unexplained = survivors.filter(({ mutant }) => !accepted.get(mutant));
  const scores = scoresOf(findings);
  const low = scores.filter(
    ({ name, noticed, all }) => name.startsWith("core/") && 100 * noticed < LEAST_PERCENT * all,
  );
  for (const score of scores)
    console.log(`${percent(score)} of ${score.all} changes in ${score.name} are noticed.`);
  for (const { mutant, status } of unexplained)
    console.log(`${status === "NoCoverage" ? "unreached" : "survived"}: ${describeMutant(mutant)}`);
  for (const { name } of low) console.log(`${name} is below ${LEAST_PERCENT} %.`);
  if (whole) {
    const text = documentOf({
      scores,
      broken,
      drawn,
      accepted: new Set(accepted.values()),
      unexplained: unexplained.map(({ mutant }) => mutant),
    });
    writeFileSync(join(ROOT, DOCUMENT), await format(text, { parser: "markdown" }));
  }
  return unexplained.length + low.length > 0 ? 1 : 0;
}

/** @param {MutantFinding} finding */
const isNoticed = ({ status }) => status === "Killed" || status === "Timeout";

/** The accepted survivor that a mutant is. @param {string} origin @param {Mutant} mutant */
function acceptedAs(origin, mutant) {
  const lines = readFileSync(join(origin, mutant.file), "utf8").split("\n");
  const line = lines[mutant.line - 1]?.trim();
  const change = changeOf(mutant);
  return ACCEPTED.find(
    (one) => one.file === mutant.file && one.line === line && one.change === change,
  );
}

/** @param {readonly MutantFinding[]} findings @returns {readonly Score[]} */
const scoresOf = (findings) =>
  [...groupBy(findings, ({ mutant }) => partOf(mutant.file))].map(([name, group]) => ({
    name,
    all: group.length,
    noticed: group.filter(isNoticed).length,
  }));

/** `core/sign-in`, `http/kernel`, `express`. @param {string} file */
function partOf(file) {
  const [, room = "", , wing = ""] = file.split("/");
  return wing.endsWith(".ts") ? room : `${room}/${wing}`;
}

/** @template T @param {readonly T[]} items @param {(item: T) => string} keyOf */
function groupBy(items, keyOf) {
  const groups = /** @type {Map<string, T[]>} */ (new Map());
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** @param {Pick<Score, "all" | "noticed">} score */
const percent = ({ noticed, all }) => `${((100 * noticed) / all).toFixed(1)} %`;

/** Half the width of the interval in which the share of all changes lies with 95 % (Wald), for a sample. @param {Score} score */
const margin = ({ noticed, all }) => 196 * Math.sqrt(((noticed / all) * (1 - noticed / all)) / all);

/** @param {{ scores: readonly Score[], broken: number, drawn: Drawn | null, accepted: ReadonlySet<AcceptedSurvivor | undefined>, unexplained: readonly Mutant[] }} given */
function documentOf({ scores, broken, drawn, accepted, unexplained }) {
  const tried = scores.reduce((sum, score) => sum + score.all, 0);
  const all = drawn?.of ?? tried;
  const rows = scores.map((score) => {
    const range = drawn ? ` ± ${margin(score).toFixed(1)}` : "";
    return `| ${score.name} | ${score.all} | ${score.noticed} | ${percent(score)}${range} |`;
  });
  const which = drawn
    ? `Of the others, a sample of ${tried} was tried (\`--sample=${tried} --seed=${drawn.seed}\`)`
    : "The others";
  const reasons = [
    ...groupBy(
      [...accepted].filter((one) => one !== undefined),
      ({ why }) => why,
    ),
  ].map(([why, group]) => `${why}\n\n${group.map(entry).join("\n")}`);
  return `# The tests, tested

\`npm run prove mutation\` writes this. It changes the sources, one place at a time, by the mutators of Stryker, and runs the tests that reach the place. Of ${all + broken} changes, ${broken} do not compile. ${which}:

| part | changes | noticed | |
|---|---|---|---|
${rows.join("\n")}

## Changes that no test notices

${reasons.join("\n\n")}
${unexplained.length > 0 ? `\nThese wait for a test, or for a reason why none can notice them:\n\n${unexplained.map(open).join("\n")}\n` : ""}`;
}

/** @param {Mutant} mutant */
const open = (mutant) => `- \`${mutant.file}:${mutant.line}\`: \`\` ${changeOf(mutant)} \`\``;

/** @param {AcceptedSurvivor} accepted */
const entry = ({ file, line, change }) => `- \`${file}\`, \`\` ${line} \`\`: \`\` ${change} \`\``;
