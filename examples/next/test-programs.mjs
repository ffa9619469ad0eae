import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

const TIMEOUT_MS = 60_000;

/** Starts a program. `ended` resolves with its code. */
export function run(args, env) {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  const ended = once(child, "exit").then(([code]) => code);
  return { ended, output: () => output, stop: () => child.kill() };
}

export async function until(isSo, what) {
  for (let waited = 0; waited < TIMEOUT_MS; waited += 100) {
    if (isSo()) return;
    await sleep(100);
  }
  throw new Error(`in vain: ${what}`);
}
