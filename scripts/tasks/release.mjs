import { Failure } from "./command.mjs";

/**
 * Loaded when they run. The last two are for those who hold tokens: nothing that was installed is loaded, and nothing is built.
 * @type {Readonly<Record<string, () => Promise<void>>>}
 */
const STEPS = {
  "": () => makeRelease({ rehearsal: false, onlyPack: false }),
  "--dry-run": () => makeRelease({ rehearsal: true, onlyPack: false }),
  "--pack": () => makeRelease({ rehearsal: false, onlyPack: true }),
  "--push": async () => (await import("../release/push.mjs")).push(await readShelf()),
  "--publish": async () => (await import("../release/publish.mjs")).publish(await readShelf()),
};

/** Whether it runs without any dependency. @param {readonly string[]} args */
export const needsNothing = (args) => args[0] === "--push" || args[0] === "--publish";

/**
 * Makes a release: versions, changelog, tarballs, bill of materials, commit, tag, and publishes. `--dry-run` does all but the last on a copy and shows what it
 * would do; `--pack` leaves it in `tarballs`, and `--push` and `--publish` go on from there.
 * @param {readonly string[]} args
 */
export async function release(args) {
  await stepOf(args, process.env)();
  return 0;
}

/**
 * What is misspelt would publish for good, and so would what npm took for itself because no `--` stood before it.
 * @param {readonly string[]} args @param {Readonly<Record<string, string | undefined>>} env
 */
export function stepOf(args, env) {
  const [option = "", ...more] = args;
  const step = Object.hasOwn(STEPS, option) ? STEPS[option] : undefined;
  const options = Object.keys(STEPS).filter((each) => each !== "");
  if (!step) throw new Failure(`There is no option "${option}". There are: ${options.join(", ")}.`);
  if (more.length > 0)
    throw new Failure(`One step at a time: ${option}, without ${more.join(" ")}.`);
  const swallowed = options.find((each) => env[`npm_config_${each.slice(2).replace("-", "_")}`]);
  if (swallowed)
    throw new Failure(`npm took ${swallowed} for itself: npm run release -- ${swallowed}`);
  return step;
}

/** @param {{ rehearsal: boolean, onlyPack: boolean }} options */
const makeRelease = async (options) =>
  (await import("../release/release.mjs")).makeRelease(options);

const readShelf = async () => {
  const { readRelease, SHELF } = await import("../release/shelf.mjs");
  return readRelease(SHELF);
};
