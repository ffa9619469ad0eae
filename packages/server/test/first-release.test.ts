import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { DAY } from "@acme/auth-core/surface";
import { arrayContaining } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Agent } from "./agent.js";
import { billingSample } from "./billing-sample.js";
import { readRows, type StoredRow } from "./database-dump.js";
import { startedService } from "./describe-service.js";
import { known, openFirstRelease } from "./first-release.js";
import { createLeaving, ME } from "./leaving.js";
import { DATABASES, SECRET, SIGN_IN_BY_CODE, type TestStore } from "./service.js";
import { ACCEPT, ORGANIZATIONS } from "./teams.js";

const countsOf = (rows: readonly StoredRow[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { table } of rows)
    if (!table.endsWith("_migration")) counts.set(table, (counts.get(table) ?? 0) + 1);
  return counts;
};

describe.each(DATABASES)("a %s database of the first release", (database) => {
  let location: string;
  let store: TestStore;
  let found: readonly StoredRow[];

  // Hooks after a test run in the opposite order: the service is stopped first.
  afterEach(() => {
    if (database === "sqlite") rmSync(dirname(location), { recursive: true });
  });
  const service = startedService(database, {
    perTest: true,
    start: async () => {
      location = await openFirstRelease(database);
      found = await readRows(location);
      return {
        location,
        serviceUrl: "http://auth.test",
        wrapStore: (real) => (store = real),
        ...billingSample().options,
      };
    },
  });
  beforeEach(() => service.clock.set(new Date(known.at)));

  function holding(person: keyof typeof known.sessions): Agent {
    const agent = service.agent();
    agent.cookies.set("session", known.sessions[person]);
    return agent;
  }

  it("is brought up to date, and every row of it is kept", async () => {
    expect(known.secret).toBe(SECRET);
    expect(await store.health()).toBe("ready");
    const kept = countsOf(await readRows(location));
    const before = countsOf(found);
    expect(before.size).toBeGreaterThan(20);
    for (const [table, count] of before) expect([table, kept.get(table)]).toEqual([table, count]);
  });

  it("holds sessions that are still live", async () => {
    for (const person of ["ada", "adaElsewhere", "grace", "margaret", "charles"] as const) {
      const name = person === "adaElsewhere" ? "ada" : person;
      expect(await holding(person).get(ME)).toMatchObject({
        status: 200,
        body: { email: `${name}@example.com`, emailVerified: name !== "charles" },
      });
    }
    expect((await holding("ada").get("/api/auth/list-sessions")).body).toHaveLength(2);
  });

  it("holds sessions that are none, once their user has enrolled a second factor", async () => {
    const { id } = (await service.findUser("ada@example.com"))!;
    await service.store.users.markEnrolled(id, service.clock.now());
    for (const person of ["ada", "adaElsewhere"] as const)
      expect((await holding(person).get(ME)).status).toBe(401);
    expect((await holding("grace").get(ME)).status).toBe(200);
  });

  it("holds people who sign in as they did", async () => {
    const { password, delivered } = known;
    const signIn = await service
      .agent()
      .post("/api/auth/sign-in", { email: "ada@example.com", password });
    expect(signIn.status).toBe(200);
    expect(
      (
        await service
          .agent()
          .post(SIGN_IN_BY_CODE, { email: "ada@example.com", otp: delivered.code })
      ).status,
    ).toBe(200);
    const reset = { token: delivered.resetToken, newPassword: "another good password" };
    expect((await service.agent().post("/api/auth/reset-password", reset)).status).toBe(200);
    expect(
      (
        await service
          .agent()
          .post("/api/auth/sign-in", { email: "grace@example.com", password: reset.newPassword })
      ).status,
    ).toBe(200);
    expect(
      (await service.agent().get(`/api/auth/magic-link/verify?token=${delivered.magicToken}`)).text,
    ).toContain("margaret@example.com");
  });

  it("holds an organization with its roles, its invitations, its plan and its history", async () => {
    const { organizationId, delivered } = known;
    const path = `${ORGANIZATIONS}/${organizationId}`;
    const ada = holding("ada");
    const roles = readJson((await ada.get(`${path}/members`)).body, {
      members: [{ role: "string" }],
    }).members.map(({ role }) => role);
    expect(roles.sort()).toEqual(["admin", "member", "owner"]);
    expect(
      (await ada.get("/api/v1/billing/subscription", { "x-active-org": organizationId })).body,
    ).toMatchObject({ plan: "team" });
    expect((await ada.get(`${path}/audit`)).body).toMatchObject({
      entries: arrayContaining([expect.anything()]),
    });
    const barbara = await service.signedIn("barbara@example.com");
    expect((await barbara.post(ACCEPT, { token: delivered.invitationToken })).status).toBe(200);
    expect((await barbara.get(path)).status).toBe(200);
  });

  it("holds an account with a passkey and a linked account", async () => {
    const ada = holding("ada");
    expect((await ada.get("/api/auth/passkey/list-user-passkeys")).body).toMatchObject([
      { name: "Laptop" },
    ]);
    expect((await ada.get("/api/auth/list-accounts")).body).toContainEqual(
      expect.objectContaining({ providerId: "idp", accountId: "countess" }),
    );
  });

  it("holds mails that wait, and they still open", async () => {
    const { inbox, auth } = service;
    await auth.worker.runDue();
    const recipients = [...new Set(inbox.mails.map(({ to }) => to))];
    expect(recipients.filter((to) => known.waitingMailTo.includes(to)).sort()).toEqual(
      known.waitingMailTo,
    );
    const token = new URL(inbox.linkFor("charles@example.com")).searchParams.get("token");
    expect((await service.agent().post("/api/v1/auth/verify-email", { token })).status).toBe(200);
    const otp = inbox.codeFor("new@example.com");
    expect(
      (await service.agent().post(SIGN_IN_BY_CODE, { email: "new@example.com", otp })).status,
    ).toBe(200);
  });

  it("holds a pending deletion, which is carried out", async () => {
    const leaving = createLeaving(service);
    const grace = holding("grace");
    expect(await leaving.pendingOf(grace)).toMatchObject({ id: known.pending.deletionId });
    await leaving.letGo(known.pending.deletionId);
    expect(await leaving.storedDeletion(known.pending.deletionId)).toMatchObject({
      status: "completed",
      userId: null,
    });
    expect(
      Object.values((await service.rows()).flatMap(({ values }) => Object.values(values))).join(
        "\n",
      ),
    ).not.toContain("grace@example.com");
  });

  it("holds a pending deletion, which can be cancelled", async () => {
    const leaving = createLeaving(service);
    expect((await leaving.cancel(holding("grace"))).status).toBe(204);
    service.clock.advance(40 * DAY);
    await leaving.deliver();
    expect(await leaving.storedDeletion(known.pending.deletionId)).toMatchObject({
      status: "cancelled",
    });
  });

  it("holds a pending export, which is made, and a made one, which is there", async () => {
    const leaving = createLeaving(service);
    const margaret = holding("margaret");
    await leaving.deliver();
    const { status, downloadUrl } = await leaving.showExport(margaret, known.pending.exportId);
    expect(status).toBe("ready");
    const made = await margaret.get(downloadUrl!.slice("http://auth.test".length));
    expect(made).toMatchObject({
      status: 200,
      body: { user: { email: "margaret@example.com" }, subscriptions: [] },
    });
    expect(await service.agent().get(known.delivered.exportLink)).toMatchObject({
      status: 200,
      body: { user: { email: "ada@example.com" } },
    });
  });

  it("holds a pending change of email, which is answered: it may be dead, for it knows no session that asked", async () => {
    const reply = await holding("ada").post("/api/auth/change-email/confirm", {
      token: known.delivered.changeToken,
    });
    expect([200, 400, 403, 410, 422]).toContain(reply.status);
    const { email } = readJson((await holding("ada").get(ME)).body, { email: "string" });
    expect(email).toBe(reply.status === 200 ? "ada.new@example.com" : "ada@example.com");
  });
});
