import { DAY, MINUTE } from "@acme/auth-core/surface";
import { declaredRefusals, featureSection, ownRefusals } from "@acme/auth-http";
import { secondFactorRoutes } from "@acme/auth-second-factor/http";
import { anyString, arrayContaining } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService } from "../describe-service.js";
import { createLeaving, ME, PASSWORD } from "../leaving.js";
import { authenticatorOn, DELETE_PASSKEY, LIST_PASSKEYS, register } from "../passkeys.js";
import { APP_ORIGIN } from "../service.js";
import { FORM } from "../surface/browser-requests.js";
import {
  CLEARED_COOKIE,
  DISABLE,
  ENABLE,
  type Enrolled,
  enrollPasskey,
  enrollTotp,
  FACTORS,
  GENERATE_BACKUP_CODES,
  GET_TOTP_URI,
  SECOND_FACTOR,
  startTotp,
  VERIFY_BACKUP_CODE,
  VERIFY_TOTP,
  wrongCode,
} from "./enrolled.js";
import { WITH_SECOND_FACTOR } from "./start.js";

const RECOVERY = "/api/v1/auth/recovery";
const COMPLETE = `${RECOVERY}/complete`;
const MY_RECOVERY = "/api/v1/me/recovery";
const VETO = "/api/auth/recovery/veto";
const WITH_PASSWORD = { password: PASSWORD };

interface Person {
  readonly email: string;
  readonly agent: Agent;
}

describeService(
  "the routes of the second factor",
  { start: WITH_SECOND_FACTOR, timeout: 120_000 },
  (service) => {
    const leaving = createLeaving(service);
    let people = 0;
    async function member(): Promise<Person> {
      const email = `person${++people}@example.com`;
      return { email, agent: await leaving.member(email) };
    }
    async function enrolled(): Promise<Person & Enrolled> {
      const ada = await member();
      return { ...ada, ...(await enrollTotp(service, ada.agent)) };
    }
    /** A browser whose sign-in by password waits. */
    async function waiting({ email }: Person): Promise<Agent> {
      const browser = service.agent();
      const body = { email, password: PASSWORD };
      expect((await browser.post("/api/auth/sign-in", body)).status).toBe(403);
      return browser;
    }
    /** The same by a code, which proves the mailbox. */
    async function waitingByCode({ email }: Person): Promise<Agent> {
      const browser = service.agent();
      const otp = await service.codeFor(email, browser);
      await browser.post("/api/auth/email-otp/sign-in", { email, otp });
      return browser;
    }
    const refusal = async (asked: ReturnType<Agent["post"]>) => {
      const { status, body } = await asked;
      return [status, readJson(body, { code: "string" }).code];
    };

    it("show what a user has, and what the service offers", async () => {
      const { agent } = await member();
      const none = { enabled: false, since: null, totp: null, recoveryCodes: null };
      expect((await agent.get(FACTORS)).body).toMatchObject({ ...none, enrolment: null });
      await startTotp(service, agent);
      expect((await agent.get(FACTORS)).body).toMatchObject({
        ...none,
        enrolment: { expiresAt: anyString() },
        session: { methods: ["password"], factors: 1, secondFactorAt: null },
      });
      await enrollTotp(service, agent);
      await register(agent, authenticatorOn());
      expect((await agent.get(FACTORS)).body).toMatchObject({
        enabled: true,
        passkeys: { count: 1, countingAsTwo: 1 },
        recoveryCodes: { left: 10 },
        session: { methods: ["password", "totp"], factors: 2 },
        requiredBy: [],
      });
      expect((await agent.get(ME)).body).toMatchObject({ twoFactorEnabled: true, recovery: null });
      expect((await agent.get("/api/auth/list-sessions")).body).toMatchObject([
        { methods: ["password", "totp"], factors: 2, secondFactorAt: anyString() },
      ]);
      expect((await agent.get("/api/auth/passkey/list-user-passkeys")).body).toMatchObject([
        { uvInitialized: true },
      ]);
      const [passkey] = readJson((await agent.get(LIST_PASSKEYS)).body, [{ id: "string" }]);
      const removed = await agent.post(DELETE_PASSKEY, { id: passkey!.id });
      expect(removed.body).toEqual({
        status: true,
        ...readJson((await agent.get("/api/v1/me/passkey-signals")).body, { signals: ["object"] }),
      });
      expect((await agent.get("/api/v1/auth/methods")).body).toMatchObject({
        secondFactor: ["totp", "passkey", "recovery-code"],
      });
      expect((await agent.get("/api/v1/auth/policy")).body).toMatchObject({
        trustedDevices: false,
        factorFreshSeconds: 600,
        recoveryWaitHours: 72,
      });
    });

    it("lead on where the first proof would have led, and open one session", async () => {
      const ada = await enrolled();
      const browser = service.agent();
      const first = { email: ada.email, password: PASSWORD, callbackURL: "/inbox" };
      await browser.post("/api/auth/sign-in/email", first);
      const code = ada.code();
      const proof = await browser.post(VERIFY_TOTP, { code });
      expect(proof.body).toMatchObject({ redirect: true, url: "http://app.test:3004/inbox" });
      expect(proof.setCookies.map((cookie) => cookie.split("=", 1)[0])).toEqual(
        arrayContaining(["session", "known-browser", "pending-sign-in"]),
      );
      const again = await waiting(ada);
      expect(await refusal(again.post(VERIFY_TOTP, { code }))).toEqual([401, "INVALID_CODE"]);
    });

    it("step a session up, which goes on under a new token", async () => {
      const ada = await enrolled();
      const before = ada.agent.cookies.get("session");
      const proof = await ada.agent.post(VERIFY_TOTP, { code: ada.code() });
      expect(proof.body).toMatchObject({ redirect: false, token: null });
      expect(ada.agent.cookies.get("session")).not.toBe(before);
      const last = await ada.agent.post(VERIFY_BACKUP_CODE, { code: ada.backupCodes[0] });
      expect(last.status).toBe(200);
      expect((await ada.agent.get(FACTORS)).body).toMatchObject({ recoveryCodes: { left: 9 } });
    });

    it("take a sign-in that waits and never the session beside it", async () => {
      const [ada, eve] = [await enrolled(), await enrolled()];
      const body = { email: eve.email, password: PASSWORD };
      await ada.agent.post("/api/auth/sign-in", body);
      const own = await refusal(ada.agent.post(VERIFY_TOTP, { code: ada.code() }));
      expect(own).toEqual([401, "INVALID_CODE"]);
      ada.agent.cookies.set("pending-sign-in", "A".repeat(43));
      const dead = await ada.agent.post(VERIFY_TOTP, { code: ada.code() });
      expect(dead).toMatchObject({ status: 401, body: { code: "INVALID_TWO_FACTOR_COOKIE" } });
      expect(dead.setCookies).toEqual([CLEARED_COOKIE]);
      expect((await ada.agent.post(VERIFY_TOTP, { code: ada.code() })).status).toBe(200);
    });

    it("end the sign-in that waits with the sign-out, and when it is given up", async () => {
      const ada = await enrolled();
      for (const end of [
        (browser: Agent) => browser.post("/api/auth/sign-out"),
        (browser: Agent) => browser.send(SECOND_FACTOR, { method: "DELETE" }),
      ]) {
        const browser = await waiting(ada);
        const cookie = browser.cookies.get("pending-sign-in")!;
        expect((await end(browser)).setCookies).toContain(CLEARED_COOKIE);
        browser.cookies.set("pending-sign-in", cookie);
        expect((await browser.get(SECOND_FACTOR)).status).toBe(401);
      }
      const { setCookies } = await service.agent().post("/api/auth/sign-out");
      expect(setCookies.join()).not.toContain("pending-sign-in");
    });

    it("clear the cookie of a sign-in that is spent", async () => {
      const ada = await enrolled();
      const browser = await waiting(ada);
      const cookie = browser.cookies.get("pending-sign-in")!;
      for (let tried = 0; tried < 5; tried++)
        await browser.post(VERIFY_TOTP, { code: wrongCode(ada) });
      for (const [path, code] of [
        [VERIFY_TOTP, ada.code()],
        [VERIFY_BACKUP_CODE, ada.backupCodes[0]],
        [RECOVERY],
        [COMPLETE],
      ]) {
        browser.cookies.set("pending-sign-in", cookie);
        const spent = await browser.post(path!, { code });
        expect(spent).toMatchObject({
          status: 400,
          body: { code: "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE" },
        });
        expect(spent.setCookies).toEqual([CLEARED_COOKIE]);
      }
    });

    it("turn the second factor off after a recent proof", async () => {
      const ada = await enrolled();
      service.clock.advance(10 * MINUTE);
      for (const [path, body] of [
        [DISABLE, WITH_PASSWORD],
        [GENERATE_BACKUP_CODES, WITH_PASSWORD],
        [ENABLE, { ...WITH_PASSWORD, replace: true }],
      ] as const) {
        const stale = await ada.agent.post(path, body, { origin: APP_ORIGIN });
        expect(stale).toMatchObject({
          status: 401,
          body: { code: "INSUFFICIENT_USER_AUTHENTICATION" },
        });
        expect(stale.headers["www-authenticate"]).toContain('acr_values="factors-2"');
        expect(stale.headers["access-control-expose-headers"]).toContain("WWW-Authenticate");
      }
      await ada.agent.post(VERIFY_TOTP, { code: ada.code() });
      const made = await ada.agent.post(GENERATE_BACKUP_CODES, WITH_PASSWORD);
      expect(readJson(made.body, { backupCodes: ["string"] }).backupCodes).toHaveLength(10);
      expect((await ada.agent.post(DISABLE, WITH_PASSWORD)).body).toEqual({ status: true });
      expect((await ada.agent.get(ME)).body).toMatchObject({ twoFactorEnabled: false });
      expect((await leaving.signIn(ada.email)).status).toBe(200);
    });

    it("refuse a set-up that is not allowed", async () => {
      const unverified = await leaving.signUp("unverified@example.com");
      const ada = await member();
      const { agent } = ada;
      expect(await refusal(unverified.post(ENABLE, WITH_PASSWORD))).toEqual([
        403,
        "EMAIL_VERIFICATION_REQUIRED",
      ]);
      for (const path of [ENABLE, GET_TOTP_URI])
        expect(await refusal(agent.post(path))).toEqual([400, "INVALID_PASSWORD"]);
      const otp = agent.post(ENABLE, { ...WITH_PASSWORD, method: "otp" });
      expect(await refusal(otp)).toEqual([400, "OTP_NOT_CONFIGURED"]);
      const passkey = agent.post(ENABLE, { ...WITH_PASSWORD, method: "passkey" });
      expect(await refusal(passkey)).toEqual([403, "SECOND_FACTOR_NOT_ENROLLED"]);
      expect(await refusal(agent.post(GET_TOTP_URI, WITH_PASSWORD))).toEqual([
        400,
        "TOTP_NOT_ENABLED",
      ]);
      expect(await refusal(agent.post(VERIFY_TOTP, { code: "123456" }))).toEqual([
        400,
        "TOTP_NOT_ENABLED",
      ]);
      expect(await refusal(agent.post(VERIFY_BACKUP_CODE, { code: "x" }))).toEqual([
        400,
        "BACKUP_CODES_NOT_ENABLED",
      ]);
      for (const path of [DISABLE, GENERATE_BACKUP_CODES])
        expect(await refusal(agent.post(path, WITH_PASSWORD))).toEqual([
          400,
          "TWO_FACTOR_NOT_ENABLED",
        ]);
      await enrollTotp(service, agent);
      for (const path of [DISABLE, GENERATE_BACKUP_CODES])
        expect(await refusal(agent.post(path))).toEqual([400, "INVALID_PASSWORD"]);
      for (const path of [ENABLE, GET_TOTP_URI])
        expect(await refusal(agent.post(path, WITH_PASSWORD))).toEqual([
          400,
          "TOTP_ALREADY_ENABLED",
        ]);
      for (const path of ["send-otp", "verify-otp"])
        expect(await refusal(agent.post(`/api/auth/two-factor/${path}`))).toEqual([
          400,
          "OTP_NOT_CONFIGURED",
        ]);
    });

    it("refuse wrong codes, and lock after too many", async () => {
      const ada = await enrolled();
      const wrong = ada.agent.post(VERIFY_BACKUP_CODE, { code: "0000-0000-0000-0000-0000-0000" });
      expect(await refusal(wrong)).toEqual([401, "INVALID_BACKUP_CODE"]);
      for (let tried = 1; tried < 10; tried++)
        await ada.agent.post(VERIFY_BACKUP_CODE, { code: "0000-0000-0000-0000-0000-0000" });
      for (const [path, code] of [
        [VERIFY_TOTP, ada.code()],
        [VERIFY_BACKUP_CODE, ada.backupCodes[0]],
      ] as const) {
        const locked = await ada.agent.post(path, { code });
        expect(locked).toMatchObject({
          status: 429,
          body: { code: "ACCOUNT_TEMPORARILY_LOCKED" },
          headers: { "retry-after": anyString(), "x-retry-after": anyString() },
        });
      }
    });

    it("refuse input of another shape, and requests without cookies", async () => {
      const { agent } = await enrolled();
      for (const body of [{}, { code: 1 }, { code: "1".repeat(65) }])
        expect(await refusal(agent.post(VERIFY_TOTP, body))).toEqual([400, "VALIDATION_ERROR"]);
      const oracle = agent.post(VERIFY_TOTP, { code: "123456", disableSession: true });
      expect(await refusal(oracle)).toEqual([400, "VALIDATION_ERROR"]);
      const body = { code: "123456" };
      for (const path of [VERIFY_TOTP, VERIFY_BACKUP_CODE, RECOVERY, COMPLETE])
        expect(await refusal(service.agent().post(path, body))).toEqual([
          401,
          "INVALID_TWO_FACTOR_COOKIE",
        ]);
      expect(await refusal(service.agent().get(SECOND_FACTOR))).toEqual([
        401,
        "INVALID_TWO_FACTOR_COOKIE",
      ]);
      for (const path of [VERIFY_TOTP, VERIFY_BACKUP_CODE]) {
        const ended = service.agent();
        ended.cookies.set("session", "A".repeat(43));
        expect(await refusal(ended.post(path, body))).toEqual([401, "UNAUTHORIZED"]);
      }
    });

    it("lead a user back who has the mailbox, after the waiting time", async () => {
      const ada = await enrolled();
      const byPassword = await waiting(ada);
      for (const path of [RECOVERY, COMPLETE])
        expect(await refusal(byPassword.post(path))).toEqual([403, "MAILBOX_PROOF_REQUIRED"]);
      const browser = await waitingByCode(ada);
      expect(await refusal(browser.post(COMPLETE))).toEqual([404, "RECOVERY_NOT_PENDING"]);
      const begun = await browser.post(RECOVERY);
      expect(begun.status).toBe(202);
      const times = readJson(begun.body, { dueAt: "string", expiresAt: "string" });
      expect((await browser.post(RECOVERY)).body).toEqual(times);
      expect((await browser.get(SECOND_FACTOR)).body).toMatchObject({ recovery: times });
      expect(await refusal(browser.post(COMPLETE))).toEqual([409, "RECOVERY_NOT_DUE"]);
      expect((await ada.agent.get(MY_RECOVERY)).body).toMatchObject({
        pending: { ...times, ipAddress: "127.0.0.1" },
      });
      expect((await ada.agent.get(ME)).body).toMatchObject({ recovery: { dueAt: times.dueAt } });
      service.clock.set(new Date(times.dueAt));
      // The mails that tell of it come before that of the next code.
      while ((await service.auth.worker.runDue()) > 0);
      const back = await waitingByCode(ada);
      const completed = await back.post(COMPLETE);
      expect(completed).toMatchObject({
        status: 200,
        body: { redirect: false, user: { email: ada.email, twoFactorEnabled: false } },
      });
      expect(completed.setCookies).toContain(CLEARED_COOKIE);
      expect((await back.get(FACTORS)).body).toMatchObject({
        enabled: false,
        session: { factors: 1 },
      });
      expect((await ada.agent.get(ME)).status).toBe(401);
    });

    it("stop the way back, in a session and by a mailed link", async () => {
      const ada = await enrolled();
      const veto = () => ada.agent.send(MY_RECOVERY, { method: "DELETE" });
      expect(await refusal(veto())).toEqual([404, "RECOVERY_NOT_PENDING"]);
      await (await waitingByCode(ada)).post(RECOVERY);
      expect((await veto()).status).toBe(204);
      expect((await ada.agent.get(MY_RECOVERY)).body).toEqual({ pending: null });
      const paused = await waitingByCode(ada);
      expect(await refusal(paused.post(RECOVERY))).toEqual([403, "RECOVERY_VETOED"]);

      const eve = await enrolled();
      await (await waitingByCode(eve)).post(RECOVERY);
      await service.auth.worker.runDue();
      const link = new URL(service.inbox.linkFor(eve.email));
      const stranger = service.agent();
      const page = await stranger.get(link.pathname + link.search);
      expect([page.status, page.headers["content-type"]]).toEqual([
        200,
        "text/html; charset=utf-8",
      ]);
      expect(page.text).toContain("<button");
      expect((await eve.agent.get(MY_RECOVERY)).body).not.toEqual({ pending: null });
      const token = link.searchParams.get("token")!;
      const body = new URLSearchParams({ token }).toString();
      const form = await stranger.send(VETO, { method: "POST", headers: FORM, body });
      expect([form.status, form.headers["content-type"]]).toEqual([
        200,
        "text/html; charset=utf-8",
      ]);
      const again = await stranger.get(link.pathname + link.search);
      expect([again.status, again.text]).toEqual([
        200,
        expect.stringContaining("The way back was already stopped"),
      ]);
      expect(again.text).not.toMatch(/<form|name="token"/);
      expect((await stranger.post(VETO, { token })).body).toEqual({ status: true });
      expect((await eve.agent.get(MY_RECOVERY)).body).toEqual({ pending: null });
      const dead = await stranger.get(`${VETO}?token=x`);
      expect([dead.status, dead.text]).toEqual([
        400,
        expect.stringMatching(/There.{1,6}s nothing left that it could stop/),
      ]);
      expect(dead.text).not.toContain("invited");
      expect(await refusal(stranger.post(VETO, { token: "x" }))).toEqual([400, "INVALID_TOKEN"]);
      service.clock.advance(60 * DAY);
      expect(await refusal(stranger.post(VETO, { token }))).toEqual([400, "TOKEN_EXPIRED"]);
    });

    it("tell a user who was suspended between the proofs", async () => {
      const ada = await enrolled();
      const [browser, byCode] = [await waiting(ada), await waitingByCode(ada)];
      const { id } = (await service.findUser(ada.email))!;
      await service.auth.users.suspend(id, { operator: "jane: spam" });
      for (const [agent, path, code] of [
        [browser, VERIFY_TOTP, ada.code()],
        [browser, VERIFY_BACKUP_CODE, ada.backupCodes[0]],
        [byCode, RECOVERY, ""],
        [byCode, COMPLETE, ""],
      ] as const)
        expect(await refusal(agent.post(path, { code }))).toEqual([403, "ACCOUNT_SUSPENDED"]);
      const asked = await browser.get(SECOND_FACTOR);
      expect(asked).toMatchObject({ status: 403, body: { code: "ACCOUNT_SUSPENDED" } });
      expect(asked.setCookies).toEqual([]);
    });

    it("let passkeys count, that were just shown", async () => {
      const { agent } = await member();
      await enrollPasskey(agent);
      expect((await agent.get(FACTORS)).body).toMatchObject({
        enabled: true,
        totp: null,
        session: { methods: ["passkey"], factors: 2 },
      });
    });

    it("have shown every refusal that they declare", () => {
      const declared = featureSection(secondFactorRoutes).routes.flatMap((route) =>
        [...declaredRefusals(route), ...ownRefusals(route).map(({ code }) => code)].map(
          (code) => `${route.method} ${route.path} ${code}`,
        ),
      );
      const missing = declared.filter(
        (refusal) =>
          !service.refusals.has(refusal) &&
          // What the rules of the base, or the gates behind this one, withhold a session with.
          !/ (EMAIL_NOT_VERIFIED|SECOND_FACTOR_REQUIRED)$/.test(refusal),
      );
      expect(missing).toEqual([]);
    });
  },
);
