import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rename } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { build } from "esbuild";

const here = import.meta.dirname;

const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a program, named from this folder, from sources, so that plain Node can run it; where the bundle is. All suites of a run share it, so no suite
 * removes it: the next run writes it anew.
 */
export function bundleProgram(name: string): Promise<string> {
  const bundle = bundles.get(name) ?? bundleAnew(name);
  bundles.set(name, bundle);
  return bundle;
}

async function bundleAnew(name: string): Promise<string> {
  const bundle = resolve(here, `../../node_modules/.cache/acme/${basename(name)}.mjs`);
  const outfile = `${bundle}.${process.pid}`;
  await build({
    entryPoints: [resolve(here, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@acme/source"],
    external: ["better-sqlite3", "@node-rs/argon2", "pg-native"],
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
  // Another worker may be starting the program from there.
  await rename(outfile, bundle);
  return bundle;
}

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
