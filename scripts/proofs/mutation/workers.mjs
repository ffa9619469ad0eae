import { Buffer } from "node:buffer";
import { spawn } from "node:child_process";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { clearInterval, setInterval } from "node:timers";

/** A worker that says nothing for so long runs in a circle. */
const STALL_MS = { load: 120_000, measure: 1_200_000, judge: 300_000 };

/** @typedef {{ readonly id?: string, readonly file?: string, readonly files?: readonly unknown[] }} Job */
/**
 * @typedef {object} Work
 * @property {string} checkout
 * @property {"load" | "measure" | "judge"} kind
 * @property {readonly Job[]} jobs
 * @property {(line: any) => void} onLine Takes what a worker has found out.
 */

/** @param {Job} job */
const keyOf = ({ id, file }) => id ?? file ?? "";

/**
 * Has the jobs done in as many processes as there are cores. A process that stops or stalls is
 * started again without the job that it was at, which has timed out.
 * @param {Work} work
 */
export async function workOff({ jobs, ...work }) {
  mkdirSync(join(work.checkout, ".mutation"), { recursive: true });
  const hands = Math.min(availableParallelism(), jobs.length);
  await Promise.all(
    Array.from({ length: hands }, async (_, hand) => {
      let left = jobs.filter((_job, index) => index % hands === hand);
      for (let round = 0; left.length > 0; round++) {
        const over = await runWorker(`${work.kind}-${hand}-${round}`, { ...work, jobs: left });
        left = left.filter((job) => !over.has(keyOf(job)));
      }
    }),
  );
}

/**
 * Runs one process until it ends.
 * @param {string} name @param {Work} work
 * @returns {Promise<ReadonlySet<string>>} The jobs that are over.
 */
async function runWorker(name, { checkout, kind, jobs, onLine }) {
  const order = join(checkout, ".mutation", `${name}.json`);
  const out = `${order}l`;
  writeFileSync(out, "");
  writeFileSync(order, JSON.stringify({ root: checkout, out, kind, jobs }));
  const progress = follow(out, onLine);
  const child = startVitest(checkout, { MUTATION_WORK: order });
  const timer = setInterval(() => {
    progress.read();
    if (Date.now() - statSync(out).mtimeMs > STALL_MS[kind]) child.stop();
  }, 500);
  const said = await child.ended;
  clearInterval(timer);
  const { over, current } = progress.read();
  if (over.size === 0 && current === null) throw new Error(`A worker did nothing:\n${said}`);
  if (current === null) return over;
  if (kind === "judge") onLine({ id: current, status: "Timeout", after: [] });
  return new Set([...over, current]);
}

/** Reads what a worker writes, from where it was read to before: what tests reach is megabytes. @param {string} out @param {Work["onLine"]} onLine */
function follow(out, onLine) {
  const over = /** @type {Set<string>} */ (new Set());
  let current = /** @type {string | null} */ (null);
  let position = 0;
  let begun = Buffer.alloc(0);
  const take = (/** @type {any} */ line) => {
    if (line.start !== undefined) current = line.start;
    else if (line.again) for (const id of line.again) over.delete(id);
    else if (!line.done) {
      over.add(keyOf(line));
      onLine(line);
    }
    if (line.start === undefined) current = null;
  };
  return {
    read() {
      const more = readFrom(out, position);
      position += more.length;
      const bytes = Buffer.concat([begun, more]);
      const to = bytes.lastIndexOf("\n") + 1;
      begun = bytes.subarray(to);
      for (const line of bytes.toString("utf8", 0, to).split("\n"))
        if (line) take(JSON.parse(line));
      return { over, current };
    },
  };
}

/** @param {string} path @param {number} position In bytes. */
function readFrom(path, position) {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(fstatSync(file).size - position);
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, position));
  } finally {
    closeSync(file);
  }
}

/** @param {string} checkout @param {Record<string, string>} env */
function startVitest(checkout, env) {
  const child = spawn(
    join(checkout, "node_modules/.bin/vitest"),
    ["run", "--config", "vitest.mutation.config.ts"],
    { cwd: checkout, env: { ...process.env, ...env }, stdio: "pipe", detached: true },
  );
  let said = "";
  const listen = (/** @type {Buffer} */ chunk) => (said = `${said}${chunk}`.slice(-5_000));
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const stop = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  process.once("exit", stop);
  const ended = new Promise((resolve) =>
    child.once("close", () => {
      process.off("exit", stop);
      stop();
      resolve(said);
    }),
  );
  return { ended, stop };
}
