import { defineConfig } from "vitest/config";

// The fast suites, which need no Postgres: mutation testing runs them thousands of times.
export default defineConfig({
  ssr: { resolve: { conditions: ["@acme/source", "node"] } },
  test: {
    include: ["packages/{core,http,express}/src/**/*.test.ts"],
    // The same cases each time, or one mutant would meet other tests than the next.
    env: { TESTS: "all", SEED: "0" },
    testTimeout: 10_000,
  },
});
