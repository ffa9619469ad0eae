import type { TestProject } from "vitest/node";
import { readSampling } from "./sampling.js";

/** Says at the start which sample a run takes, and once more at its end when something has failed. */
export function setup({ config, vitest }: TestProject): () => void {
  const { extent, seed } = readSampling(config.env);
  if (extent === "sample")
    console.log(`Long lists are sampled by seed ${seed}; \`npm run test:full\` takes every case.`);
  return () => {
    if (vitest.state.getCountOfFailedTests() > 0)
      console.log(
        `\nTo repeat this run with the same choices: TESTS=${extent} SEED=${seed} npm test`,
      );
  };
}
