import { defineConfig } from "vitest/config";

// What people see, in a real browser: its own configuration, so that the other tests need none.
export default defineConfig({
  ssr: { resolve: { conditions: ["@acme/source", "node"] } },
  test: {
    include: ["packages/*/test/browser/**/*.browser.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: "forks",
  },
});
