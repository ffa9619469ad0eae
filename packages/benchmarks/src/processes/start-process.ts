import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Assignment, Report } from "./messages.js";

export interface Running {
  readonly port: number;
  /** Processor time of the process so far, in microseconds. */
  cpu(): Promise<number>;
  ask(question: string, given?: unknown): Promise<unknown>;
  /** The code that was mailed to that email address, now or later. */
  codeFor(email: string): Promise<string>;
  stop(): Promise<void>;
}

/** `--profile <folder>` leaves a processor profile of every process there. */
function profileFlags(): string[] {
  const at = process.argv.indexOf("--profile");
  return at < 0 ? [] : ["--cpu-prof", `--cpu-prof-dir=${process.argv[at + 1] ?? "."}`];
}

/** Starts `contenders/<name>` as a process of its own; resolves when it is ready. */
export function startProcess(name: string, assignment: Assignment): Promise<Running> {
  const entry = fileURLToPath(new URL(`./contenders/${name}.js`, import.meta.url));
  const child = fork(entry, [JSON.stringify(assignment)], {
    env: { ...process.env, NODE_ENV: "production" },
    execArgv: profileFlags(),
  });
  const answers = new Map<number, (value: unknown) => void>();
  const codes = new Map<string, string>();
  const awaitedCodes = new Map<string, (code: string) => void>();
  let asked = 0;

  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));

  const ask = (question: string, given?: unknown): Promise<unknown> =>
    new Promise((settle) => {
      answers.set(++asked, settle);
      child.send({ id: asked, ask: question, given });
    });

  function codeFor(email: string): Promise<string> {
    const code = codes.get(email);
    if (code === undefined) return new Promise((resolve) => awaitedCodes.set(email, resolve));
    codes.delete(email);
    return Promise.resolve(code);
  }

  function noteCode(email: string, code: string): void {
    const awaited = awaitedCodes.get(email);
    awaitedCodes.delete(email);
    if (awaited) awaited(code);
    else codes.set(email, code);
  }

  return new Promise((resolve, reject) => {
    child.once("exit", (status) => reject(new Error(`${name} ended with ${status}`)));
    child.on("message", (message: Report) => {
      if (message.kind === "answer") answers.get(message.id)?.(message.value);
      else if (message.kind === "code") noteCode(message.to, message.code);
      else
        resolve({
          port: message.port,
          ask,
          cpu: async () => Number(await ask("cpu")),
          codeFor,
          async stop() {
            if (child.connected) child.disconnect();
            await ended;
          },
        });
    });
  });
}
