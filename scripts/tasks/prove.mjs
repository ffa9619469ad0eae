import { readdirSync } from "node:fs";
import { buildServer } from "./build.mjs";
import { Failure } from "./command.mjs";
import { runTests } from "./test.mjs";

/** @typedef {(args: readonly string[]) => Promise<number>} Proof */

/**
 * Test files, with as many repetitions as a proof takes.
 * @param {readonly string[]} files
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Proof}
 */
const tests =
  (files, env = { PROOF: "1" }) =>
  (args) =>
    runTests([...files, ...args], { ...process.env, ...env });

/** A program of a package, beside the built server. @param {string} path @returns {Proof} */
const program = (path) => async (args) => {
  await buildServer();
  return (await import("../bundle.mjs")).runProgram(path, args);
};

/**
 * After installing a package of Debian, unless its program is there.
 * @param {string} file
 * @param {string} name
 * @param {Proof} proof
 * @returns {Proof}
 */
const withDebian = (file, name, proof) => async (args) => {
  await (await import("../proofs/debian.mjs")).installFromDebian(file, name);
  return proof(args);
};

const POSTGRES_15 = "/usr/lib/postgresql/15/bin";
/** The contract of the store, the migrations, and of the surface what writes most. */
const STORED = [
  ...["packages/kysely/test/store.test.ts", "packages/kysely/test/migrate.test.ts"],
  ...["email-otp", "password", "organizations", "deletion", "export"].map(
    (subject) => `packages/server/test/surface/${subject}.test.ts`,
  ),
];
/**
 * The contract of the store, the whole surface, and everything that several processes do to one
 * database.
 */
const POOLED = [
  ...["packages/kysely/test/store.test.ts", "packages/server/test/surface", "code-races"],
  ...["organization-races", "deletion-races", "jobs-under-fire", "mail-under-fire"],
  "many-workers",
];

/**
 * The long proofs: too slow for every change, and run by name. Each takes the arguments after its
 * name and resolves to the exit code. Those with files of their own are loaded when they run: the
 * tasks load before the dependencies are installed.
 * @type {Record<string, (args: readonly string[]) => Promise<number>>}
 */
const PROOFS = {
  /** Every planted removal of a guard is caught. */
  guards: async (args) => (await import("../proofs/guards.mjs")).proveGuards(args),
  /**
   * Processes killed at every step of what they do, and a hundred times around the sending of a
   * mail.
   */
  kills: tests(["jobs-under-fire", "mail-under-fire"]),
  /**
   * Processes killed a hundred times around telling of an event; receivers that hang, redirect,
   * drip and rebind DNS.
   */
  events: tests([
    "events-under-fire",
    "packages/core/src/background/events/events.test.ts",
    "packages/webhooks/src/webhooks.test.ts",
    "packages/webhooks/src/platform/https-webhook-sender.test.ts",
  ]),
  /**
   * A hundred races of a deletion with each thing that may meet it, a thousand crowds in
   * organizations.
   */
  races: tests(["deletion-races", "ownership.property"]),
  /** A thousand deletions and a hundred exports, by crews of workers. */
  workers: tests(["many-workers"]),
  /** Two thousand random sequences of calls, which both databases answer alike. */
  stores: tests(["packages/kysely/test/model.test.ts"]),
  /**
   * Applications outside the workspace, made from the documents and the packed packages, each with
   * its own test.
   */
  embedding: async (args) => (await import("../proofs/embedding.mjs")).proveEmbedding(args),
  /**
   * What `npm create @acme/auth` makes in an empty folder, of each framework: it builds,
   * type-checks, passes its own test and runs. Arguments choose frameworks.
   */
  scaffolds: async (args) => (await import("../proofs/scaffolds.mjs")).proveScaffolds(args),
  /**
   * Both databases with five million sessions, a million users and ten million audit entries: no
   * statement reads, walks or sorts a big table. `--scale 0.1` fills a tenth, below which plans say
   * little; `--engine sqlite` takes one database; `--sabotage "drop index …"` shows that it fails.
   */
  "big-tables": program("packages/kysely/proofs/big-tables.ts"),
  /** Every command of the documents works as it is printed, the slow ones too. */
  documents: async () => {
    const { checkDocuments } = await import("../guide/check-documents.mjs");
    const problem = await checkDocuments({ slow: true });
    if (problem !== null) throw new Failure(problem);
    return 0;
  },
  /**
   * The suites on Postgres through a real pgbouncer in transaction mode with four connections, and
   * two processes of the server under load; the default mode is refused there. Arguments are test
   * files to run instead of the suites.
   */
  pgbouncer: withDebian("/usr/sbin/pgbouncer", "pgbouncer", async (files) => {
    const served = await program("packages/server/proofs/pgbouncer.ts")([]);
    const options = ["--testNamePattern", "[Pp]ostgres", "--testTimeout", "180000"];
    const suites = files.length > 0 ? files : POOLED;
    return served || tests(suites, { POSTGRES_POOLING: "transaction" })(options);
  }),
  /**
   * The store and what writes most of the surface work on the oldest Postgres that is supported.
   */
  "postgres-15": withDebian(`${POSTGRES_15}/postgres`, "postgresql-15", async (args) => {
    const newer = readdirSync("/usr/lib/postgresql").find((version) => Number(version) > 15);
    if (newer) throw new Failure(`Postgres ${newer} would be taken in the place of 15.`);
    const options = ["--testNamePattern", "[Pp]ostgres", ...args];
    return tests(STORED, { POSTGRES: "system" })(options);
  }),
  /**
   * The primary of two Postgres 15 servers is killed under load and its synchronous standby
   * promoted: clean failures, and nothing acknowledged is lost or doubled. `--asynchronous` fails:
   * a standby that nobody waits for has not everything that was acknowledged.
   */
  failover: withDebian(
    `${POSTGRES_15}/pg_basebackup`,
    "postgresql-15",
    program("packages/server/proofs/failover.ts"),
  ),
  /**
   * A restored backup brings no erased user back, whatever is killed meanwhile; then a replay and
   * an append are killed at every step. `--engine sqlite|postgres` takes one database; `--no-steps`
   * leaves the steps out; `--without-ledger` fails: it shows what a restore does then.
   */
  restore: withDebian(`${POSTGRES_15}/pg_dump`, "postgresql-15", async (args) => {
    const restored = await program("packages/server/proofs/restore.ts")(args);
    if (restored !== 0 || args.includes("--no-steps")) return restored;
    return tests(["jobs-under-fire", "-t", "erasing a user again|carrying out a deletion"])([]);
  }),
  /**
   * Two processes are replaced one by one by those of another release, and back, and no request
   * fails.
   */
  rolling: async (args) => (await import("../proofs/rolling.mjs")).proveRolling(args),
  /**
   * The steps of the Dockerfile lead to a server and an example that run as an unprivileged user.
   */
  container: async () => (await import("../proofs/container.mjs")).proveContainer(),
  /** The pages reach the scores of Lighthouse that are asked for. */
  lighthouse: async (args) => (await import("../proofs/lighthouse.mjs")).proveLighthouse(args),
  /** The documentation site is accessible, finds what is searched for, and is fast. */
  site: async (args) => (await import("../proofs/site.mjs")).proveSite(args),
  /** The pictures of the README and the guide, taken anew from the pages as they are. */
  pictures: async (args) => (await import("../proofs/pictures.mjs")).takePictures(args),
  /** The configurations of the guide work in the real nginx and Caddy. */
  proxies: async () => (await import("../proofs/proxies.mjs")).proveProxies(),
  /**
   * The packages work on each Node that is supported, with the oldest and the newest of what
   * applications bring.
   */
  nodes: async (args) => (await import("../proofs/nodes.mjs")).proveNodes(args),
  /**
   * The contract of the store on each engine, among them Node's own SQLite under the newer Node, and
   * libSQL's driver; what passed is written into `scripts/engines.json`, of which the page is made.
   * Arguments are words of engines.
   */
  engines: async (args) => (await import("../proofs/engines.mjs")).proveEngines(args),
  /**
   * An application that has ejected all templates compiles, runs with and without a build, and shows
   * the same.
   */
  eject: async (args) => (await import("../proofs/eject.mjs")).proveEject(args),
  /**
   * Which doors open a session before the second proof of a user who has enrolled: none of ours, and
   * those of better-auth with its two-factor plugin as they are found. Arguments are words of doors
   * of the latter.
   */
  factors: async (args) => (await import("../proofs/factors.mjs")).proveFactors(args),
};

export const PROOF_NAMES = Object.keys(PROOFS);

/** @param {readonly string[]} args */
export async function prove([name = "", ...args]) {
  const proof = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined;
  if (!proof)
    throw new Failure(`There is no proof "${name}". There are: ${PROOF_NAMES.join(", ")}.`);
  return proof(args);
}
