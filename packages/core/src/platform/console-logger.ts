import type { LogFields, Logger } from "../ports/logger.js";

/** How many errors of one chain are written, each the cause of the one before. */
const MAX_ERRORS = 5;

/**
 * A log that goes nowhere: `createAuth({ logger: silentLogger })`, for tests that provoke refusals.
 */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * The log of an application that brings none: warnings and errors on standard error, with the
 * stacks of an error and of its causes. One entry for each event; its further lines are indented,
 * so that no message passes for an entry. Never throws.
 */
export const consoleLogger: Logger = {
  ...silentLogger,
  warn: (event, fields) => console.warn(entryOf("warn", event, { fields })),
  error: (event, fields, cause) => console.error(entryOf("error", event, { fields, cause })),
};

interface Told {
  readonly fields: LogFields | undefined;
  readonly cause?: unknown;
}

function entryOf(level: "warn" | "error", event: string, { fields = {}, cause }: Told): string {
  const pairs = Object.entries(fields).map(
    ([name, value]) => ` ${name}=${printable(String(value))}`,
  );
  const head = `[auth] ${level} ${event}${pairs.join("")}`;
  try {
    return [head, ...linesOf(cause)].join("\n    ");
  } catch {
    return `${head}\n    what was thrown cannot be read`;
  }
}

function linesOf(cause: unknown): readonly string[] {
  const lines: string[] = [];
  for (let one = cause, depth = 0; one !== undefined && depth < MAX_ERRORS; depth++) {
    const trace = (depth > 0 ? "caused by " : "") + traceOf(one);
    lines.push(...trace.split("\n").map(printable));
    one = causeOf(one);
  }
  return lines;
}

const traceOf = (thrown: unknown): string =>
  thrown instanceof Error
    ? (thrown.stack ?? `${thrown.name}: ${thrown.message}`)
    : `${typeof thrown} ${String(thrown)}`;

/** A connection that fails on several IP addresses has no cause, but several errors. */
function causeOf(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return undefined;
  return thrown.cause ?? (thrown instanceof AggregateError ? thrown.errors[0] : undefined);
}

/** Spells out what a terminal would obey: controls, line separators and marks that reorder text. */
const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\u2028\u2029\p{Bidi_Control}\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
