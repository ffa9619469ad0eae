import { TestRunner } from "vitest";

/** Vitest's runner, which does the jobs of a worker once its own test file has run: tests cannot be collected inside a test. */
class MutationRunner extends TestRunner {
  /** @type {(() => Promise<void>) | null} */
  afterwards = null;

  /** @param {ConstructorParameters<typeof TestRunner>[0]} config */
  constructor(config) {
    super(config);
    Reflect.set(globalThis, "mutationRunner", this);
  }

  /** @override */
  async onAfterRunFiles() {
    super.onAfterRunFiles();
    await this.afterwards?.();
  }
}

// Vitest takes the default export of this file.
export { MutationRunner as default };
