import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Rival } from "@acme/auth-testing/store-contract";
import { build } from "tsup";
import type { FeatureList, StoresOf } from "../src/feature-tables.js";
import type { KyselyStore } from "../src/kysely-store.js";
import { type Database, openFile } from "./databases.js";

/** A call to the store of another process; `path` leads to the method. */
export interface Call {
  readonly id: number;
  readonly path: readonly string[];
  readonly given: readonly unknown[];
}

export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly fault?: Error;
  /** The code of the fault, which does not come along with it. */
  readonly code?: unknown;
}

/** The store of another process on the same file. `S` are the stores of features. */
export interface SecondProcess<S extends object = object> {
  readonly store: Rival<S> & Pick<KyselyStore, "migrate" | "health">;
  addSessions(prefix: string, owner: string, now: Date): Promise<readonly number[]>;
  readonly stop: () => Promise<void>;
}

const here = fileURLToPath(new URL(".", import.meta.url));

/** Builds the second process's program where it finds this package's dependencies. */
export async function buildStoreHost(): Promise<{ readonly program: string; remove(): void }> {
  const outDir = mkdtempSync(join(here, "..", "node_modules", ".store-host-"));
  const entry = { host: join(here, "store-host.ts") };
  const outExtension = () => ({ js: ".mjs" });
  const external = ["better-sqlite3", "kysely"];
  await build({
    entry,
    outDir,
    outExtension,
    external,
    noExternal: [/^@acme\//],
    format: "esm",
    target: "node20",
    platform: "node",
    config: false,
    silent: true,
    dts: false,
    esbuildOptions(options) {
      options.conditions = ["@acme/source"];
    },
  });
  return { program: join(outDir, "host.mjs"), remove: () => rmSync(outDir, { recursive: true }) };
}

export function startSecondProcess<S extends object = object>(
  program: string,
  file: string,
  features: FeatureList = [],
): SecondProcess<S> {
  const child = fork(program, [file, ...features.map(({ name }) => name)], {
    serialization: "advanced",
    execArgv: [],
  });
  const waiting = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (fault: unknown) => void }
  >();
  let calls = 0;

  child.on("message", ({ id, value, fault, code }: Answer) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (fault) call?.reject(Object.assign(fault, { code }));
    else call?.resolve(value);
  });
  const ended = new Promise<void>((resolve) =>
    child.once("exit", () => {
      for (const { reject } of waiting.values()) reject(new Error("the second process has ended"));
      resolve();
    }),
  );

  const call = (path: readonly string[], given: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = calls++;
      waiting.set(id, { resolve, reject });
      child.send({ id, path, given } satisfies Call, (failure) => failure && reject(failure));
    });
  const remote = (path: readonly string[]): unknown =>
    new Proxy(() => {}, {
      // Not a promise, whatever `await` asks.
      get: (_, key) =>
        typeof key === "string" && key !== "then" ? remote([...path, key]) : undefined,
      apply: (_, __, given: unknown[]) => call(path, given),
    });

  return {
    store: remote([]) as SecondProcess<S>["store"],
    addSessions: (...given) => call(["addSessions"], given) as Promise<readonly number[]>,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** A file that this process shares with another. */
export async function openSharedFile<const Features extends FeatureList = readonly []>(
  features?: Features,
): Promise<Database<StoresOf<Features>> & { readonly second: SecondProcess<StoresOf<Features>> }> {
  const opened = await openFile({ ...(features && { features }) });
  const host = await buildStoreHost();
  const second = startSecondProcess<StoresOf<Features>>(host.program, opened.file, features);
  const close = async (): Promise<void> => {
    await second.stop();
    await opened.close();
    host.remove();
  };
  return { ...opened, second, rivals: [second.store], close };
}
