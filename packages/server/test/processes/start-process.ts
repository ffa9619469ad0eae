import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

/** A program of ours in a process of its own, answering messages. */
export interface Program {
  readonly process: ChildProcess;
  /** Sends a message and resolves with the answer to it. */
  ask<T>(message: object): Promise<T>;
  /** Ends it without warning, as a power cut would. */
  kill(): Promise<void>;
}

export async function startProgram(
  bundle: string,
  env: Readonly<Record<string, string>>,
): Promise<Program> {
  const child = fork(bundle, {
    env: { ...process.env, ...env },
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const waiting = new Map<number, (answer: unknown) => void>();
  let asked = 0;
  const ready = new Promise<void>((started, failed) => {
    child.on("message", (message: { readonly id: number; readonly answer: unknown } | "ready") => {
      if (message === "ready") started();
      else waiting.get(message.id)!(message.answer);
    });
    child.once("exit", (code) => failed(new Error(`the program ended with code ${code}`)));
  });
  await ready;
  return {
    process: child,
    ask: <T>(message: object) =>
      new Promise<T>((answered) => {
        const id = ++asked;
        waiting.set(id, answered as (answer: unknown) => void);
        child.send({ id, ...message });
      }),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
