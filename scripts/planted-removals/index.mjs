import { readdirSync } from "node:fs";

/**
 * A guard taken out of the product, and the test that notices. `npm run prove guards` tries each; `scripts/planted-removals.test.ts` keeps them true.
 * @typedef {object} PlantedRemoval
 * @property {string} row The row of docs/security-requirements.md that names the guard.
 * @property {string} what What the guard does, as a sentence.
 * @property {string} file The source file that holds it, from the root of the repository.
 * @property {string} find The exact text of the guard. It stands in the file once.
 * @property {string} replace What stands there without the guard. It still compiles.
 * @property {string} test The test file that fails then; not one that starts the built server.
 * @property {string} [name] The title of the test that fails, or a part of it, to the letter. Without it the whole file runs.
 */

/** The removals of every file beside this one, by the name of the file. @returns {Promise<readonly (readonly [group: string, removals: readonly PlantedRemoval[]])[]>} */
export async function loadPlantedRemovals() {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".mjs") && file !== "index.mjs");
  return Promise.all(
    files.toSorted().map(async (file) => {
      const { removals } = /** @type {{ removals: readonly PlantedRemoval[] }} */ (await import(`./${file}`));
      return /** @type {const} */ ([file.replace(/\.mjs$/, ""), removals]);
    }),
  );
}
