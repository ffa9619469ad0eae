import { execFile } from "node:child_process";
import { basename, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { bundleProgram } from "./processes/start-process.js";

const run = promisify(execFile);

describe("the command line of the server", () => {
  let program: string;

  beforeAll(async () => {
    program = await bundleProgram("../../src/main");
  });

  /** Nothing is configured, so a server would refuse to start. */
  const said = async (...args: readonly string[]) =>
    (await run(process.execPath, [program, ...args], { env: {} })).stdout;

  it.each(["--help", "-h"])("%s names the commands", async (flag) => {
    expect(await said(flag)).toMatch(/^ {2}serve .*\n {2}worker /m);
  });

  it.each(["--version", "-v"])("%s says which version it is", async (flag) => {
    expect(await said(flag)).toBe(`${manifest.version}\n`);
  });

  it("refuses to start without its configuration, and names each variable that is missing", async () => {
    const failure: unknown = await said("serve").catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/SERVICE_AUTH_SECRET[^]*SERVICE_AUTH_URL/) as string,
    });
  });

  it("is read before anything of the server is loaded", async () => {
    const { metafile } = await build({
      entryPoints: [resolve(import.meta.dirname, "../src/main.ts")],
      outdir: "out",
      write: false,
      metafile: true,
      bundle: true,
      splitting: true,
      platform: "node",
      format: "esm",
      conditions: ["@acme/source"],
      external: ["better-sqlite3", "@node-rs/argon2", "pg-native"],
      logLevel: "error",
    });
    const { outputs } = metafile;
    const entry = Object.values(outputs).find(({ entryPoint }) =>
      entryPoint?.endsWith("src/main.ts"),
    )!;
    const beside = entry.imports
      .filter(({ kind, external }) => kind === "import-statement" && !external)
      .map(({ path }) => outputs[path]!);
    const sources = [entry, ...beside].flatMap(({ inputs }) => Object.keys(inputs));
    expect(sources.map((source) => basename(source))).toEqual(["main.ts", "package.json"]);
  });
});
