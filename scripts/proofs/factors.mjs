import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, ROOT } from "../tasks/command.mjs";
import { runTests } from "../tasks/test.mjs";
import { DOORS } from "./better-auth/doors.mjs";
import { openBetterAuth } from "./better-auth/open.mjs";

/**
 * The newest release of 1.7, and one beside which the passkey plugin installs: devDependencies of
 * the server.
 */
const RELEASES = [
  { name: "better-auth-next", passkey: null },
  { name: "better-auth", passkey: "@better-auth/passkey" },
];
const SERVER = join(ROOT, "packages/server");
const MATRIX = "packages/server/test/second-factor/sign-in-matrix.test.ts";

/** @typedef {import("./better-auth/open.mjs").World} World */
/** @typedef {import("./better-auth/open.mjs").Person} Person */

/**
 * The matrix of doors: ours as tests, on both databases, and those of better-auth with its
 * two-factor plugin. Prints which of the latter open a session for a user who has enrolled an
 * authenticator app, before any code of it.
 * @param {readonly string[]} words Only these doors of better-auth; ours are left out then.
 */
export async function proveFactors(words) {
  const own = words.length === 0 ? await runTests([MATRIX], process.env) : 0;
  for (const release of RELEASES) {
    const names = [release.name, release.passkey].filter((name) => name !== null);
    console.log(`\n${names.map(versionOf).join(", ")}, Node ${process.versions.node}`);
    const world = await openBetterAuth(SERVER, release);
    const doors = Object.entries(DOORS).filter(
      ([name]) =>
        (release.passkey !== null || !name.includes("/passkey/")) &&
        (words.length === 0 || words.some((word) => name.includes(word))),
    );
    try {
      for (const [name, door] of doors) console.log(await outcomeOf(world, name, door));
    } finally {
      await world.close();
    }
  }
  return own;
}

/** @param {string} name @returns {string} */
function versionOf(name) {
  const file = join(SERVER, "node_modules", name, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  return `${manifest.name} ${manifest.version}`;
}

/**
 * Tries one door as a user without a second factor, which shows that it is one, and as a user with.
 * @param {World} world
 * @param {string} name
 * @param {import("./better-auth/doors.mjs").Door} door
 */
async function outcomeOf(world, name, door) {
  const without = await isOpened(world, await world.member(door), door);
  const enrolled = await world.member(door);
  await world.enroll(enrolled);
  const opened = await isOpened(world, enrolled, door);
  if (opened && !without) throw new Failure(`${name}: opened for the enrolled user only.`);
  const said = (/** @type {boolean} */ is) => (is ? "a session" : "none");
  return `${name.padEnd(48)} not enrolled: ${said(without).padEnd(10)} enrolled: ${said(opened)}`;
}

/**
 * @param {World} world
 * @param {Person} person
 * @param {import("./better-auth/doors.mjs").Door} door
 */
async function isOpened(world, person, door) {
  const goThrough = await door.prepare(world, person);
  const browser = world.browser();
  await goThrough(browser);
  return (await browser.send("GET", "/get-session")).body?.user?.email === person.email;
}
