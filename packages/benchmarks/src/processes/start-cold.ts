import { execFileSync, spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type FigureTable, type Results, tableOf } from "../figures.js";
import { connect } from "../load/connection.js";
import { interleave } from "../load/race.js";
import { requestBytes } from "../load/request.js";

/** A program as an operator would start it, and the URL that says that it is up. */
export interface Program {
  readonly script: string;
  readonly args: (port: number) => readonly string[];
  readonly env: (port: number) => Readonly<Record<string, string>>;
  readonly path: string;
}

interface ColdStart {
  /** From the start of the process to the first answer that is 200. */
  readonly milliseconds: number;
  /** Processor time of the process until then. */
  readonly processorMs: number;
  /** Resident memory a second later, in MB. */
  readonly megabytes: number;
}

const PATIENCE_MS = 20_000;
const SETTLE_MS = 1_000;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function answers(port: number, path: string): Promise<boolean> {
  try {
    const connection = await connect(port);
    const { status } = await connection.exchange(requestBytes({ path }));
    connection.close();
    return status === 200;
  } catch {
    return false;
  }
}

const megabytesOf = (pid: number): number =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1_024;

/** Processor time of a running process so far, of all its threads, in milliseconds. Linux only. */
async function processorMsOf(pid: number): Promise<number> {
  // The first field of schedstat is exact to the nanosecond; stat counts in hundredths of a second.
  const spent = async (thread: string) =>
    readFile(`/proc/${pid}/task/${thread}/schedstat`, "latin1").catch(() => "0");
  const times = await Promise.all((await readdir(`/proc/${pid}/task`)).map(spent));
  return times.reduce((sum, time) => sum + Number(time.split(" ")[0]), 0) / 1e6;
}

/** Starts a program, waits for its first answer, lets it rest for a second, and kills it. */
async function startCold({ script, args, env, path }: Program): Promise<ColdStart> {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, [script, ...args(port)], {
    env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", ...env(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  try {
    while (!(await answers(port, path))) {
      if (child.exitCode !== null || performance.now() - start > PATIENCE_MS)
        throw new Error(`${script} does not come up:\n${said}`);
      await sleep(1);
    }
    const milliseconds = performance.now() - start;
    const processorMs = await processorMsOf(child.pid!);
    await sleep(SETTLE_MS);
    return { milliseconds, processorMs, megabytes: megabytesOf(child.pid!) };
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

/** Starts the programs in turns, each once before, which makes databases and fills caches. */
export async function startInTurns(
  programs: Readonly<Record<string, Program>>,
  rounds: number,
): Promise<Results<ColdStart>> {
  const entrants = Object.fromEntries(
    Object.entries(programs).map(([name, program]) => [name, () => startCold(program)]),
  );
  await interleave(entrants, 1);
  return interleave(entrants, rounds);
}

export const startTable = (
  about: Omit<FigureTable, "rows">,
  results: Results<ColdStart>,
): FigureTable =>
  tableOf(about, results, {
    ms: ({ milliseconds }) => milliseconds,
    "CPU ms": ({ processorMs }) => processorMs,
    "MB idle": ({ megabytes }) => megabytes,
  });
