import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../bundle.mjs";
import { buildServer } from "../tasks/build.mjs";
import { PLATFORMS } from "../tasks/tested-versions.mjs";
import { installNode } from "./nodes.mjs";
import { buildCommit, buildLater, firstRelease, RELEASE_BEFORE_FACTORS } from "./releases.mjs";

/**
 * What the next release adds: to the tables that every request reads, and a table and an index of
 * its own.
 */
const EXPAND = /** @type {const} */ ({
  name: "of-the-next-release",
  phase: "expand",
  statements: [
    "alter table auth_user add column of_the_next_release text",
    "alter table auth_session add column of_the_next_release text not null default ''",
    "alter table auth_job add column of_the_next_release integer",
    "alter table auth_outbox_mail add column of_the_next_release integer",
    "create table auth_of_the_next_release (id text not null primary key)",
    "create index auth_session_of_the_next_release on auth_session (of_the_next_release)",
  ],
});
/** What this release cannot live with. */
const CONTRACT = /** @type {const} */ ({
  name: "of-the-release-after",
  phase: "contract",
  statements: ["alter table auth_user drop column locale"],
});

/**
 * Replaces two processes over one database by those of another release, one by one, under traffic:
 * from the first release to this one, to a next one, back, and forward again, stopped and killed,
 * then back to the one before the second factor, while users have enrolled; on SQLite and on
 * Postgres. Shows that no request fails, that nothing is lost or half done, and
 * that a database which this release cannot live with is refused. `--requests 100000` is the long
 * form, `--engine sqlite` one database; with `--newer-node` all but the first release
 * run on the newest Node that is supported, with its own SQLite beside the first release's.
 * @param {readonly string[]} args
 */
export async function proveRolling(args) {
  console.log(
    "Building the first release, that before the second factor, this one and two later …",
  );
  const first = await buildCommit(firstRelease());
  const before = await buildCommit(RELEASE_BEFORE_FACTORS);
  await buildServer();
  const next = await buildLater([EXPAND]);
  const contracted = await buildLater([EXPAND, CONTRACT]);
  const newer = args.includes("--newer-node") ? await installNewerNode() : [];
  return runProgram("packages/server/proofs/rolling.ts", [
    `--first=${first}`,
    `--before=${before}`,
    `--next=${next}`,
    `--contracted=${contracted}`,
    ...newer,
    ...args.filter((arg) => arg !== "--newer-node"),
  ]);
}

async function installNewerNode() {
  const shelf = mkdtempSync(join(tmpdir(), "rolling-node-"));
  process.on("exit", () => rmSync(shelf, { recursive: true, force: true }));
  return [`--node=${await installNode(join(shelf, "node"), PLATFORMS["24"]?.node ?? "")}`];
}
