import { run } from "./command.mjs";

/** Measures; arguments name the benchmarks to run. @param {readonly string[]} args */
export async function bench(args) {
  const { code } = await run("pnpm", ["--filter", "@acme/auth-benchmarks", "bench", ...args]);
  return code;
}
