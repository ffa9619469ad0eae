import { DAY } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { expect, it } from "vitest";
import type { StoredRow } from "../database-dump.js";
import { describeService } from "../describe-service.js";
import { liveFully } from "../full-life.js";
import { createLeaving, EXPORT, ME, PASSWORD } from "../leaving.js";
import { authenticate, LIST_PASSKEYS } from "../passkeys.js";
import { SIGN_IN_BY_CODE } from "../service.js";
import { ACCEPT, MY_INVITATIONS, ORGANIZATIONS } from "../teams.js";

/** Every table that says something of somebody who has lived fully. */
const TABLES = [
  ...[
    "auth_audit_entry",
    "auth_deletion_request",
    "auth_export_request",
    "auth_invitation",
    "auth_linked_account",
    "auth_mailed_link",
  ],
  ...[
    "auth_membership",
    "auth_oauth_state",
    "auth_one_time_code",
    "auth_passkey",
    "auth_passkey_challenge",
    "auth_password",
    "auth_session",
  ],
  ...["auth_user", "auth_user_handle"],
];

/** Without a grace period nothing that was mailed has died of old age when the account goes. */
const OPTIONS = { start: { policy: { deletionGraceDays: 0 } }, perTest: true };

describeService("a user who has left", OPTIONS, (service) => {
  const leaving = createLeaving(service);

  const rowCountsIn = (rows: readonly StoredRow[], rowCounts: readonly string[]) =>
    rows.filter(({ values }) =>
      Object.values(values).some((value) => rowCounts.some((trace) => value.includes(trace))),
    );
  const rowsOf = async (table: string) =>
    (await service.rows()).filter((row) => row.table === table).map(({ values }) => values);

  it("leaves no trace in any row of any table, but tombstones and audit entries that name no user", async () => {
    const { agent, rowCounts, userId, grace } = await liveFully(service);
    const graceId = await leaving.idOf(grace);
    const before = rowCountsIn(await service.rows(), rowCounts);
    expect([...new Set(before.map(({ table }) => table))]).toEqual(expect.arrayContaining(TABLES));
    expect(await rowsOf("auth_file_chunk")).not.toEqual([]);
    const entries = await rowsOf("auth_audit_entry");
    const theirs = entries.filter(({ user_id }) => user_id === userId);
    const gracesOwn = entries.filter(({ user_id }) => user_id === graceId);
    expect(theirs.length).toBeGreaterThan(15);

    const { requestId } = await leaving.askDeletion(agent, "moving on");
    await leaving.deliver();
    expect(await leaving.storedDeletion(requestId)).toMatchObject({ status: "completed" });
    expect(rowCountsIn(await service.rows(), rowCounts)).toEqual([]);
    expect(await rowsOf("auth_file_chunk")).toEqual([]);
    expect(await rowsOf("auth_export_request")).toEqual([]);
    expect(await rowsOf("auth_outbox_mail")).toEqual([]);

    const after = new Map((await rowsOf("auth_audit_entry")).map((entry) => [entry["id"], entry]));
    for (const entry of theirs)
      expect(after.get(entry["id"])).toEqual({
        ...entry,
        user_id: "null",
        ip_address: "null",
        user_agent: "null",
      });
    for (const entry of gracesOwn) expect(after.get(entry["id"])).toEqual(entry);
    expect([...after.values()].map(({ event }) => event)).toContain("deletion.completed");

    const tombstones = await rowsOf("auth_deletion_request");
    expect(
      tombstones
        .map(({ status, reason, user_id, error_code }) => [status, reason, user_id, error_code])
        .toSorted(),
    ).toEqual([
      ["completed", "", "null", "null"],
      ["rejected", "", "null", "SOLE_OWNER_CONFLICT"],
    ]);
    const columns = [
      "ended_at",
      "error_code",
      "id",
      "reason",
      "requested_at",
      "scheduled_for",
      "status",
      "user_id",
    ];
    for (const tombstone of tombstones) expect(Object.keys(tombstone).toSorted()).toEqual(columns);

    // Invitations that they sent stand, and are worth nothing: nobody vouches for them any more.
    const sent = (await rowsOf("auth_invitation")).filter(
      ({ email }) => email === "charles@example.com",
    );
    expect(sent).toMatchObject([{ inviter_id: "null", status: "pending" }]);
    const charles = await service.signedIn("charles@example.com");
    expect((await charles.post(ACCEPT, { invitationId: sent[0]!["id"] })).body).toMatchObject({
      code: "INVITATION_NOT_FOUND",
    });

    // What was put into the queue before comes to nothing.
    service.clock.advance(8 * DAY);
    await leaving.deliver();
    expect(await rowsOf("auth_job")).toEqual([]);
    expect(await service.store.jobs.countBacklog(new Date(0))).toMatchObject({ dead: 0 });
    expect(service.logs.filter(({ level }) => level === "error").map(({ event }) => event)).toEqual(
      ["deletion_conflict"],
    );
  });

  it("comes back as a new user, with nothing of what they had", async () => {
    const { agent, email, userId, keepsakes, organizationId, grace } = await liveFully(service);
    await leaving.askDeletion(agent);
    await leaving.deliver();
    const anew = await leaving.signUp(email);
    const newId = await leaving.idOf(anew);
    expect(newId).not.toBe(userId);
    expect((await anew.get(ME)).body).toMatchObject({ emailVerified: false, image: null });

    const {
      session,
      authenticator,
      magicToken,
      resetToken,
      changeToken,
      verificationToken,
      invitationToken,
      invitationId,
      code,
    } = keepsakes;
    const stranger = service.agent();
    expect((await stranger.get(ME, { cookie: `session=${session}` })).status).toBe(401);
    expect((await authenticate(stranger, authenticator)).body).toMatchObject({
      code: "PASSKEY_NOT_FOUND",
    });
    expect((await stranger.post("/api/auth/magic-link/verify", { token: magicToken })).status).toBe(
      400,
    );
    expect(
      (
        await stranger.post("/api/auth/reset-password", {
          token: resetToken,
          newPassword: "a stranger's password",
        })
      ).status,
    ).toBe(400);
    expect(
      (await stranger.post("/api/auth/change-email/confirm", { token: changeToken })).status,
    ).toBe(400);
    expect(
      (await stranger.post("/api/v1/auth/verify-email", { token: verificationToken })).body,
    ).toMatchObject({ code: "INVALID_TOKEN" });
    expect((await stranger.post(SIGN_IN_BY_CODE, { email, otp: code })).body).toMatchObject({
      code: "INVALID_OTP",
    });
    expect(await service.store.linkedAccounts.find("idp", "countess")).toBeNull();

    // Once the email address is verified, too: only then would an old invitation count.
    await anew.post("/api/v1/auth/verify-email", {
      token: new URL(service.inbox.linkFor(email)).searchParams.get("token"),
    });
    expect((await anew.get(ME)).body).toMatchObject({ id: newId, emailVerified: true });
    expect((await anew.get(MY_INVITATIONS)).body).toEqual([]);
    expect((await anew.post(ACCEPT, { invitationId })).body).toMatchObject({
      code: "INVITATION_NOT_FOUND",
    });
    expect((await anew.post(ACCEPT, { token: invitationToken })).body).toMatchObject({
      code: "INVITATION_NOT_FOUND",
    });
    expect((await anew.get(ORGANIZATIONS)).body).toEqual([]);
    expect((await anew.get(`${ORGANIZATIONS}/${organizationId}`)).status).toBe(404);
    expect((await anew.get(LIST_PASSKEYS)).body).toEqual([]);
    expect((await anew.get("/api/auth/list-sessions")).body).toHaveLength(1);
    expect(await leaving.pendingOf(anew)).toBeNull();
    expect((await anew.get(`${EXPORT}/${keepsakes.exportId}`)).status).toBe(404);
    expect((await anew.get(keepsakes.exportLink)).status).toBe(404);
    const { entries } = readJson((await anew.get("/api/v1/me/activity")).body, {
      entries: [{ event: "string" }],
    });
    expect(entries.map(({ event }) => event).toSorted()).toEqual([
      "email.verified",
      "session.opened",
      "user.created",
    ]);
    expect((await anew.post("/api/auth/verify-password", { password: PASSWORD })).status).toBe(200);
    expect((await grace.get(`${ORGANIZATIONS}/${organizationId}`)).status).toBe(200);
  });
});
