import type { Clock, LogFields, Logger } from "@acme/auth-core";
import { printable } from "../config/printable.js";

export type LogLevel = "debug" | "info" | "warn" | "error";

/** One JSON object per line, or for a person at a terminal, with colours or without. */
export type LogFormat = "json" | "plain" | "coloured";

/**
 * Returns the format that suits a stream. `NO_COLOR` keeps colours from a terminal that has them.
 */
export const formatFor = (stream: Pick<NodeJS.WriteStream, "isTTY" | "hasColors">): LogFormat => {
  if (!stream.isTTY) return "json";
  return stream.hasColors() ? "coloured" : "plain";
};

export interface LoggerOptions {
  /** The least severe events to write. */
  readonly level: LogLevel;
  readonly stream: NodeJS.WritableStream;
  readonly format: LogFormat;
  readonly clock: Clock;
}

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];
const COLOURS: Readonly<Record<LogLevel, string>> = {
  debug: "\u001b[2m",
  info: "\u001b[36m",
  warn: "\u001b[33m",
  error: "\u001b[31m",
};
const PLAIN = "\u001b[0m";
/** How many causes of an error are logged, each the cause of the one before. */
const MAX_CAUSES = 3;

interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

interface Line {
  readonly time: string;
  readonly level: LogLevel;
  readonly event: string;
  readonly fields: LogFields;
  readonly error: LoggedError | null;
}

/**
 * Writes `{ time, level, event, ...fields, error? }`, one line for each event, with every control
 * character escaped. Never throws.
 */
export function createLogger({ level: least, stream, format, clock }: LoggerOptions): Logger {
  // A reader that went away must not take the server with it.
  stream.on("error", () => {});
  const lineOf = FORMATS[format];
  const write = (
    level: LogLevel,
    event: string,
    { fields, cause }: { readonly fields: LogFields; readonly cause?: unknown },
  ): void => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    const time = clock.now().toISOString();
    try {
      stream.write(
        lineOf({ time, level, event, fields, error: cause === undefined ? null : describe(cause) }),
      );
    } catch {
      // A field or an error that throws when it is read: the event is logged without it.
      stream.write(lineOf({ time, level, event, fields: { unloggable: true }, error: null }));
    }
  };
  return {
    debug: (event, fields = {}) => write("debug", event, { fields }),
    info: (event, fields = {}) => write("info", event, { fields }),
    warn: (event, fields = {}) => write("warn", event, { fields }),
    error: (event, fields = {}, cause) => write("error", event, { fields, cause }),
  };
}

function describe(thrown: unknown, depth = 1): LoggedError {
  if (!(thrown instanceof Error)) return { name: typeof thrown, message: String(thrown) };
  const { name, message, stack, cause } = thrown;
  return {
    name,
    message,
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: describe(cause, depth + 1) }),
  };
}

function formatJson({ fields, error, ...head }: Line): string {
  // Written twice: the first puts them in front, the second keeps a field from replacing them.
  return `${printable(JSON.stringify({ ...head, ...fields, ...head, ...(error && { error }) }))}\n`;
}

function formatPlain({ time, level, event, fields, error }: Line, colour = "", end = ""): string {
  const pairs = Object.entries(fields).map(
    ([name, value]) =>
      ` ${end}${name}=${printable(typeof value === "string" ? value : String(value))}`,
  );
  const stack = error ? `\n${escapeLines(traceOf(error))}` : "";
  return `${time.slice(11, 23)} ${colour}${level.padEnd(5)} ${printable(event)}${pairs.join("")}${stack}${end}\n`;
}

const FORMATS: Readonly<Record<LogFormat, (line: Line) => string>> = {
  json: formatJson,
  plain: (line) => formatPlain(line),
  coloured: (line) => formatPlain(line, COLOURS[line.level], PLAIN),
};

const traceOf = ({ name, message, stack, cause }: LoggedError): string =>
  `${stack ?? `${name}: ${message}`}${cause ? `\ncaused by ${traceOf(cause)}` : ""}`;

const escapeLines = (text: string): string => text.split("\n").map(printable).join("\n");
