import { featureSection } from "@acme/auth-http";
import { secondFactorRoutes } from "@acme/auth-second-factor/http";
import { keysOf } from "@acme/auth-testing/keys-of";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import type { Agent, Reply } from "../agent.js";
import { describeService } from "../describe-service.js";
import { createLeaving, ME, PASSWORD } from "../leaving.js";
import { surface } from "../reference-surface.js";
import { SEND_CODE, type Service } from "../service.js";
import { FETCH, FORM } from "../surface/browser-requests.js";
import { POSTING_FORMS } from "../surface/every-path.js";
import { cookieNames } from "./cookies-set.js";
import { enrollTotp } from "./enrolled.js";
import { WITH_SECOND_FACTOR } from "./start.js";

const NEXT = "another good password";
const RESET = "/api/auth/reset-password";
const CONFIRM = "/api/auth/change-email/confirm";

interface Enrolled {
  readonly email: string;
  readonly agent: Agent;
}
/** Prepares a right credential; what comes back presents it. */
type Door = (service: Service, ada: Enrolled) => Promise<(browser: Agent) => Promise<Reply>>;

async function codeOf(service: Service, email: string, type: string): Promise<string> {
  await service.agent().post(SEND_CODE, { email, type });
  await service.auth.worker.runDue();
  return service.inbox.codeFor(email);
}
async function resetToken(service: Service, email: string): Promise<string> {
  await service.agent().post("/api/auth/request-password-reset", { email });
  await service.auth.worker.runDue();
  return new URL(service.inbox.linkFor(email)).pathname.split("/").at(-1) ?? "";
}
async function changeToken(service: Service, { email, agent }: Enrolled): Promise<string> {
  const newEmail = `new-${email}`;
  expect((await agent.post("/api/auth/change-email", { newEmail })).status).toBe(200);
  await service.auth.worker.runDue();
  return new URL(service.inbox.linkFor(newEmail)).searchParams.get("token") ?? "";
}
/** To be verified is for new users only: one of them is what comes closest. */
async function newcomer(service: Service, { email }: Enrolled): Promise<string> {
  const other = `late-${email}`;
  await createLeaving(service).signUp(other);
  return other;
}
async function verification(service: Service, ada: Enrolled): Promise<string> {
  const other = await newcomer(service, ada);
  return new URL(service.inbox.linkFor(other)).searchParams.get("token") ?? "";
}
const form = (fields: Readonly<Record<string, string>>) => ({
  method: "POST",
  headers: FORM,
  body: new URLSearchParams(fields).toString(),
});

/** The routes that take a credential, a mailed one or a provider's, and open nothing. */
const CLOSED: Readonly<Record<string, Door>> = {
  "POST /api/auth/callback/:provider": async () => async (browser) => {
    const provider = POSTING_FORMS.id;
    const started = await browser.post("/api/auth/sign-in/social", { provider });
    const { url } = readJson(started.body, { url: "string" });
    const state = new URL(url).searchParams.get("state") ?? "";
    return browser.send(`/api/auth/callback/${provider}`, form({ code: "code", state }));
  },
  "POST /api/auth/email-otp/check-verification-otp": async (service, { email }) => {
    const otp = await codeOf(service, email, "sign-in");
    return (browser) =>
      browser.post("/api/auth/email-otp/check-verification-otp", { email, otp, type: "sign-in" });
  },
  "POST /api/auth/email-otp/verify-email": async (service, ada) => {
    const email = await newcomer(service, ada);
    const otp = await codeOf(service, email, "email-verification");
    return (browser) => browser.post("/api/auth/email-otp/verify-email", { email, otp });
  },
  "POST /api/auth/email-otp/reset-password": async (service, { email }) => {
    const otp = await codeOf(service, email, "forget-password");
    const path = "/api/auth/email-otp/reset-password";
    return (browser) => browser.post(path, { email, otp, password: NEXT });
  },
  "GET /api/auth/reset-password/:token": async (service, { email }) => {
    const token = await resetToken(service, email);
    return (browser) => browser.get(`${RESET}/${token}`);
  },
  "POST /api/auth/reset-password": async (service, { email }) => {
    const token = await resetToken(service, email);
    return (browser) => browser.post(RESET, { token, newPassword: NEXT });
  },
  "GET /api/auth/change-email/confirm": async (service, ada) => {
    const token = await changeToken(service, ada);
    return (browser) => browser.get(`${CONFIRM}?token=${token}`);
  },
  "POST /api/auth/change-email/confirm": async (service, ada) => {
    const token = await changeToken(service, ada);
    return (browser) => browser.send(CONFIRM, form({ token }));
  },
  "POST /api/v1/auth/verify-email": async (service, ada) => {
    const token = await verification(service, ada);
    return (browser) => browser.post("/api/v1/auth/verify-email", { token });
  },
  "GET /api/auth/verify-email": async (service, ada) => {
    const token = await verification(service, ada);
    return (browser) => browser.get(`/api/auth/verify-email?token=${token}`, FETCH);
  },
  "POST /api/auth/verify-email": async (service, ada) => {
    const token = await verification(service, ada);
    return (browser) => browser.send("/api/auth/verify-email", form({ token }));
  },
};

/** What takes no credential that could be a first proof. */
const TAKING_NONE: readonly string[] = [
  "GET /api/v1/openapi.json",
  "GET /docs",
  "GET /healthz",
  "GET /readyz",
  "GET /api/auth/ok",
  "GET /api/auth/error",
  "GET /api/v1/auth/policy",
  "GET /api/v1/auth/methods",
  "GET /api/auth/get-session",
  "POST /api/auth/sign-out",
  "POST /api/auth/sign-in/social",
  "POST /api/auth/passkey/generate-authentication-options",
  "GET /api/auth/passkey/generate-authentication-options",
  "POST /api/auth/email-otp/send-verification-otp",
  "POST /api/auth/email-otp/request-password-reset",
  "POST /api/auth/magic-link/send",
  "POST /api/auth/request-password-reset",
  "POST /api/auth/send-verification-email",
  "POST /api/v1/auth/resend-verification",
  "GET /api/auth/invitation",
  "GET /api/v1/me/export/:id/download",
  "GET /api/v1/auth/second-factor",
  "DELETE /api/v1/auth/second-factor",
  "POST /api/v1/auth/recovery",
  "GET /api/auth/recovery/veto",
  "POST /api/auth/recovery/veto",
  "POST /api/auth/two-factor/send-otp",
  "POST /api/auth/two-factor/verify-otp",
];

describeService(
  "for a user who is enrolled",
  {
    start: {
      ...WITH_SECOND_FACTOR,
      identityProviders: [POSTING_FORMS],
      policy: { mailsPerClient: 10_000 },
    },
    timeout: 60_000,
  },
  (service) => {
    let people = 0;

    it("every route that takes no session opens one, is shown to open none, or takes no credential", () => {
      const all = [...surface, ...featureSection(secondFactorRoutes).routes];
      const open = all
        .filter(({ access, opensSession }) => access === "anyone" && !opensSession)
        .map(({ method, path }) => `${method} ${path}`);
      expect([...Object.keys(CLOSED), ...TAKING_NONE].toSorted()).toEqual(open.toSorted());
    });

    describe.each(keysOf(CLOSED))("%s", (name) => {
      it("opens no session, and no sign-in that waits", async () => {
        const email = `person${++people}@example.com`;
        const agent = await createLeaving(service).member(email);
        await enrollTotp(service, agent);
        const { id } = (await service.findUser(email))!;
        const live = async () =>
          (await service.store.sessions.listLive(id, service.clock.now())).map((row) => row.id);
        const present = await CLOSED[name]!(service, { email, agent });
        const before = await live();
        const browser = service.agent();
        const reply = await present(browser);
        expect(reply.status).toBeLessThan(400);
        expect(cookieNames(reply).filter((cookie) => /session|pending/.test(cookie))).toEqual([]);
        expect(before).toEqual(expect.arrayContaining(await live()));
        expect((await browser.get(ME)).status).toBe(401);
        expect(await service.store.users.findById(id)).toMatchObject({
          secondFactorSince: expect.any(Date) as Date,
        });
        const first = await service.agent().post("/api/auth/sign-in", {
          email: (await service.store.users.findById(id))!.email,
          password: name.includes("POST") && name.endsWith("reset-password") ? NEXT : PASSWORD,
        });
        expect(first).toMatchObject({ status: 403, body: { code: "SECOND_FACTOR_REQUIRED" } });
      });
    });
  },
);
