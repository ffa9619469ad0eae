// How large and how loose the product code is. `npm run check sizes` holds the limits; `node scripts/sizes.mjs [words of paths …]` lists the worst files and
// functions and every cast and non-null assertion of the files whose paths have one of the words. `--root=FOLDER` measures another checkout.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT } from "./tasks/command.mjs";
import * as limits from "./limits.mjs";
import { measureSource } from "./measure-source.mjs";

/** @typedef {import("./measure-source.mjs").MeasuredFile} MeasuredFile */
/** @typedef {{ what: string, measured: number, limit: number }} Figure */

/** What is shipped. The testing kit, benchmarks and examples are not in it. */
const PRODUCT_PACKAGES = [
  "core",
  "http",
  "express",
  "fetch",
  "client",
  "kysely",
  "nodemailer",
  "server",
];
const LISTED = 12;

/** @param {string} root @returns {readonly MeasuredFile[]} */
export function measureProduct(root) {
  return PRODUCT_PACKAGES.flatMap((name) => {
    const folder = join(root, "packages", name, "src");
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test(-d)?\.tsx?$/.test(path))
      .sort()
      .map((path) => join(folder, path))
      .map((path) => measureSource(relative(root, path), readFileSync(path, "utf8")));
  });
}

/** Every figure that has a limit. Parameters are the linter's alone: two functions have four because a table or Express asks for it. @param {readonly MeasuredFile[]} files @returns {readonly Figure[]} */
export function figuresOf(files) {
  const functions = files.flatMap((file) => file.functions);
  const tokens = functions.map((each) => each.tokens);
  return [
    {
      what: "tokens of the largest file",
      measured: Math.max(...files.map((file) => file.tokens)),
      limit: limits.MAX_FILE_TOKENS,
    },
    {
      what: "tokens of a function, median",
      measured: quantile(tokens, 0.5),
      limit: limits.MAX_MEDIAN_FUNCTION_TOKENS,
    },
    {
      what: "tokens of a function, 95 of 100",
      measured: quantile(tokens, 0.95),
      limit: limits.MAX_P95_FUNCTION_TOKENS,
    },
    {
      what: "lines of the longest function",
      measured: Math.max(...functions.map((each) => each.lines)),
      limit: limits.MAX_CLOSURE_LINES,
    },
    {
      what: "casts",
      measured: files.flatMap((file) => file.casts).length,
      limit: limits.MAX_CASTS,
    },
    {
      what: "non-null assertions",
      measured: files.flatMap((file) => file.nonNullAssertions).length,
      limit: limits.MAX_NON_NULL_ASSERTIONS,
    },
  ];
}

/** @param {readonly number[]} values @param {number} share */
export const quantile = (values, share) =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0;

/** @param {Figure} figure */
export const isOverLimit = ({ measured, limit }) => measured > limit;

/** @param {readonly MeasuredFile[]} files */
function describeProduct(files) {
  const rows = [...PRODUCT_PACKAGES, ""].map((name) => {
    const within = files.filter(({ path }) => path.startsWith(`packages/${name}`));
    return summaryOf(name || "together", within);
  });
  const head = [
    "",
    "files",
    "lines",
    "tokens/file",
    "tokens/function",
    "parameters",
    "casts",
    "!",
    "per 1000",
  ];
  return [
    ...[head, ...rows].map((cells) => cells.map(aligned).join("")),
    "Tokens and parameters: median/95 of 100/largest. ²: `as unknown as`. Per 1000 lines: casts + non-null assertions.",
  ].join("\n");
}

/** @param {string} name @param {readonly MeasuredFile[]} files */
function summaryOf(name, files) {
  const lines = files.reduce((sum, file) => sum + file.lines, 0);
  const casts = files.flatMap((file) => file.casts).length;
  const double = files.flatMap((file) => file.doubleCasts).length;
  const assertions = files.flatMap((file) => file.nonNullAssertions).length;
  const perThousand = (/** @type {number} */ count) => ((count * 1000) / lines).toFixed(1);
  return [
    name,
    files.length,
    lines,
    spread(files.map((file) => file.tokens)),
    spread(files.flatMap((file) => file.functions.map((each) => each.tokens))),
    spread(files.flatMap((file) => file.functions.map((each) => each.parameters))),
    double > 0 ? `${casts} (${double}²)` : casts,
    assertions,
    `${perThousand(casts)} + ${perThousand(assertions)}`,
  ];
}

/** Median, 95 of 100, largest. @param {readonly number[]} values */
const spread = (values) =>
  [quantile(values, 0.5), quantile(values, 0.95), Math.max(...values)].join("/");

/** @param {string | number} cell @param {number} column */
const aligned = (cell, column) =>
  column === 0 ? String(cell).padEnd(12) : String(cell).padStart(column < 3 ? 7 : 17);

/** @param {readonly MeasuredFile[]} files */
function listWorst(files) {
  const functions = files.flatMap(({ path, functions }) =>
    functions.map((each) => ({ ...each, at: `${path}:${each.line} ${each.name}` })),
  );
  const manyParameters = functions.filter((each) => each.parameters > limits.MAX_PARAMETERS);
  const worst = (/** @type {"tokens" | "lines"} */ unit) =>
    functions.toSorted((one, other) => other[unit] - one[unit]).slice(0, LISTED);
  const places = (/** @type {"casts" | "nonNullAssertions"} */ kind) =>
    files.flatMap((file) => file[kind].map(({ line, text }) => `${file.path}:${line}  ${text}`));
  const largestFiles = files
    .toSorted((one, other) => other.tokens - one.tokens)
    .slice(0, LISTED)
    .map(({ path, tokens }) => `${tokens}  ${path}`);
  return [
    list("Largest files, in tokens", largestFiles),
    list(
      "Largest functions, in tokens",
      worst("tokens").map(({ at, tokens }) => `${tokens}  ${at}`),
    ),
    list(
      "Longest functions, in lines",
      worst("lines").map(({ at, lines }) => `${lines}  ${at}`),
    ),
    list(
      `More than ${limits.MAX_PARAMETERS} parameters`,
      manyParameters.map(({ at, parameters }) => `${parameters}  ${at}`),
    ),
    list("Casts", places("casts")),
    list("Non-null assertions", places("nonNullAssertions")),
  ].join("\n\n");
}

/** @param {string} title @param {readonly string[]} rows */
const list = (title, rows) => [`${title}:`, ...rows.map((row) => `  ${row}`)].join("\n");

/** Prints the figures, and says what is over its limit. @returns {string | null} */
export function checkSizes(root = ROOT) {
  const files = measureProduct(root);
  console.log(describeProduct(files));
  const over = figuresOf(files).filter(isOverLimit);
  const problem = over
    .map(({ what, measured, limit }) => `${what}: ${measured}, of ${limit} at most`)
    .join("\n");
  return problem === "" ? null : problem;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const words = args.filter((arg) => !arg.startsWith("--"));
  const elsewhere = args.find((arg) => arg.startsWith("--root="))?.slice("--root=".length);
  const root = resolve(elsewhere ?? ROOT);
  const problem = checkSizes(root);
  if (problem !== null) console.log(`\nOver the limit:\n${problem.replace(/^/gm, "  ")}`);
  const chosen = measureProduct(root).filter(({ path }) =>
    words.some((word) => path.includes(word)),
  );
  if (chosen.length > 0) console.log(`\n${listWorst(chosen)}`);
}
