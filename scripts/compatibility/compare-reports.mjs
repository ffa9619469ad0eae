import ts from "typescript";
import { declarationsOf, reachedFrom, rewritten } from "./declarations.mjs";
import { pathOf, PROBES, programOf, SIDES } from "./two-sides.mjs";

/** @typedef {import("./read-reports.mjs").Reports} Reports */
/** @typedef {import("./declarations.mjs").Declarations} Declarations */
/** @typedef {import("./two-sides.mjs").Side} Side */
/** @typedef {{ entry: string, name: string, what: string, culprits: readonly string[] }} Break `culprits` are the names, `entry#name`, whose declarations were changed. */
/** @typedef {{ entry: string, name: string, before: ts.Symbol, after: ts.Symbol }} Pair */
/** @typedef {{ name: string, entry: string, line: string }} Probe A line that compiles as long as nothing breaks. */

/**
 * What was exported and is gone or narrower now, so that an application may no longer compile: the compiler is asked whether the new can stand in for the old.
 * @param {Reports} before @param {Reports} after @returns {readonly Break[]}
 */
export function breaksBetween(before, after) {
  const old = declarationsOf(before);
  const now = declarationsOf(after);
  const changed = rewritten(old, now);
  if (changed.size === 0) return [];
  const culpritsOf = (/** @type {string} */ key) =>
    [...reachedFrom(old, [key]), ...reachedFrom(now, [key])].filter((each) => changed.has(each));
  const compared = compare({ before, after }, { old, changed, culpritsOf });
  return compared.map((each) => {
    const culprits = new Set(culpritsOf(`${each.entry}#${each.name}`));
    return { ...each, culprits: [...culprits].sort() };
  });
}

/** @typedef {{ old: Declarations, changed: ReadonlySet<string>, culpritsOf: (key: string) => readonly string[] }} Changes */

/** @param {Record<Side, Reports>} reports @param {Changes} changes */
function compare(reports, { old, changed, culpritsOf }) {
  const entries = [...reports.before.keys()];
  const gone = entries
    .filter((entry) => !reports.after.has(entry))
    .map((entry) => ({ entry, name: "*", what: "the entry point is gone" }));
  const kept = entries.filter((entry) => reports.after.has(entry));
  const program = programOf(reports, [loadAll(kept)]);
  const pairs = pairsIn(program, kept);
  const concerned = pairs.filter(({ entry, name }) => culpritsOf(`${entry}#${name}`).length > 0);
  const missing = concerned.filter(({ after }) => after === undefined);
  const there = /** @type {readonly Pair[]} */ (
    concerned.filter(({ after }) => after !== undefined)
  );
  const values = pairs.filter(({ before }) => isValue(before));
  const reached = reachedFrom(
    old,
    values.map(({ entry, name }) => `${entry}#${name}`),
  );
  const checker = program.getTypeChecker();
  const probes = there.flatMap((pair) => {
    if (!isValue(pair.before)) return probesOfType(pair, reached);
    return isValue(pair.after) ? probesOfValue(pair, { changed, checker }) : [];
  });
  return [
    ...gone,
    ...missing.map(({ entry, name }) => ({ entry, name, what: "it is gone" })),
    ...there.flatMap((pair) => structureOf(pair, checker)),
    ...failedProbes(reports, kept, probes),
  ];
}

/** @param {ts.Symbol} symbol */
const isValue = ({ flags }) => (flags & ts.SymbolFlags.Value) !== 0;

/** @param {readonly string[]} entries Namespaces of both sides. */
const loadAll = (entries) =>
  entries
    .flatMap((entry, index) =>
      SIDES.map((side) => `import type * as ${side}${index} from "${side}:${entry}";`),
    )
    .join("\n");

/** @param {ts.Program} program @param {readonly string[]} entries */
function pairsIn(program, entries) {
  const checker = program.getTypeChecker();
  const exportsOf = (/** @type {Side} */ side, /** @type {string} */ entry) => {
    const source = program.getSourceFile(pathOf(side, entry));
    const module = source && checker.getSymbolAtLocation(source);
    const exported = module ? checker.getExportsOfModule(module) : [];
    return new Map(exported.map((symbol) => [symbol.name, resolved(symbol, checker)]));
  };
  return entries.flatMap((entry) => {
    const now = exportsOf("after", entry);
    return Array.from(exportsOf("before", entry), ([name, before]) => ({
      entry,
      name,
      before,
      after: now.get(name),
    }));
  });
}

/** @param {ts.Symbol} symbol @param {ts.TypeChecker} checker */
const resolved = (symbol, checker) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** What no assignment shows: a kind, type parameters or members that are gone. @param {Pair} pair @param {ts.TypeChecker} checker */
function structureOf({ entry, name, before, after }, checker) {
  const fault = (/** @type {string} */ what) => [{ entry, name, what }];
  if (isValue(before) && !isValue(after)) return fault("it is a type only");
  if (!(before.flags & ts.SymbolFlags.Type)) return [];
  if (!(after.flags & ts.SymbolFlags.Type)) return fault("it is no type");
  const [old, now] = [parametersOf(before), parametersOf(after)];
  if (now.length < old.length || required(now) > required(old))
    return fault("it takes other type parameters");
  const members = new Set(propertiesOf(after, checker));
  return propertiesOf(before, checker)
    .filter((member) => !members.has(member))
    .map((member) => ({ entry, name, what: `its member ${member} is gone` }));
}

/** @param {ts.Symbol} symbol @returns {readonly ts.TypeParameterDeclaration[]} */
const parametersOf = ({ declarations = [] }) =>
  declarations.map((each) => ("typeParameters" in each ? each.typeParameters : [])).find(Boolean) ??
  /** @type {any} */ ([]);

/** @param {readonly ts.TypeParameterDeclaration[]} parameters */
const required = (parameters) => parameters.filter((each) => !each.default).length;

/** Those of an object; a union has none of its own. @param {ts.Symbol} symbol @param {ts.TypeChecker} checker @returns {readonly string[]} */
function propertiesOf(symbol, checker) {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  return type.flags & ts.TypeFlags.Object
    ? checker.getPropertiesOfType(type).map(({ name }) => name)
    : [];
}

/**
 * The compiler cannot always tell that a type parameter stands for the same in two declarations. Where the declaration of a function is as it was, `any` is put
 * in for its parameters, and what it is made of is compared.
 * @param {Pair} pair @param {{ changed: ReadonlySet<string>, checker: ts.TypeChecker }} known @returns {readonly Probe[]}
 */
function probesOfValue({ entry, name, before }, { changed, checker }) {
  const counts = checker
    .getTypeOfSymbol(before)
    .getCallSignatures()
    .map(({ typeParameters = [] }) => typeParameters.length);
  const filled = changed.has(`${entry}#${name}`) ? [""] : [...new Set(counts.map(anyTimes))];
  return (filled.length === 0 ? [""] : filled).map((given) => ({
    entry,
    name,
    line: `{ let old!: typeof import("before:${entry}").${name}${given}; let now!: typeof import("after:${entry}").${name}${given}; old = now; }`,
  }));
}

/** A type of which no value is made may be what an application gives or gets. @param {Pair} pair @param {ReadonlySet<string>} reached @returns {readonly Probe[]} */
function probesOfType({ entry, name, before }, reached) {
  if (reached.has(`${entry}#${name}`)) return [];
  const given = anyTimes(parametersOf(before).length);
  const declared = `let old!: import("before:${entry}").${name}${given}; let now!: import("after:${entry}").${name}${given};`;
  return ["old = now;", "now = old;"].map((turn) => ({
    entry,
    name,
    line: `{ ${declared} ${turn} }`,
  }));
}

/** @param {number} count */
const anyTimes = (count) => (count === 0 ? "" : `<${Array(count).fill("any").join(", ")}>`);

/** @param {Record<Side, Reports>} reports @param {readonly string[]} entries @param {readonly Probe[]} probes */
function failedProbes(reports, entries, probes) {
  if (probes.length === 0) return [];
  const lines = [loadAll(entries).replaceAll("\n", " "), ...probes.map(({ line }) => line)];
  const program = programOf(reports, lines);
  const source = program.getSourceFile(PROBES);
  return program.getSemanticDiagnostics(source).flatMap(({ start = 0, messageText }) => {
    const probe = probes[(source?.getLineAndCharacterOfPosition(start).line ?? 0) - 1];
    return probe ? [{ entry: probe.entry, name: probe.name, what: reasonOf(messageText) }] : [];
  });
}

/** The innermost reason is what was changed. @param {string | ts.DiagnosticMessageChain} message @returns {string} */
const reasonOf = (message) =>
  ts.flattenDiagnosticMessageText(message, "\n").split("\n").at(-1)?.trim() ?? "";
