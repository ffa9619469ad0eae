import { join } from "node:path";
import {
  createAuth,
  parseEmailAddress,
  Secret,
  type Auth,
  type AuditEntry,
  type Caller,
  type Client,
} from "@acme/auth-core";
import { createSite } from "@acme/auth-express";
import { kyselyOf } from "@acme/auth-kysely";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import type { Benchmark, Outcome } from "../benchmark.js";
import { withFolder } from "../databases/scratch.js";
import { inGenerations, type Results } from "../load/interleave.js";
import { figureOf, write } from "../figures/figure.js";
import { watchProcess, type Watch } from "./watch-process.js";

const SECRET = Buffer.alloc(32, "benchmark").toString("base64");
const PASSWORD = new Secret("correct horse battery staple");
const ROWS_AT_ONCE = 500;
const MOST_GROWTH_MB = 40;
const LONGEST_STALL_MS = 50;
const client: Client = {
  ipAddress: "192.0.2.1",
  network: "192.0.2.1",
  userAgent: "benchmark/1.0",
  sessionToken: null,
  browserToken: null,
  organization: null,
};

/** A user whose account has seen much, and whose grace period is over at once. */
async function openHistory(
  file: string,
  entries: number,
): Promise<{ readonly auth: Auth; readonly caller: Caller; readonly close: () => Promise<void> }> {
  const store = createSqliteStore(file, { guarded: false });
  await store.migrate();
  const site = createSite({ serviceUrl: "http://127.0.0.1", appUrl: "http://127.0.0.1" });
  const auth = createAuth({
    store,
    mailer: { deliver: async () => {} },
    links: site.links,
    secret: SECRET,
    policy: { deletionGraceDays: 0 },
  });
  const email = parseEmailAddress("ada@example.com")!;
  const { signedIn } = await auth.passwords.signUp(
    { email, password: PASSWORD, name: "Ada", image: null, redirectTo: null },
    client,
  );
  const caller = (await auth.sessions.identify({
    sessionToken: signedIn!.token,
    organization: null,
  }))!;
  for (let written = 0; written < entries; written += ROWS_AT_ONCE) {
    const rows = Array.from({ length: ROWS_AT_ONCE }, (_, index) =>
      rowOf(auth, caller, written + index),
    );
    await store.transaction(async (tx) => {
      await kyselyOf(tx)
        .withTables<{ auth_audit_entry: ReturnType<typeof rowOf> }>()
        .insertInto("auth_audit_entry")
        .values(rows)
        .execute();
    });
  }
  return { auth, caller, close: () => store.close() };
}

const rowOf = (auth: Auth, { user }: Caller, index: number) => ({
  id: auth.random.id(),
  at: new Date(Date.UTC(2026, 0, 1) + index).toISOString(),
  event: "user.updated" satisfies AuditEntry["event"],
  user_id: user.id as string,
  organization_id: null,
  ip_address: "192.0.2.1",
  user_agent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
  detail: '{"fields":"name"}',
});

interface Step {
  readonly name: string;
  /** What came of it: a size, or nothing to count. */
  readonly run: () => Promise<number>;
}

function stepsOf(auth: Auth, caller: Caller): readonly Step[] {
  const exported = async () => (await auth.dataExport.request(caller, client)).id;
  let id: Awaited<ReturnType<typeof exported>>;
  return [
    {
      name: "export",
      async run() {
        id = await exported();
        await auth.worker.runDue();
        const { request } = await auth.dataExport.find(caller, id);
        if (request.status !== "ready") throw new Error(`the export is ${request.status}`);
        return 0;
      },
    },
    {
      name: "download",
      async run() {
        const { downloadUrl } = await auth.dataExport.find(caller, id);
        const token = new Secret(new URL(downloadUrl!).searchParams.get("token")!);
        let bytes = 0;
        for await (const piece of await auth.dataExport.download(id, token, client))
          bytes += piece.length;
        return bytes / 1e6;
      },
    },
    {
      name: "delete",
      async run() {
        await auth.accountDeletion.request(caller, { password: PASSWORD, reason: "" }, client);
        await auth.worker.runDue();
        const left = await auth.sessions.list(caller);
        if (left.length > 0) throw new Error("the user is still there");
        return 0;
      },
    },
  ];
}

interface Measured extends Watch {
  readonly megabytes: number;
}

/** One life of an account, from a filled history to its end. */
async function liveOnce(
  file: string,
  entries: number,
): Promise<ReadonlyMap<string, readonly Measured[]>> {
  const { auth, caller, close } = await openHistory(file, entries);
  const measured = new Map<string, readonly Measured[]>();
  for (const { name, run } of stepsOf(auth, caller)) {
    const stop = await watchProcess();
    const megabytes = await run();
    measured.set(name, [{ megabytes, ...stop() }]);
  }
  await close();
  return measured;
}

function outcomeOf(entries: number, steps: Results<Measured>): Outcome {
  const rows = [...steps].map(([name, measured]) => ({
    name,
    figures: {
      seconds: figureOf(measured.map(({ seconds }) => seconds)),
      "growth MB": figureOf(measured.map(({ growthMb }) => growthMb)),
      "longest stall ms": figureOf(measured.map(({ stallMs }) => stallMs)),
      "MB sent": figureOf(measured.map(({ megabytes }) => megabytes)),
    },
  }));
  const title = `A user of ${write(entries)} audit entries, SQLite file`;
  return {
    tables: [{ id: "long-history", title, rows }],
    goals: rows.flatMap(({ name, figures }) => [
      {
        id: `long-history/${name}/growth`,
        what: `${name} of ${write(entries)} audit entries: growth of memory`,
        bound: { atMost: MOST_GROWTH_MB },
        unit: "MB" as const,
        measured: figures["growth MB"],
      },
      {
        id: `long-history/${name}/stall`,
        what: `${name} of ${write(entries)} audit entries: longest stall of the event loop`,
        bound: { atMost: LONGEST_STALL_MS },
        unit: "ms" as const,
        measured: figures["longest stall ms"],
      },
    ]),
  };
}

/** What a long history costs when its owner takes it along and leaves: memory stays flat, and nobody else waits. */
export const longHistory: Benchmark = {
  name: "long-history",
  async run({ manySessions: entries, generations }) {
    const lives = await inGenerations({ rounds: generations, generations }, async () => {
      const life = await withFolder((folder) => liveOnce(join(folder, "auth.db"), entries));
      return new Map([["life", life]]);
    });
    return outcomeOf(entries, lives.get("life")!);
  },
};
