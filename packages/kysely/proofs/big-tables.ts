import { parseArgs } from "node:util";
import { NAMED_CALLS, OUTER_CALLS, subjectsOf } from "./big-tables/calls.js";
import type { BigDatabase, Explained } from "./big-tables/database.js";
import { openPostgres } from "./big-tables/postgres.js";
import { createRecorder, type Recorded } from "./big-tables/recording.js";
import { openSqlite } from "./big-tables/sqlite.js";
import { type Sizes, sizesAt } from "./big-tables/tables.js";

const FEW_OF_A_USER = "sorts what one user has, which the policy bounds";
const FEW_OWNERS = "sorts the owners of one organization";
const FEW_FOUND = "sorts what a search has found, which has a limit";
const FOUND = /TEMP B-TREE|SCAN found/;
const FEW_DEAD = "sorts the dead rows of a queue, which wait for an operator";
const NEXT_CHANGE =
  "asks of each entry of a page whether the email address of a user has changed since";
const ONE_OF_A_USER = /^SEARCH c USING COVERING INDEX auth_audit_entry_email_changed/;

/**
 * Steps that are no fault where they stand, by method, and why. A permission that nothing needs
 * fails the proof.
 */
const PERMITTED: Readonly<Record<string, { readonly step: RegExp; readonly why: string }>> = {
  "passkeys.listByUser": { step: /TEMP B-TREE/, why: FEW_OF_A_USER },
  "linkedAccounts.listByUser": { step: /TEMP B-TREE/, why: FEW_OF_A_USER },
  "sessions.listLive": { step: /TEMP B-TREE/, why: FEW_OF_A_USER },
  "sessions.revokeOldest": { step: /TEMP B-TREE/, why: FEW_OF_A_USER },
  "organizations.lockOwnedBy": { step: /TEMP B-TREE/, why: FEW_OF_A_USER },
  "organizations.listSolelyOwnedBy": { step: /TEMP B-TREE/, why: FEW_OF_A_USER },
  "organizations.listByUser": { step: /TEMP B-TREE/, why: FEW_OF_A_USER },
  "memberships.findActive, hinted": { step: /TEMP B-TREE/, why: FEW_OF_A_USER },
  "memberships.findActive, since": { step: /TEMP B-TREE/, why: FEW_OF_A_USER },
  "invitations.listPendingFor": { step: /TEMP B-TREE/, why: FEW_OF_A_USER },
  "memberships.listOwners": { step: /TEMP B-TREE/, why: FEW_OWNERS },
  "memberships.listMatching, ofFew": { step: FOUND, why: FEW_FOUND },
  "memberships.listMatching, ofFewNext": { step: FOUND, why: FEW_FOUND },
  "memberships.listMatching, ofMany": { step: FOUND, why: FEW_FOUND },
  "memberships.listMatching, ofManyNext": { step: FOUND, why: FEW_FOUND },
  "jobs.listDead, first": { step: /TEMP B-TREE/, why: FEW_DEAD },
  "jobs.listDead, next": { step: /TEMP B-TREE/, why: FEW_DEAD },
  "outbox.listDead, first": { step: /TEMP B-TREE/, why: FEW_DEAD },
  "outbox.listDead, next": { step: /TEMP B-TREE/, why: FEW_DEAD },
  "webhookDeliveries.listDead, first": { step: /TEMP B-TREE/, why: FEW_DEAD },
  "webhookDeliveries.listDead, next": { step: /TEMP B-TREE/, why: FEW_DEAD },
  "audit.listNamed, ofUser": { step: ONE_OF_A_USER, why: NEXT_CHANGE },
  "audit.listNamed, ofUserNext": { step: ONE_OF_A_USER, why: NEXT_CHANGE },
  "audit.listNamed, ofOrganization": { step: ONE_OF_A_USER, why: NEXT_CHANGE },
  "audit.listNamed, ofOrganizationNext": { step: ONE_OF_A_USER, why: NEXT_CHANGE },
  "audit.listNamed, ofOneEvent": { step: ONE_OF_A_USER, why: NEXT_CHANGE },
  "audit.listNamed, ofOneActor": { step: ONE_OF_A_USER, why: NEXT_CHANGE },
  "audit.listNamed, ofOneActorNext": { step: ONE_OF_A_USER, why: NEXT_CHANGE },
  "audit.listNamed, ofOneEventNext": { step: ONE_OF_A_USER, why: NEXT_CHANGE },
  "sweep of auth_outbox_mail": { step: /TEMP B-TREE/, why: FEW_DEAD },
};

const OPEN = { postgres: openPostgres, sqlite: openSqlite } as const;

interface Row extends Explained {
  readonly statement: Recorded;
  readonly method: string;
}

/** A sweep has a statement for each table. */
const nameOf = ({ method, sql }: Recorded): string =>
  method === "sweep"
    ? `sweep of ${/(?:delete from|update) "(\w+)"/.exec(sql)?.[1] ?? "nothing"}`
    : method;

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(0)} s`;

/** Runs every method for every subject, and returns their statements, each text once. */
async function recordAll(database: BigDatabase, sizes: Sizes): Promise<readonly Recorded[]> {
  const recorder = createRecorder(database.openEngine());
  for (const subject of subjectsOf(sizes))
    for (const [name, call] of NAMED_CALLS)
      await recorder.rehearse(name, (at) => call({ ...subject, at }));
  for (const [name, call] of OUTER_CALLS) await recorder.perform(name, call);
  await recorder.close();
  return recorder.statements;
}

/** The slowest run of each statement of each method. */
function slowest(statements: readonly Recorded[]): readonly Recorded[] {
  const found = new Map<string, Recorded>();
  for (const statement of statements) {
    const key = `${statement.method} ${statement.sql}`;
    const known = found.get(key);
    if (!known || known.milliseconds < statement.milliseconds) found.set(key, statement);
  }
  return [...found.values()];
}

const line = ({ method, statement: { milliseconds }, steps }: Row): string =>
  `${method.padEnd(36)} ${milliseconds.toFixed(2).padStart(10)}   ${steps.join("; ").slice(0, 110)}`;

interface Verdict {
  readonly wrong: readonly string[];
  /** The permissions that were needed. */
  readonly needed: readonly string[];
}

function judge(database: BigDatabase, rows: readonly Row[]): Verdict {
  const needed: string[] = [];
  const wrong: string[] = [];
  for (const { method, statement, faults } of rows) {
    const permitted = faults.filter((fault) => PERMITTED[method]?.step.test(fault));
    if (permitted.length > 0) needed.push(method);
    if (permitted.length < faults.length)
      wrong.push(`${database.name}: ${method}: ${faults.join("; ")}\n  ${statement.sql}`);
  }
  return { wrong, needed };
}

/** Prints every statement with its time and its plan, and returns what is wrong. */
async function prove(database: BigDatabase, sizes: Sizes): Promise<Verdict> {
  const statements = slowest(await recordAll(database, sizes));
  const rows: Row[] = [];
  for (const statement of statements)
    rows.push({ statement, method: nameOf(statement), ...(await database.explain(statement)) });
  console.log(`\n${database.name}: ${"method".padEnd(26)}         ms   how it finds its rows`);
  for (const row of rows) console.log(line(row));
  const last = rows.toSorted(
    (one, other) => one.statement.milliseconds - other.statement.milliseconds,
  );
  const slow = last
    .slice(-5)
    .map((row) => `${row.method} ${row.statement.milliseconds.toFixed(0)}`);
  console.log(
    `${database.name}: ${rows.length} statements of ${NAMED_CALLS.length + OUTER_CALLS.length} calls; slowest, in ms: ${slow.toReversed().join(", ")}`,
  );
  const { wrong, needed } = judge(database, rows);
  const bare = await database.bareReferences();
  return {
    wrong: [...wrong, ...bare.map((name) => `${database.name}: no index serves ${name}`)],
    needed,
  };
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      scale: { type: "string", default: "1" },
      engine: { type: "string", multiple: true, default: ["postgres", "sqlite"] },
      /** SQL to run before, to see the proof fail. */
      sabotage: { type: "string" },
    },
  });
  const sizes = sizesAt(Number(values.scale));
  const wrong: string[] = [];
  const needed = new Set<string>();
  for (const engine of values.engine as readonly (keyof typeof OPEN)[]) {
    const start = performance.now();
    const database = await OPEN[engine](sizes);
    console.log(
      `${database.name}: ${sizes.users} users, ${sizes.sessions} sessions, ${sizes.auditEntries} audit entries, filled in ${seconds(start)}`,
    );
    if (values.sabotage !== undefined) await database.run(values.sabotage);
    try {
      const verdict = await prove(database, sizes);
      wrong.push(...verdict.wrong);
      for (const method of verdict.needed) needed.add(method);
    } finally {
      await database.close();
    }
    console.log(`${database.name}: ${seconds(start)} in all`);
  }
  if (values.engine.length > 1)
    for (const [method, { why }] of Object.entries(PERMITTED))
      if (!needed.has(method)) wrong.push(`${method} needs no permission any more: ${why}`);
  console.log(wrong.length === 0 ? "\nEvery statement keeps its plan." : `\n${wrong.join("\n")}`);
  return wrong.length === 0 ? 0 : 1;
}

process.exitCode = await main();
