import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Something the reader can mend; its message is all they need to see. */
export class Failure extends Error {}

const SIGNAL_CODES = /** @type {const} */ ({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 });

/** @typedef {keyof typeof SIGNAL_CODES} StopSignal */
/** @typedef {{ child: import("node:child_process").ChildProcess, group: boolean }} Running */

/** @type {Set<Running>} */
const running = new Set();
/** @type {StopSignal | null} */
let stoppedBy = null;

for (const signal of /** @type {StopSignal[]} */ (Object.keys(SIGNAL_CODES)))
  process.on(signal, () => stop(signal));
if (process.env["npm_lifecycle_event"] !== undefined) stopWithParent();

/**
 * Passes a signal on to everything that runs. From now on nothing more is started.
 * @param {StopSignal} signal
 */
export function stopRunning(signal) {
  stoppedBy ??= signal;
  for (const each of running) tell(each, signal);
}

/** @param {StopSignal} signal */
function stop(signal) {
  stopRunning(signal);
  if (running.size === 0) process.exit(SIGNAL_CODES[signal]);
}

/** npm that is killed outright passes no signal on; then this process has a new parent. */
function stopWithParent() {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop("SIGTERM"), 500).unref();
}

/** @param {Running} each @param {NodeJS.Signals} signal */
function tell({ child, group }, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(group ? -child.pid : child.pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * @typedef {object} Options
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {boolean} [quiet] Collect the output instead of showing it.
 * @property {boolean} [service] One process that stops its own children on SIGTERM, and stops when
 * its channel to us closes.
 * @property {boolean} [interactive] It reads what is typed.
 * @property {AbortSignal} [until] Stops the program with SIGTERM when it is aborted.
 */

/**
 * Runs a program to its end. A signal to us reaches it and everything it started.
 * @param {string} program @param {readonly string[]} args @param {Options} [options]
 * @returns {Promise<{ code: number, output: string, stdout: string }>} `output` is both streams as
 * they came; what a program reads stands in `stdout`
 */
export function run(
  program,
  args,
  {
    env = process.env,
    cwd = ROOT,
    quiet = false,
    service = false,
    interactive = false,
    until,
  } = {},
) {
  if (stoppedBy) process.exit(SIGNAL_CODES[stoppedBy]);
  // Only a program of our own session may read from the terminal.
  const group = !service && !interactive;
  const stdio = stdioOf({ quiet, service, interactive });
  const child = spawn(program, args, { cwd, env, detached: group, stdio });
  const entry = { child, group };
  running.add(entry);
  until?.addEventListener("abort", () => tell(entry, "SIGTERM"));
  /** @type {Buffer[]} */
  const chunks = [];
  /** @type {Buffer[]} */
  const printed = [];
  child.stdout?.on("data", (chunk) => void (chunks.push(chunk), printed.push(chunk)));
  child.stderr?.on("data", (chunk) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once("error", (cause) => {
      running.delete(entry);
      reject(new Failure(`Could not run ${program}: ${cause.message}`, { cause }));
    });
    child.once("close", (code, signal) => {
      running.delete(entry);
      if (stoppedBy && !service) process.exit(SIGNAL_CODES[stoppedBy]);
      resolve({ code: code ?? codeOf(signal), output: textOf(chunks), stdout: textOf(printed) });
    });
  });
}

/**
 * @param {{ quiet: boolean, service: boolean, interactive: boolean }} options
 * @returns {import("node:child_process").StdioOptions}
 */
function stdioOf({ quiet, service, interactive }) {
  const out = quiet ? "pipe" : "inherit";
  if (service) return ["inherit", out, out, "ipc"];
  return [interactive ? "inherit" : "ignore", out, out];
}

/** @param {readonly Buffer[]} chunks */
const textOf = (chunks) => Buffer.concat(chunks).toString();

/** @param {NodeJS.Signals | null} signal */
const codeOf = (signal) =>
  signal && Object.hasOwn(SIGNAL_CODES, signal)
    ? SIGNAL_CODES[/** @type {StopSignal} */ (signal)]
    : 1;

/**
 * Like `run`, with the output shown, and a `Failure` when the program fails.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Options} [options]
 */
export async function mustRun(program, args, options) {
  const { code } = await run(program, args, options);
  if (code !== 0) throw new Failure(`${[program, ...args].join(" ")} ended with code ${code}.`);
}

/**
 * A check that passes when the program does; what is wrong is what it prints.
 * @param {string} name @param {readonly string[]} command @param {Options} [options] @returns
 * {import("./check.mjs").Check}
 */
export const program = (name, [path = "", ...args], options) => ({
  name,
  run: async () => {
    const { code, output } = await run(path, args, { ...options, quiet: true });
    return code === 0 ? null : output || `ended with code ${code}`;
  },
});
