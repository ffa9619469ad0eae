import { defineConfig } from "vitest/config";

// One process that runs test files again and again, each time with another mutant: scripts/proofs/mutation.
export default defineConfig({
  ssr: { resolve: { conditions: ["@acme/source", "node"] } },
  test: {
    include: ["scripts/proofs/mutation/worker.test.mjs"],
    runner: "./scripts/proofs/mutation/quiet-runner.mjs",
    // The same cases each time, or one mutant would meet other tests than the next.
    env: { TESTS: "sample", SEED: "0", DATABASE: "sqlite" },
    pool: "forks",
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    disableConsoleIntercept: true,
    reporters: ["dot"],
  },
});
