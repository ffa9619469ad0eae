import { toId } from "@acme/auth-core";
import { exportDocument, loadZod } from "@acme/auth-http";
import { kyselyOf } from "@acme/auth-kysely";
import { arrayContaining } from "@acme/auth-testing/matchers";
import { parseJson, readJson } from "@acme/auth-testing/read-json";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { billingSample } from "../billing-sample.js";
import { startedService } from "../describe-service.js";
import { liveFully } from "../full-life.js";
import { createLeaving } from "../leaving.js";
import { DATABASES } from "../service.js";
import { ORGANIZATIONS } from "../teams.js";

await loadZod();

const SECTIONS = [
  "user",
  "memberships",
  "auditEntries",
  "sessions",
  "accountDeletionRequests",
  "dataExportRequests",
  "subscriptions",
];
const CANARY = "canary-in-the-mine-";

/**
 * What a column of secrets is called, whatever it holds: a hash, a sealed thing, a handle, or what
 * names a file.
 */
const SECRET = /hash|sealed|secret|token|handle|lease|^file$|key$|subject|credential/;
const SECRET_COLUMNS = [
  ...[
    "auth_counter.key",
    "auth_export_request.file_key",
    "auth_failure_streak.key",
    "auth_file_chunk.file",
    "auth_invitation.token_hash",
  ],
  ...[
    "auth_job.lease",
    "auth_job.subject",
    "auth_known_browser.browser_hash",
    "auth_linked_account.subject",
    "auth_mailed_link.subject",
    "auth_mailed_link.token_hash",
  ],
  ...[
    "auth_oauth_state.browser_hash",
    "auth_oauth_state.sealed",
    "auth_oauth_state.state_hash",
    "auth_one_time_code.code_hash",
  ],
  ...[
    "auth_outbox_mail.lease",
    "auth_outbox_mail.sealed",
    "auth_passkey.credential_id",
    "auth_passkey.public_key",
    "auth_passkey.user_handle",
  ],
  ...[
    "auth_passkey_challenge.browser_hash",
    "auth_passkey_challenge.challenge_hash",
    "auth_password.hash",
    "auth_session.token_hash",
  ],
  ...["auth_user_handle.handle"],
];

type Document = ReturnType<ReturnType<typeof exportDocument>["parse"]>;

describe.each(DATABASES)("the document that people take along, on %s", (database) => {
  const billing = billingSample();
  const service = startedService(database, {
    // Pages smaller than the sections, so that their seams are among what is tested.
    start: { policy: { deletionGraceDays: 0, exportPageRows: 10 }, ...billing.options },
    perTest: true,
  });
  const leaving = createLeaving(service);

  it("has every section, in order, also of a user of whom nothing is known", async () => {
    const agent = await service.signedIn("ada@example.com");
    const { link } = await leaving.readyExport(agent);
    const document = parseJson((await agent.get(link)).text, "object");
    expect(Object.keys(document)).toEqual(SECTIONS);
    const sections = exportDocument().parse(document);
    expect(sections.user).toMatchObject({
      email: "ada@example.com",
      emailVerified: true,
      image: null,
      locale: null,
    });
    expect([
      sections.memberships,
      sections.accountDeletionRequests,
      sections.subscriptions,
    ]).toEqual([[], [], []]);
    expect(sections.sessions).toHaveLength(1);
    expect(sections.dataExportRequests).toMatchObject([
      { status: "pending", readyAt: null, expiresAt: null, errorMessage: null },
    ]);
  });

  it("says everything that is the user's, and nothing of anybody else", async () => {
    const { agent, email, userId, grace, organizationId } = await liveFully(service);
    const graceId = await leaving.idOf(grace);
    /** Grace chooses the plan. */
    const choose = (of: string, plan: "team" | "business") =>
      billing.store().transaction((tx) =>
        tx.subscriptions.replace({
          organizationId: toId(of),
          plan,
          changedBy: toId(graceId),
          updatedAt: service.clock.now(),
        }),
      );
    await choose(organizationId, "team");
    const theirs = readJson((await grace.post(ORGANIZATIONS, { name: "Hers alone" })).body, {
      id: "string",
    }).id;
    await choose(theirs, "business");
    const { id, link } = await leaving.readyExport(agent);
    const { text } = await agent.get(link);
    const document: Document = exportDocument().parse(JSON.parse(text));

    expect(document.user).toMatchObject({
      id: userId,
      email,
      name: "ada.lovelace",
      emailVerified: true,
    });
    expect(
      document.memberships.map(({ organizationName, role }) => [organizationName, role]).toSorted(),
    ).toEqual([
      ["Analytical Engines", "owner"],
      ["Compilers", "member"],
    ]);
    expect(document.subscriptions).toEqual([
      { organizationId, plan: "team", updatedAt: service.clock.now().toISOString() },
    ]);
    expect(
      document.sessions.map((session) => [
        session.ipAddress,
        session.userAgent,
        session.authenticatedBy,
      ]),
    ).toEqual(Array<string[]>(2).fill(["127.7.7.7", "AdaBrowser/1.0", "password"]));
    expect(document.accountDeletionRequests).toMatchObject([
      { status: "rejected", reason: "too early", errorCode: "SOLE_OWNER_CONFLICT" },
    ]);
    expect(document.dataExportRequests).toEqual(
      arrayContaining([
        expect.objectContaining({ status: "ready" }),
        expect.objectContaining({ id, status: "pending" }),
      ]),
    );
    expect(document.dataExportRequests).toHaveLength(2);

    const kept = await service.store.audit.listByUser(userId, null, 1_000);
    const sinceThen = ["export.ready", "export.downloaded"];
    expect(kept.length).toBeGreaterThan(20);
    expect(new Set(document.auditEntries.map((entry) => entry.id)).size).toBe(
      document.auditEntries.length,
    );
    expect(kept.map((entry) => entry.id)).toEqual(
      expect.arrayContaining(document.auditEntries.map((entry) => entry.id)),
    );
    const missing = kept.filter(
      (entry) => !document.auditEntries.some((one) => one.id === entry.id),
    );
    expect(missing.map(({ event }) => event).toSorted()).toEqual(sinceThen.toSorted());

    for (const stranger of [
      graceId,
      "grace",
      "charles",
      "127.0.0.1",
      "Hers alone",
      theirs,
      "countess",
    ])
      expect(text).not.toContain(stranger);
  });

  it("holds no secret, whatever stands in the columns that keep them", async () => {
    const { agent, email } = await liveFully(service);
    await agent.post("/api/auth/magic-link/send", { email });
    const id = await leaving.askExport(agent);
    const rows = await service.rows();
    const secret = rows.flatMap(({ table, values }) =>
      Object.keys(values).flatMap((column) => (SECRET.test(column) ? [`${table}.${column}`] : [])),
    );
    // A new column of secrets has to be named here, and every one of these has a row to be planted
    // in.
    expect([...new Set(secret)].filter((column) => column.startsWith("auth_")).toSorted()).toEqual(
      SECRET_COLUMNS.toSorted(),
    );

    // What a job is about is no secret, and the job must find it.
    const planted = SECRET_COLUMNS.filter((column) => column !== "auth_job.subject");
    const inEach = (change: (column: ReturnType<typeof sql.ref>) => ReturnType<typeof sql>) =>
      service.store.transaction(async (tx) => {
        for (const name of planted) {
          const [table = "", column = ""] = name.split(".");
          await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${change(sql.ref(column))}`.execute(
            kyselyOf(tx),
          );
        }
      });
    await inEach((column) => sql`${sql.lit(CANARY)} || coalesce(${column}, '')`);
    const withCanary = (await service.rows()).flatMap(({ table, values }) =>
      Object.keys(values).flatMap((column) =>
        values[column]!.startsWith(CANARY) ? [`${table}.${column}`] : [],
      ),
    );
    expect([...new Set(withCanary)].toSorted()).toEqual(planted.toSorted());

    await leaving.deliver();
    expect(await service.store.exportRequests.find(toId(id))).toMatchObject({ status: "ready" });
    // The notice was counted anew, where its counter had another key; both cannot have the same one
    // again.
    await service.store.transaction((tx) =>
      sql`delete from auth_counter where key not like ${`${CANARY}%`}`.execute(kyselyOf(tx)),
    );
    await inEach((column) => sql`replace(${column}, ${sql.lit(CANARY)}, '')`);
    const { downloadUrl } = await leaving.showExport(agent, id);
    const { text } = await agent.get(downloadUrl!.slice(service.url.length));
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain("canary");
    expect(exportDocument().parse(JSON.parse(text)).sessions).toHaveLength(2);
  });
});
