import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure, mustRun, ROOT, run } from "../tasks/command.mjs";
import { copyCheckout } from "./copy-checkout.mjs";

/** Bundles the server of a checkout. @param {string} checkout */
async function buildServerIn(checkout) {
  const { code, output } = await run(join(checkout, "node_modules/.bin/tsup"), [], {
    cwd: join(checkout, "packages/server"),
    quiet: true,
  });
  if (code !== 0) throw new Failure(`${output}\nThe server of ${checkout} could not be built.`);
}

/**
 * The server as it was at a commit, built with the dependencies that it had. Returns its checkout,
 * which is gone when this process ends.
 * @param {string} commit
 */
export async function buildCommit(commit) {
  const checkout = mkdtempSync(join(tmpdir(), "release-"));
  process.on("exit", () => rmSync(checkout, { recursive: true, force: true }));
  const archive = join(checkout, "release.tar");
  const { code } = await run("git", ["archive", `--output=${archive}`, commit], { quiet: true });
  if (code !== 0) throw new Failure(`This needs the history: there is no commit ${commit}.`);
  await mustRun("tar", ["-xf", archive, "-C", checkout]);
  await mustRun(
    "pnpm",
    ["install", "--frozen-lockfile", "--prefer-offline", "--reporter=silent"].concat(
      ["@acme/auth-server...", "."].map((name) => `--filter=${name}`),
    ),
    { cwd: checkout },
  );
  await buildServerIn(checkout);
  return checkout;
}

const MIGRATIONS = "packages/kysely/src/migrations/own-migrations.ts";
const LAST = /,?\n( *)\],\n/;

/**
 * The server of this checkout with migrations more than it has, as a later release would have them.
 * Returns its checkout.
 * @typedef {{ name: string, phase: "expand" | "contract", statements: readonly string[] }} Later
 * @param {readonly Readonly<Later>[]} migrations
 */
export async function buildLater(migrations) {
  const checkout = copyCheckout();
  const path = join(checkout, MIGRATIONS);
  const source = readFileSync(path, "utf8");
  const known = Math.max(...[...source.matchAll(/"\.\/(\d{4})-/g)].map(([, id]) => Number(id)));
  const rows = migrations.map(({ name, phase, statements }, index) => {
    const id = `${String(known + 1 + index).padStart(4, "0")}-${name}`;
    return `{ id: "${id}", phase: "${phase}", statements: () => ${JSON.stringify(statements)} },\n`;
  });
  if (!LAST.test(source)) throw new Failure(`${MIGRATIONS} has no list of migrations.`);
  writeFileSync(
    path,
    source.replace(LAST, (_end, space) => `,\n${rows.join("")}${space}],\n`),
  );
  await buildServerIn(checkout);
  return checkout;
}

/** The commit that stands for the release before the second factor. */
export const RELEASE_BEFORE_FACTORS = "266ee120da409577b6c085443f38602a5fc0a6c7";

/** The commit that stands for the first release. */
export const firstRelease = () =>
  /** @type {{ commit: string }} */ (
    JSON.parse(readFileSync(join(ROOT, "packages/kysely/test/first-release/secrets.json"), "utf8"))
  ).commit;
