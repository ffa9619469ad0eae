import { toId } from "@acme/auth-core";
import { DAY, SECOND } from "@acme/auth-core/surface";
import { objectContaining, stringMatching } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import { createLeaving, DELETION, ME, PASSWORD } from "../leaving.js";
import { SIGN_IN_BY_CODE } from "../service.js";
import { refusal } from "../teams.js";

const WRONG = "wrong horse battery staple";
const INVALID_PASSWORD = refusal(400, "INVALID_PASSWORD");
const INVALID = refusal(400, "VALIDATION_ERROR");

describeService(
  "what is asked of a user who wants to leave",
  { start: { policy: { deletionGraceDays: 0 } }, section: "Account deletion" },
  (service) => {
    let leaving: ReturnType<typeof createLeaving>;
    let people = 0;
    const newAddress = () => `person${++people}@example.com`;
    const newNetwork = () => `127.4.0.${++people}`;
    const newAgent = () => service.agent(newNetwork());
    const someone = () => leaving.signUp(newAddress(), newAgent());

    beforeAll(async () => {
      leaving = createLeaving(service);
    });

    it("a session", async () => {
      expect(await service.agent().post(DELETION, { password: PASSWORD })).toMatchObject(
        refusal(401, "UNAUTHORIZED"),
      );
      expect(await service.agent().get(DELETION)).toMatchObject(refusal(401, "UNAUTHORIZED"));
      expect(await service.agent().send(DELETION, { method: "DELETE" })).toMatchObject(
        refusal(401, "UNAUTHORIZED"),
      );
    });

    it("a password of their own, and the right one", async () => {
      const agent = await someone();
      expect(await agent.post(DELETION, { password: WRONG })).toMatchObject(INVALID_PASSWORD);
      for (const body of [{}, undefined, { reason: "moving on" }, { password: 12345678 }])
        expect(await agent.send(DELETION, { method: "POST", body })).toMatchObject({
          ...INVALID,
          body: objectContaining({ issues: [objectContaining({ path: "password" })] }),
        });
      expect(await leaving.pendingOf(agent)).toBeNull();
    });

    it("a password that is left out is no wrong one: it is not counted", async () => {
      const agent = await someone();
      for (let times = 0; times < 10; times++)
        expect(await agent.post(DELETION, {})).toMatchObject(INVALID);
      expect((await agent.post(DELETION, { password: PASSWORD })).status).toBe(202);
    });

    it("nothing but a fresh session of a user without a password, and what they send as one is ignored", async () => {
      for (const body of [undefined, {}, { password: WRONG, reason: "moving on" }]) {
        const agent = await service.signedIn(newAddress(), newNetwork());
        expect((await agent.send(DELETION, { method: "POST", body })).status).toBe(202);
        await leaving.deliver();
        expect(await leaving.isSignedIn(agent)).toBe(false);
      }
    });

    it("a fresh session, which a stale one of a user without a password is made by a code", async () => {
      const email = newAddress();
      const agent = await service.signedIn(email, newNetwork());
      service.clock.advance(service.auth.policy.sessionFreshness);
      for (const body of [undefined, { password: PASSWORD }])
        expect(await agent.send(DELETION, { method: "POST", body })).toMatchObject(
          refusal(403, "SESSION_NOT_FRESH"),
        );
      expect(await leaving.pendingOf(agent)).toBeNull();
      const otp = await service.codeFor(email);
      expect((await agent.post(SIGN_IN_BY_CODE, { email, otp })).status).toBe(200);
      expect((await agent.send(DELETION, { method: "POST" })).status).toBe(202);
    });

    it("no fresh session of a user who has a password", async () => {
      const agent = await someone();
      service.clock.advance(service.auth.policy.sessionFreshness);
      expect((await agent.post(DELETION, { password: PASSWORD })).status).toBe(202);
    });

    it("the password of a user who has set one by resetting it", async () => {
      const email = newAddress();
      const agent = await service.signedIn(email);
      await agent.post("/api/auth/request-password-reset", { email });
      await leaving.deliver();
      const token = new URL(service.inbox.linkFor(email)).pathname.split("/").at(-1);
      expect(
        (await agent.post("/api/auth/reset-password", { token, newPassword: PASSWORD })).status,
      ).toBe(200);
      await leaving.signIn(email, agent);
      expect(await agent.post(DELETION, {})).toMatchObject(INVALID);
      expect((await agent.post(DELETION, { password: PASSWORD })).status).toBe(202);
    });

    it("a reason of at most five hundred characters, or none", async () => {
      const reasons = ["x".repeat(500), "😀".repeat(500), "", undefined, "zwei\nZeilen"];
      for (const reason of reasons) {
        const { requestId } = await leaving.askDeletion(await someone(), reason);
        expect(await leaving.storedDeletion(requestId)).toMatchObject({ reason: reason ?? "" });
      }
      const agent = await someone();
      const refused = ["x".repeat(501), "😀".repeat(501), "half \ud83d", "a\u0000b", 5, null];
      for (const reason of refused) {
        const reply = await agent.post(DELETION, { password: PASSWORD, reason });
        expect([reason, reply]).toEqual([
          reason,
          expect.objectContaining({
            status: 400,
            body: objectContaining({
              issues: [expect.objectContaining({ path: "reason" })],
            }),
          }),
        ]);
      }
      expect(await leaving.pendingOf(agent)).toBeNull();
    });

    it("without a grace period the worker sees to it at once, and nothing speaks of time to change one's mind", async () => {
      const email = newAddress();
      const agent = await leaving.member(email, newAgent());
      const reply = await agent.post(DELETION, { password: PASSWORD });
      const { requestId } = readJson(reply.body, { requestId: "string" });
      expect(reply).toMatchObject({
        status: 202,
        body: { requestId, scheduledFor: service.clock.now().toISOString(), graceDays: 0 },
      });
      // Due from the first instant on.
      expect(await leaving.cancel(agent)).toMatchObject(refusal(404, "DELETION_NOT_PENDING"));
      expect(await agent.post(DELETION, { password: PASSWORD })).toMatchObject(
        refusal(409, "DELETION_ALREADY_PENDING"),
      );
      await leaving.deliver();
      expect((await agent.get(ME)).status).toBe(401);
      expect(await leaving.storedDeletion(requestId)).toMatchObject({
        status: "completed",
        userId: null,
      });
      expect(leaving.subjectsTo(email).slice(-2)).toEqual([
        "Your Acme account will be deleted",
        "Your Acme account was deleted",
      ]);
      const asked = service.inbox.mails.filter(({ to }) => to === email).at(-2)!;
      for (const said of [asked.text, asked.html, JSON.stringify(reply.body)])
        expect(said).not.toMatch(/change your mind|sign in|until then|cancel it/i);
      expect(asked.text).toContain("That happens at once.");
    });

    it("patience after five wrong passwords, wherever they were given", async () => {
      const email = newAddress();
      const agent = await leaving.signUp(email, newAgent());
      const wrong = [
        () => agent.post(DELETION, { password: WRONG }),
        () => agent.post("/api/auth/verify-password", { password: WRONG }),
        () =>
          agent.post("/api/auth/change-password", {
            currentPassword: WRONG,
            newPassword: "another good password",
          }),
        () => agent.post("/api/auth/sign-in", { email, password: WRONG }),
        () => agent.post(DELETION, { password: WRONG }),
      ];
      for (const attempt of wrong)
        expect((await attempt()).body).toMatchObject({
          code: stringMatching(/^INVALID_(EMAIL_OR_)?PASSWORD$/),
        });
      const refused = await agent.post(DELETION, { password: PASSWORD });
      expect(refused).toMatchObject({
        ...refusal(429, "TOO_MANY_REQUESTS"),
        headers: { "retry-after": "1", "x-retry-after": "1" },
      });
      expect(await agent.post("/api/auth/sign-in", { email, password: PASSWORD })).toMatchObject(
        refusal(429, "TOO_MANY_REQUESTS"),
      );
      expect(await leaving.pendingOf(agent)).toBeNull();
      service.clock.advance(SECOND);
      expect((await agent.post(DELETION, { password: PASSWORD })).status).toBe(202);
    });

    it("the client's own door is closed", async () => {
      expect(
        await (await someone()).post("/api/auth/delete-user", { password: PASSWORD }),
      ).toMatchObject(refusal(404, "NOT_FOUND"));
    });
  },
);

describeService(
  "a deletion that waits",
  { start: { policy: { deletionGraceDays: 2 } } },
  (service) => {
    const OTHER_PASSWORD = "another good password";
    let leaving: ReturnType<typeof createLeaving>;
    const EMAIL = "ada@example.com";
    beforeAll(async () => {
      leaving = createLeaving(service);
    });

    it("is not called off by signing in, by a new password or by a new email address of a confirmed account", async () => {
      const agent = await leaving.member(EMAIL);
      const { requestId } = await leaving.askDeletion(agent);
      const stillPending = async () =>
        expect(await leaving.pendingOf(agent)).toMatchObject({ id: requestId });
      await leaving.signIn(EMAIL, agent);
      await stillPending();
      // The notice of the deletion first: mails that are due at once arrive in any order, and the
      // code is read from the last one.
      await service.auth.worker.runDue();
      await service.signedIn(EMAIL);
      await stillPending();
      expect(
        (
          await agent.post("/api/auth/change-password", {
            currentPassword: PASSWORD,
            newPassword: OTHER_PASSWORD,
          })
        ).status,
      ).toBe(200);
      await stillPending();
      await agent.post("/api/auth/request-password-reset", { email: EMAIL });
      await leaving.deliver();
      const token = new URL(service.inbox.linkFor(EMAIL)).pathname.split("/").at(-1);
      expect(
        (await agent.post("/api/auth/reset-password", { token, newPassword: PASSWORD })).status,
      ).toBe(200);
      await leaving.signIn(EMAIL, agent);
      await stillPending();
      await agent.post("/api/auth/change-email", { newEmail: "lovelace@example.com" });
      await leaving.deliver();
      const change = new URL(service.inbox.linkFor("lovelace@example.com")).searchParams.get(
        "token",
      );
      expect((await agent.post("/api/auth/change-email/confirm", { token: change })).status).toBe(
        200,
      );
      await stillPending();
      await leaving.letGo(requestId);
      expect(await leaving.isSignedIn(agent)).toBe(false);
      // The last mail goes to where the user is now.
      expect(leaving.subjectsTo("lovelace@example.com").at(-1)).toBe(
        "Your Acme account was deleted",
      );
      expect(leaving.subjectsTo(EMAIL)).not.toContain("Your Acme account was deleted");
    });

    it.each(["before it is due", "when it is due"])(
      "is cancelled by a user who proves that a never confirmed email address is theirs, %s",
      async (when) => {
        const email = `${when.replaceAll(" ", "-")}@example.com`;
        const attacker = await leaving.signUp(email);
        const { requestId } = await leaving.askDeletion(attacker);
        await leaving.deliver();
        service.clock.advance(2 * DAY - 1);
        const code = await service.codeFor(email);
        if (when === "when it is due") service.clock.advance(1);
        const owner = service.agent();
        expect((await owner.post("/api/auth/email-otp/sign-in", { email, otp: code })).status).toBe(
          200,
        );
        expect(await leaving.storedDeletion(requestId)).toMatchObject({ status: "cancelled" });
        const userId = await leaving.idOf(owner);
        await leaving.deliver();
        service.clock.advance(DAY);
        await leaving.deliver();
        expect(await leaving.idOf(owner)).toBe(userId);
        const entries = await service.store.audit.listByUser(toId(userId), null, 100);
        expect(
          entries.filter(({ event }) => event === "deletion.cancelled").map(({ detail }) => detail),
        ).toEqual([{ requestId, because: "reclaimed" }]);
        // An email that is not verified is told nothing of what an attacker does who signed up with
        // it.
        expect(
          leaving.subjectsTo(email).filter((subject) => subject.startsWith("Your Acme account")),
        ).toEqual(["Your Acme account is yours alone again"]);
      },
    );
  },
);

const LIMITED = { start: { policy: { requestsPerClient: 3 } }, databases: "one" } as const;

describeService("the limiter", LIMITED, (service) => {
  it("counts requests about the deletion of an account", async () => {
    const agent = service.agent("127.4.9.9");
    const requests = [
      () => agent.get(DELETION),
      () => agent.post(DELETION, { password: PASSWORD }),
      () => agent.send(DELETION, { method: "DELETE" }),
    ];
    for (const request of requests) expect((await request()).status).toBe(401);
    for (const request of requests) {
      const reply = await request();
      expect(reply).toMatchObject(refusal(429, "TOO_MANY_REQUESTS"));
      expect(Object.keys(reply.headers)).toEqual(
        expect.arrayContaining(["retry-after", "x-retry-after", "ratelimit", "ratelimit-policy"]),
      );
    }
    service.clock.advance(10 * SECOND);
    expect((await agent.get(DELETION)).status).toBe(401);
  });
});
