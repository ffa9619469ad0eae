import { Failure } from "./command.mjs";
import { runTests } from "./test.mjs";

/** Test files, with as many repetitions as a proof takes. @param {readonly string[]} files @returns {(args: readonly string[]) => Promise<number>} */
const tests = (files) => (args) => runTests([...files, ...args], { ...process.env, PROOF: "1" });

/**
 * The long proofs: too slow for every change, and run by name. Each takes the arguments after its name and resolves to the exit code. Those with
 * files of their own are loaded when they run: the tasks load before the dependencies are installed.
 * @type {Record<string, (args: readonly string[]) => Promise<number>>}
 */
const PROOFS = {
  /** Every planted removal of a guard is caught. */
  guards: async (args) => (await import("../proofs/guards.mjs")).proveGuards(args),
  /** Processes killed at every step of what they do, and a hundred times around the sending of a mail. */
  kills: tests(["jobs-under-fire", "mail-under-fire"]),
  /** Processes killed a hundred times around telling of an event; receivers that hang, redirect, drip and rebind DNS. */
  events: tests([
    "events-under-fire",
    "packages/core/src/background/events/events.test.ts",
    "packages/core/src/operators/webhooks/webhooks.test.ts",
    "packages/core/src/platform/https-webhook-sender.test.ts",
  ]),
  /** A hundred races of a deletion with each thing that may meet it, a thousand crowds in organizations. */
  races: tests(["deletion-races", "ownership.property"]),
  /** A thousand deletions and a hundred exports, by crews of workers. */
  workers: tests(["many-workers"]),
  /** Two thousand random sequences of calls, which both databases answer alike. */
  stores: tests(["packages/kysely/test/model.test.ts"]),
  /** Applications outside the workspace, made from the documents and the packed packages, each with its own test. */
  embedding: async (args) => (await import("../proofs/embedding.mjs")).proveEmbedding(args),
  /** No statement of the store slows down in tables of millions of rows. */
  "big-tables": async (args) => (await import("../proofs/big-tables.mjs")).proveBigTables(args),
  /** Every command of the documents works as it is printed, the slow ones too. */
  documents: async () => {
    const { checkDocuments } = await import("../guide/check-documents.mjs");
    const problem = await checkDocuments({ slow: true });
    if (problem !== null) throw new Failure(problem);
    return 0;
  },
  /** Everything works through a real pgbouncer in transaction mode, and the default mode is refused there. */
  pgbouncer: async (args) => (await import("../proofs/pgbouncer.mjs")).provePgbouncer(args),
  /** The store and a sample of the surface work on the oldest Postgres that is supported. */
  "postgres-15": async (args) => (await import("../proofs/postgres-15.mjs")).provePostgres15(args),
  /** A primary that dies under load costs clean failures, and nothing that was acknowledged. */
  failover: async (args) => (await import("../proofs/failover.mjs")).proveFailover(args),
  /** A restored backup brings no erased user back, whatever is killed meanwhile. */
  restore: async (args) => (await import("../proofs/restore.mjs")).proveRestore(args),
  /** Two processes are replaced one by one by those of another release, and back, and no request fails. */
  rolling: async (args) => (await import("../proofs/rolling.mjs")).proveRolling(args),
  /** The steps of the Dockerfile lead to a server and an example that run as an unprivileged user. */
  container: async () => (await import("../proofs/container.mjs")).proveContainer(),
  /** The pages reach the scores of Lighthouse that are asked for. */
  lighthouse: async (args) => (await import("../proofs/lighthouse.mjs")).proveLighthouse(args),
  /** The configurations of the guide work in the real nginx and Caddy. */
  proxies: async () => (await import("../proofs/proxies.mjs")).proveProxies(),
  /** The packages work on each Node that is supported, with the oldest and the newest of what applications bring. */
  nodes: async (args) => (await import("../proofs/nodes.mjs")).proveNodes(args),
};

export const PROOF_NAMES = Object.keys(PROOFS);

/** @param {readonly string[]} args */
export async function prove([name = "", ...args]) {
  const proof = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined;
  if (!proof)
    throw new Failure(`There is no proof "${name}". There are: ${PROOF_NAMES.join(", ")}.`);
  return proof(args);
}
