import { buildServer } from "./build.mjs";
import { Failure, run } from "./command.mjs";

/** Measures; packages/benchmarks/README.md has the arguments. @param {readonly string[]} args */
export async function bench(args) {
  const built = await run("pnpm", ["--filter", "@acme/auth-benchmarks", "build"], { quiet: true });
  if (built.code !== 0) throw new Failure(`The benchmarks do not build:\n${built.output}`);
  // `start` starts the server as it is shipped.
  await buildServer();
  // The garbage collector can be called, so that growth of memory is told from garbage.
  const runner = ["--expose-gc", "packages/benchmarks/dist/run.js"];
  return (await run(process.execPath, [...runner, ...args])).code;
}
