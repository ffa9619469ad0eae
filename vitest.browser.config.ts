import { availableParallelism } from "node:os";
import { env } from "node:process";
import { defineConfig } from "vitest/config";

// What people see, in a real browser: its own configuration, so that the other tests need none.
export default defineConfig({
  ssr: { resolve: { conditions: ["@acme/source", "node"] } },
  test: {
    include: [
      ...["packages/*/test/browser/**/*.browser.ts", "scripts/*.browser.ts"],
      // `npm run prove pictures` takes them.
      ...(env["PICTURES"] ? ["packages/pages/test/browser/pictures.ts"] : []),
    ],
    globalSetup: ["packages/testing/src/postgres-global-setup.ts"],
    testTimeout: 90_000,
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
    pool: "forks",
    // Node gives up an IP address of `localhost` after 250 ms, which a busy process does not see
    // pass.
    execArgv: ["--network-family-autoselection-attempt-timeout=20000"],
    // As for the other tests: modules are loaded once, and the example is built once.
    isolate: false,
    // As many workers as cores: a worker waits for its browser, and the browser for it.
    maxWorkers: availableParallelism(),
  },
});
