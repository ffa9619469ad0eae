import { toId, type UserId } from "@acme/auth-core";
import { DAY, HOUR, MINUTE, SECOND } from "@acme/auth-core/surface";
import { declaredRefusals } from "@acme/auth-http";
import { anyString } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import type { Reply } from "../agent.js";
import { describeService } from "../describe-service.js";
import { createLeaving, DELETION, ME, PASSWORD } from "../leaving.js";
import { authenticate, authenticatorOn, register } from "../passkeys.js";
import { sections } from "../reference-surface.js";
import { APP_ORIGIN, SEND_CODE, SIGN_IN_BY_CODE, startService } from "../service.js";
import { refusal } from "../teams.js";
import { FETCH, FORM } from "./browser-requests.js";

const SUSPENDED = refusal(403, "ACCOUNT_SUSPENDED");
const UNAUTHORIZED = refusal(401, "UNAUTHORIZED");
const operator = "jane@support: chargeback 4711";
const LINK = "/api/auth/magic-link/verify";
const SIGN_IN_PATHS = ["/api/auth/sign-in/email", "/api/auth/sign-in", "/api/v1/auth/sign-in"];
const BY_CODE_PATHS = [SIGN_IN_BY_CODE, "/api/auth/sign-in/email-otp"];

describeService("a suspended user over HTTP", { timeout: 60_000 }, (service, database) => {
  let people = 0;
  const leaving = createLeaving(service);

  /** A verified user with a password, signed in. */
  async function member() {
    const email = `person${++people}@example.com`;
    const agent = await leaving.member(email);
    return { email, agent, id: toId<UserId>(await leaving.idOf(agent)) };
  }
  const suspend = (id: UserId, until: Date | null = null) =>
    service.auth.users.suspend(id, { operator, until });
  const after = (milliseconds: number) => new Date(service.clock.now().getTime() + milliseconds);
  const withPassword = (email: string, password = PASSWORD, path = SIGN_IN_PATHS[0]!) =>
    service.agent().post(path, { email, password });

  async function linkFor(email: string, extra: object = {}): Promise<URL> {
    await service.agent().post("/api/auth/magic-link/send", { email, ...extra });
    await service.auth.worker.runDue();
    return new URL(service.inbox.linkFor(email));
  }
  const tokenIn = (link: URL) => link.searchParams.get("token");
  const opensNothing = ({ setCookies }: Reply) =>
    expect(setCookies.filter((cookie) => cookie.startsWith("session="))).toEqual([]);

  it("has no session any more on the very next request, here and in another process", async () => {
    const { email, agent, id } = await member();
    const phone = service.agent();
    await phone.post(SIGN_IN_PATHS[0]!, { email, password: PASSWORD });
    const other = await startService({ database, location: service.location });
    try {
      const elsewhere = other.agent();
      for (const [name, value] of phone.cookies) elsewhere.cookies.set(name, value);
      expect((await elsewhere.get(ME)).status).toBe(200);
      await suspend(id);
      expect(await agent.get(ME)).toMatchObject(UNAUTHORIZED);
      expect(await elsewhere.get(ME)).toMatchObject(UNAUTHORIZED);
      expect(await phone.get("/api/auth/list-sessions")).toMatchObject(UNAUTHORIZED);
      const there = other.agent().post(SIGN_IN_PATHS[0]!, { email, password: PASSWORD });
      expect(await there).toMatchObject(SUSPENDED);
    } finally {
      await other.stop();
    }
  });

  describe("is refused with the right credential, and gets no session:", () => {
    it.each(SIGN_IN_PATHS)("a password at %s", async (path) => {
      const { email, id } = await member();
      await suspend(id);
      const reply = await withPassword(email, PASSWORD, path);
      expect(reply).toMatchObject(SUSPENDED);
      opensNothing(reply);
    });

    it.each(BY_CODE_PATHS)("a code at %s, which was mailed before and is used up", async (path) => {
      const { email, id } = await member();
      const otp = await service.codeFor(email);
      await suspend(id);
      const reply = await service.agent().post(path, { email, otp });
      expect(reply).toMatchObject(SUSPENDED);
      opensNothing(reply);
      await service.auth.users.reinstate(id, { operator });
      expect(await service.agent().post(path, { email, otp })).toMatchObject(
        refusal(400, "INVALID_OTP"),
      );
    });

    it("a magic link in JSON, which was mailed before and is used up", async () => {
      const { email, id } = await member();
      const token = tokenIn(await linkFor(email));
      await suspend(id);
      const reply = await service.agent().post(LINK, { token });
      expect(reply).toMatchObject(SUSPENDED);
      opensNothing(reply);
      await service.auth.users.reinstate(id, { operator });
      expect(await service.agent().post(LINK, { token })).toMatchObject(
        refusal(400, "INVALID_TOKEN"),
      );
    });

    it("a magic link through the form on its page", async () => {
      const { email, id } = await member();
      const callbackURL = `${APP_ORIGIN}/home`;
      const link = await linkFor(email, { callbackURL });
      await suspend(id);
      const body = new URLSearchParams({ token: tokenIn(link)!, callbackURL }).toString();
      const reply = await service.agent().send(LINK, { method: "POST", headers: FORM, body });
      expect(reply.status).toBe(303);
      expect(reply.headers.location).toBe(`${callbackURL}?error=ACCOUNT_SUSPENDED`);
      opensNothing(reply);
    });

    it("a magic link by the front end's own fetch", async () => {
      const { email, id } = await member();
      const plain = await linkFor(email);
      await suspend(id);
      const reply = await service.agent().get(plain.pathname + plain.search, FETCH);
      expect(reply).toMatchObject(SUSPENDED);
      opensNothing(reply);
    });

    it("a passkey, whose use counts all the same", async () => {
      const { email, agent, id } = await member();
      const authenticator = authenticatorOn();
      await register(agent, authenticator);
      await suspend(id);
      const reply = await authenticate(service.agent(), authenticator);
      expect(reply).toMatchObject(SUSPENDED);
      opensNothing(reply);
      const [passkey] = await service.store.passkeys.listByUser(id);
      expect(passkey?.lastUsedAt).toEqual(service.clock.now());
      await service.auth.users.reinstate(id, { operator });
      expect((await authenticate(service.agent(), authenticator)).body).toMatchObject({
        user: { email },
      });
    });

    it("a password and a live session of another user, which stays", async () => {
      const ada = await member();
      const eve = await member();
      await suspend(ada.id);
      const reply = await eve.agent.post(SIGN_IN_PATHS[0]!, {
        email: ada.email,
        password: PASSWORD,
      });
      expect(reply).toMatchObject(SUSPENDED);
      expect(await leaving.idOf(eve.agent)).toBe(eve.id);
    });
  });

  it("cannot renew a session that a request presents while the suspension begins", async () => {
    const { email, agent, id } = await member();
    const authenticator = authenticatorOn();
    await register(agent, authenticator);
    const outcomes = await Promise.all([
      suspend(id),
      agent.post(SIGN_IN_PATHS[0]!, { email, password: PASSWORD }),
      authenticate(agent, authenticator),
    ]);
    expect(outcomes).toHaveLength(3);
    expect(await agent.get(ME)).toMatchObject(UNAUTHORIZED);
    expect(await service.store.sessions.listLive(id, service.clock.now())).toEqual([]);
  });

  it("resets the streak of wrong passwords with the right one, and is asked for nothing more", async () => {
    const { email, id } = await member();
    await suspend(id);
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++)
        expect(await withPassword(email, "wrong, wrong, wrong")).toMatchObject(
          refusal(401, "INVALID_EMAIL_OR_PASSWORD"),
        );
      expect(await withPassword(email)).toMatchObject(SUSPENDED);
    }
  });

  it("is mailed neither a code nor a link to sign in with", async () => {
    const { email, id } = await member();
    service.clock.advance(HOUR);
    await suspend(id);
    const before = service.inbox.mails.length;
    await service.agent().post(SEND_CODE, { email, type: "sign-in" });
    await service.agent().post("/api/auth/magic-link/send", { email });
    await service.auth.worker.runDue();
    expect(service.inbox.mails.slice(before)).toEqual([]);
  });

  it("sets a new password by reset, and verifies an email address, and neither opens a session", async () => {
    const { email, id } = await member();
    await suspend(id);
    await service.agent().post("/api/auth/request-password-reset", { email });
    await service.auth.worker.runDue();
    const token = new URL(service.inbox.linkFor(email)).pathname.split("/").at(-1);
    const newPassword = "another horse battery staple";
    const reset = await service.agent().post("/api/auth/reset-password", { token, newPassword });
    expect(reset.status).toBe(200);
    opensNothing(reset);
    expect(await withPassword(email, newPassword)).toMatchObject(SUSPENDED);

    const fresh = `person${++people}@example.com`;
    const unverified = await leaving.signUp(fresh);
    const freshId = toId<UserId>(await leaving.idOf(unverified));
    await suspend(freshId);
    const proof = tokenIn(new URL(service.inbox.linkFor(fresh)));
    const verified = await service.agent().post("/api/v1/auth/verify-email", { token: proof });
    expect(verified.status).toBe(200);
    opensNothing(verified);
    expect(await service.findUser(fresh)).toMatchObject({ emailVerified: true });
  });

  it("recovers no account by the proof of the mailbox that a refused sign-in is", async () => {
    const email = `person${++people}@example.com`;
    const agent = await leaving.signUp(email);
    const id = toId<UserId>(await leaving.idOf(agent));
    const { requestId } = await leaving.askDeletion(agent);
    const otp = await service.codeFor(email);
    await suspend(id);
    expect(await service.agent().post(SIGN_IN_BY_CODE, { email, otp })).toMatchObject(SUSPENDED);
    expect(await service.findUser(email)).toMatchObject({
      emailVerified: false,
      reclaimedAt: null,
    });
    expect(await leaving.storedDeletion(requestId)).toMatchObject({ status: "pending" });
  });

  it("keeps a pending deletion when the mailbox is proven by a reset of the password", async () => {
    const email = `person${++people}@example.com`;
    const agent = await leaving.signUp(email);
    const id = toId<UserId>(await leaving.idOf(agent));
    const { requestId } = await leaving.askDeletion(agent);
    await suspend(id);
    await service.agent().post("/api/auth/request-password-reset", { email });
    await service.auth.worker.runDue();
    const token = new URL(service.inbox.linkFor(email)).pathname.split("/").at(-1);
    const newPassword = "another horse battery staple";
    const reset = await service.agent().post("/api/auth/reset-password", { token, newPassword });
    expect(reset.status).toBe(200);
    expect(await service.findUser(email)).toMatchObject({ emailVerified: true });
    expect(await leaving.storedDeletion(requestId)).toMatchObject({ status: "pending" });
  });

  it("may sign in again from the instant at which the suspension ends, without any job", async () => {
    const { email, id } = await member();
    const until = after(DAY);
    await suspend(id, until);
    service.clock.set(new Date(until.getTime() - 1));
    expect(await withPassword(email)).toMatchObject(SUSPENDED);
    service.clock.set(until);
    expect((await withPassword(email)).status).toBe(200);
    service.clock.advance(SECOND);
  });

  it("may sign in again once reinstated, with what there was before but no session", async () => {
    const { email, agent, id } = await member();
    await suspend(id);
    await service.auth.users.reinstate(id, { operator });
    expect(await agent.get(ME)).toMatchObject(UNAUTHORIZED);
    expect((await withPassword(email)).status).toBe(200);
  });

  it("is deleted when a deletion is pending and due", async () => {
    const { email, agent, id } = await member();
    const { requestId } = await leaving.askDeletion(agent);
    await suspend(id);
    expect(await agent.send(DELETION, { method: "DELETE" })).toMatchObject(UNAUTHORIZED);
    await leaving.letGo(requestId);
    expect(await leaving.storedDeletion(requestId)).toMatchObject({ status: "completed" });
    expect(await service.findUser(email)).toBeNull();
  });

  describe("whose export is pending", () => {
    const statusOf = async (requestId: string) =>
      (await service.store.exportRequests.find(toId(requestId)))?.status;
    const mailsTo = (email: string) =>
      service.inbox.mails.filter(({ to, subject }) => to === email && /data/i.test(subject));

    it("gets it once reinstated, and no mail before", async () => {
      const { email, agent, id } = await member();
      const requestId = await leaving.askExport(agent);
      await suspend(id);
      service.clock.advance(HOUR);
      await service.auth.worker.runDue();
      expect(await statusOf(requestId)).toBe("pending");
      expect(mailsTo(email)).toEqual([]);
      const written = service.logs.filter(({ event }) => event === "export_written");
      expect(written.filter(({ fields }) => fields["requestId"] === requestId)).toEqual([]);
      await service.auth.users.reinstate(id, { operator });
      await service.auth.worker.runDue();
      expect(await statusOf(requestId)).toBe("ready");
      expect(mailsTo(email)).toHaveLength(1);
    });

    it("gets it when the suspension ends by itself, also when its end was moved", async () => {
      const { agent, id } = await member();
      const requestId = await leaving.askExport(agent);
      await suspend(id);
      await suspend(id, after(2 * HOUR));
      await service.auth.worker.runDue();
      service.clock.advance(2 * HOUR - 1);
      await service.auth.worker.runDue();
      expect(await statusOf(requestId)).toBe("pending");
      service.clock.advance(1);
      await service.auth.worker.runDue();
      expect(await statusOf(requestId)).toBe("ready");
    });

    it("downloads none that is ready, until reinstated", async () => {
      const { agent, id } = await member();
      const { link } = await leaving.readyExport(agent);
      await suspend(id);
      expect(await service.agent().get(link)).toMatchObject(SUSPENDED);
      expect((await service.agent().send(link, { method: "HEAD" })).status).toBe(403);
      await service.auth.users.reinstate(id, { operator });
      expect((await service.agent().get(link)).status).toBe(200);
    });
  });

  it("reads what was done, and never what the operator wrote", async () => {
    const { email, agent, id } = await member();
    await suspend(id, after(MINUTE));
    await service.auth.users.reinstate(id, { operator });
    await agent.post(SIGN_IN_PATHS[0]!, { email, password: PASSWORD });
    const activity = await agent.get("/api/v1/me/activity");
    const { entries } = readJson(activity.body, { entries: [{ event: "string" }] });
    expect(entries.map(({ event }) => event)).toEqual(
      expect.arrayContaining(["user.suspended", "user.reinstated"]),
    );
    const { link } = await leaving.readyExport(agent);
    const replies = [activity, await agent.get(ME), await service.agent().get(link)];
    for (const { status, text } of replies) {
      expect(status).toBe(200);
      for (const word of ["jane", "chargeback", "suspendedAt", "suspendedUntil", "operator"])
        expect(text).not.toContain(word);
    }
    expect((await service.auth.users.activity(id, { after: null, limit: 9 })).entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: anyString(), event: "user.suspended", operator }),
      ]),
    );
  });

  it("has been refused by every route that can refuse one", () => {
    const declaring = sections
      .flatMap(({ routes }) => routes)
      .filter((route) => declaredRefusals(route).includes("ACCOUNT_SUSPENDED"));
    const shown = [...service.refusals].filter((one) => one.endsWith(" ACCOUNT_SUSPENDED"));
    const unseen = declaring
      .flatMap(({ method, path, aliases = [] }) =>
        [path, ...aliases].map((each) => `${method} ${each.replaceAll(/:\w+/g, "[^/ ]+")} `),
      )
      .filter((pattern) => !shown.some((one) => new RegExp(`^${pattern}`).test(one)));
    expect(unseen).toEqual([]);
    expect(declaring.length).toBeGreaterThan(5);
  });
});

describeService(
  "a suspended user, where email addresses must be verified",
  { start: { requireEmailVerification: true } },
  (service) => {
    it("is mailed no verification link by the right password", async () => {
      const leaving = createLeaving(service);
      const email = "ada@example.com";
      await leaving.signUp(email);
      service.clock.advance(HOUR);
      await service.auth.users.suspend((await service.findUser(email))!.id, { operator });
      const before = service.inbox.mails.length;
      expect(await leaving.signIn(email)).toMatchObject(SUSPENDED);
      await service.auth.worker.runDue();
      expect(service.inbox.mails.slice(before)).toEqual([]);
    });
  },
);
