import { isStoreUnavailable, type Logger } from "@acme/auth-core";
import type { Config } from "../config/config.js";

/** The port that the server was to listen on, and the variables that say where. */
interface Listening {
  readonly port: number;
  readonly variable: "PORT" | "METRICS_PORT";
  readonly hostVariable: "HOST" | "METRICS_HOST";
}

/** The start is refused, although everything could be opened. The message says what to do. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}

type Advice = Readonly<Record<string, (listening: Listening) => string>>;

/** Why the server cannot listen, by the code of Node's error. */
const LISTENING: Advice = {
  EADDRINUSE: ({ port, variable }) =>
    `Port ${port} is in use. Stop what uses it, or start with another ${variable}.`,
  EACCES: ({ port, variable }) =>
    `Port ${port} may not be used by this user. Set ${variable} to 1024 or above, and put a proxy in front.`,
  EADDRNOTAVAIL: ({ hostVariable }) =>
    `${hostVariable} is no IP address of this machine. Correct it, or leave it out.`,
  ENOTFOUND: ({ hostVariable }) => `${hostVariable} names no machine. Correct it, or leave it out.`,
};

/** Why Postgres cannot be used, by the code of the connection's error or by SQLSTATE. */
const POSTGRES: Advice = {
  ECONNREFUSED: () =>
    "No database answers where DATABASE_URL says. Start it, or correct host and port.",
  ENOTFOUND: () => "The host of DATABASE_URL is not known. Correct it, or look at the network.",
  EAI_AGAIN: () => "The host of DATABASE_URL cannot be looked up now. Look at the network.",
  "3D000": () => "The database that DATABASE_URL names does not exist. Create it with createdb.",
  "28P01": () => "The database refuses the password in DATABASE_URL. Correct it.",
  "28000": () => "The database refuses the user in DATABASE_URL. Correct it, or see pg_hba.conf.",
  "42501": () =>
    "The user in DATABASE_URL may not change tables. Run auth-server migrate as one who may, and start with AUTO_MIGRATE=false.",
  "53300": () =>
    "The database has no connection left. Raise its max_connections, or lower DB_POOL_SIZE.",
  "55P03": () =>
    "Another session holds a lock on a table that must be changed. End its transaction, then start again.",
  "57P03": () => "The database is starting up or shutting down. Start again in a moment.",
};

const NO_FOLDER = "DATABASE_URL names a file in something that is no folder. Correct the path.";

/** Why a SQLite file cannot be used, by the code of the error of Node or of SQLite. */
const SQLITE: Advice = {
  ENOENT: () => "The folder of DATABASE_URL cannot be made. Correct the path.",
  EACCES: () => "The file of DATABASE_URL, or its folder, may not be written by this user.",
  EROFS: () => "The file of DATABASE_URL is on a file system that may only be read.",
  EISDIR: () => "DATABASE_URL names a folder. Name a file in it.",
  ENOTDIR: () => NO_FOLDER,
  EEXIST: () => NO_FOLDER,
  SQLITE_CANTOPEN: () => "The file of DATABASE_URL cannot be opened. Correct the path.",
  SQLITE_NOTADB: () => "The file of DATABASE_URL is no SQLite database. Name another file.",
  SQLITE_READONLY: () => "The file of DATABASE_URL may not be written by this user.",
  SQLITE_FULL: () => "The disk of DATABASE_URL is full.",
};

interface Failure {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly syscall?: unknown;
  readonly port?: unknown;
  readonly address?: unknown;
  readonly hostname?: unknown;
  readonly cause?: unknown;
}

const asFailure = (thrown: unknown): Failure =>
  typeof thrown === "object" && thrown !== null ? thrown : {};

/** Whether a newer release has changed the database so that this one does not work with it. */
export const isSchemaTooNew = (thrown: unknown): boolean =>
  asFailure(thrown).code === "SCHEMA_TOO_NEW";

/**
 * Returns what is wrong and what to do, in one line without a secret; null for a failure that is
 * not known.
 */
export function startProblem(thrown: unknown, config: Config): string | null {
  const { syscall, message } = asFailure(thrown);
  if (isSchemaTooNew(thrown)) return String(message);
  if (thrown instanceof StartRefused) return thrown.message;
  const isOfSocket = syscall === "listen" || syscall === "getaddrinfo";
  if (isOfSocket && !isStoreUnavailable(thrown)) return adviceIn(LISTENING, thrown, config);
  const table = config.databaseUrl.engine === "sqlite" ? SQLITE : POSTGRES;
  return adviceIn(table, thrown, config);
}

/** The advice for the first code in the chain of causes that has one. */
function adviceIn(table: Advice, thrown: unknown, config: Config): string | null {
  const listening = listeningOf(asFailure(thrown), config);
  for (let failure = asFailure(thrown); ; failure = asFailure(failure.cause)) {
    const { code, cause } = failure;
    if (typeof code === "string" && Object.hasOwn(table, code))
      return table[code]?.(listening) ?? null;
    if (cause === undefined) return null;
  }
}

/**
 * Which of the two ports it is about. A host that cannot be looked up comes without a port, and two
 * ports may both be free ones: then the host tells.
 */
function listeningOf(
  { port, address, hostname }: Failure,
  { metricsPort, metricsHost, ...config }: Config,
): Listening {
  const isKnownByPort = port !== undefined && config.port !== metricsPort;
  const isOfMetrics = isKnownByPort ? port === metricsPort : (hostname ?? address) === metricsHost;
  return metricsPort !== null && isOfMetrics
    ? { port: metricsPort, variable: "METRICS_PORT", hostVariable: "METRICS_HOST" }
    : { port: config.port, variable: "PORT", hostVariable: "HOST" };
}

/**
 * Logs why the start failed and ends the process: in one line that says what to do where that is
 * known, otherwise with the whole error.
 */
export function failStart(thrown: unknown, config: Config, logger: Logger): never {
  const problem = startProblem(thrown, config);
  if (problem === null) logger.error("start_failed", {}, thrown);
  else logger.error("start_failed", { problem });
  process.exit(1);
}
