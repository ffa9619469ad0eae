import { readdirSync } from "node:fs";

/**
 * A guard taken out of the product, and the test that notices. `npm run prove guards` tries each; `scripts/planted-removals.test.ts` keeps them true.
 * @typedef {object} PlantedRemoval
 * @property {string} row The row of docs/security-requirements.md that names the guard.
 * @property {string} what What the guard does, as a sentence.
 * @property {string} file The source file that holds it, from the root of the repository.
 * @property {string} find The text of the guard. It stands in the file once, however it is laid out: white space and trailing commas do not count.
 * @property {string} replace What stands there without the guard. It still compiles.
 * @property {string} test The test file that fails then; not one that starts the built server.
 * @property {string} [name] The title of the test that fails, or a part of it, to the letter: some test of the file has it. Without it the whole file runs.
 */

/** The removals of every file beside this one, by the name of the file. @returns {Promise<readonly (readonly [group: string, removals: readonly PlantedRemoval[]])[]>} */
export async function loadPlantedRemovals() {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => file.endsWith(".mjs") && file !== "index.mjs",
  );
  return Promise.all(
    files.toSorted().map(async (file) => {
      const { removals } = /** @type {{ removals: readonly PlantedRemoval[] }} */ (
        await import(`./${file}`)
      );
      return /** @type {const} */ ([file.replace(/\.mjs$/, ""), removals]);
    }),
  );
}

/**
 * The source without the guard; null when the guard does not stand in it exactly once.
 * @param {string} source
 * @param {Pick<PlantedRemoval, "find" | "replace">} removal
 */
export function plantRemoval(source, { find, replace }) {
  const places = placesOf(source);
  const code = textAt(source, places);
  const wanted = textAt(find, placesOf(find)).replace(/,$/, "");
  const first = code.indexOf(wanted);
  if (wanted === "" || first === -1 || code.includes(wanted, first + 1)) return null;
  const [start, last] = [places[first] ?? 0, places[first + wanted.length - 1] ?? 0];
  const comma = /,\s*$/.test(find) ? (/^\s*,/.exec(source.slice(last + 1))?.[0].length ?? 0) : 0;
  return source.slice(0, start) + replace + source.slice(last + 1 + comma);
}

/** Where each character stands that counts: no white space, and no comma in front of a closing bracket. @param {string} text */
function placesOf(text) {
  const trailing = new Set([...text.matchAll(/,(?=\s*[)\]}])/g)].map(({ index }) => index));
  return text
    .split("")
    .flatMap((character, index) => (/\s/.test(character) || trailing.has(index) ? [] : [index]));
}

/** @param {string} text @param {readonly number[]} places */
const textAt = (text, places) => places.map((place) => text[place]).join("");
