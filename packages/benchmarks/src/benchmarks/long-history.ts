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
import type { Benchmark } from "../benchmark.js";
import { withFolder } from "../databases/scratch.js";
import { renderGoals } from "../figures/goal.js";
import { renderTable, whole } from "../figures/table.js";
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

/** Somebody whose account has seen much, and whose grace period is over at once. */
async function openHistory(
  file: string,
  entries: number,
): Promise<{ readonly auth: Auth; readonly caller: Caller; readonly close: () => Promise<void> }> {
  const store = createSqliteStore(file);
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
  readonly run: () => Promise<string>;
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
        return "ready";
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
        return `${whole(bytes / 1e6)} MB`;
      },
    },
    {
      name: "delete",
      async run() {
        await auth.accountDeletion.request(caller, { password: PASSWORD, reason: "" }, client);
        await auth.worker.runDue();
        const left = await auth.sessions.list(caller);
        if (left.length > 0) throw new Error("the user is still there");
        return "gone";
      },
    },
  ];
}

/** What a long history costs when its owner takes it along and leaves: memory stays flat, and nobody else waits. */
export const longHistory: Benchmark = {
  name: "long-history",
  run: ({ manySessions: entries }) =>
    withFolder(async (folder) => {
      const { auth, caller, close } = await openHistory(join(folder, "auth.db"), entries);
      const figures: (Watch & { readonly name: string; readonly result: string })[] = [];
      for (const { name, run } of stepsOf(auth, caller)) {
        const stop = await watchProcess();
        const result = await run();
        figures.push({ name, result, ...stop() });
      }
      await close();
      const rows = figures.map(({ name, result, seconds, growthMb, stallMs }) => [
        name,
        result,
        seconds.toFixed(1),
        whole(growthMb),
        whole(stallMs),
      ]);
      console.log(
        renderTable(
          `A user of ${whole(entries)} audit entries, SQLite file`,
          ["", "", "seconds", "growth MB", "longest stall ms"],
          rows,
        ),
      );
      console.log(
        renderGoals(
          figures.flatMap(({ name, growthMb, stallMs }) => [
            { what: `${name}: growth, MB`, ratio: growthMb, bound: { atMost: MOST_GROWTH_MB } },
            {
              what: `${name}: longest stall, ms`,
              ratio: stallMs,
              bound: { atMost: LONGEST_STALL_MS },
            },
          ]),
        ),
      );
    }),
};
