import { describe, expect, it } from "vitest";
import { clientsOf, VERSIONS } from "../better-auth-clients.js";
import { startedService } from "../describe-service.js";
import { createLeaving, PASSWORD } from "../leaving.js";
import { APP_ORIGIN } from "../service.js";
import { codeAt } from "./enrolled.js";
import { WITH_SECOND_FACTOR } from "./start.js";

describe.each(VERSIONS)("the two-factor plugin of better-auth $version", (version) => {
  const service = startedService("sqlite", { start: WITH_SECOND_FACTOR });
  const { createClient } = clientsOf(version, service);
  let people = 0;

  /** A client that has enrolled, and its authenticator app. */
  async function enrolled() {
    const email = `person${++people}@example.com`;
    await createLeaving(service).member(email);
    const client = createClient();
    await client.signIn.email({ email, password: PASSWORD });
    const started = await client.twoFactor.enable({ password: PASSWORD });
    expect(started.error).toBeNull();
    const { totpURI, backupCodes } = started.data as {
      readonly totpURI: string;
      readonly backupCodes: string[];
    };
    function code(): string {
      service.clock.advance(60_000);
      return codeAt(totpURI, service.clock.now());
    }
    const confirmed = await client.twoFactor.verifyTotp({ code: code() });
    expect(confirmed).toMatchObject({ error: null, data: { user: { twoFactorEnabled: true } } });
    return { email, client, code, backupCodes };
  }

  it("signs in with a code of the app, and is led on", async () => {
    const { email, client, code } = await enrolled();
    await client.signOut();
    const first = await client.signIn.email({ email, password: PASSWORD, callbackURL: "/inbox" });
    expect(first).toMatchObject({
      error: null,
      data: { twoFactorRedirect: true, twoFactorMethods: ["totp", "recovery-code"] },
    });
    expect((await client.getSession()).data).toBeNull();
    const proof = await client.twoFactor.verifyTotp({ code: code(), trustDevice: true });
    expect(proof).toMatchObject({ error: null, data: { url: `${APP_ORIGIN}/inbox` } });
    expect((await client.getSession()).data).toMatchObject({
      user: { email, twoFactorEnabled: true },
    });
    await client.signOut();
    const next = await client.signIn.email({ email, password: PASSWORD });
    expect(next.data).toMatchObject({ twoFactorRedirect: true });
  });

  it("signs in with a recovery code, once", async () => {
    const { email, client, backupCodes } = await enrolled();
    const code = backupCodes[0]!;
    await client.signOut();
    await client.signIn.email({ email, password: PASSWORD });
    expect((await client.twoFactor.verifyBackupCode({ code })).error).toBeNull();
    await client.signOut();
    await client.signIn.email({ email, password: PASSWORD });
    expect(await client.twoFactor.verifyBackupCode({ code })).toMatchObject({
      error: { status: 401, code: "INVALID_BACKUP_CODE" },
    });
  });

  it("replaces the recovery codes and turns it off, after a step-up", async () => {
    const { client, code } = await enrolled();
    service.clock.advance(10 * 60_000);
    const password = PASSWORD;
    expect(await client.twoFactor.disable({ password })).toMatchObject({
      error: { status: 401, code: "INSUFFICIENT_USER_AUTHENTICATION" },
    });
    await client.twoFactor.verifyTotp({ code: code() });
    const made = await client.twoFactor.generateBackupCodes({ password });
    expect(made.data?.backupCodes).toHaveLength(10);
    expect(await client.twoFactor.disable({ password })).toMatchObject({ data: { status: true } });
    expect((await client.getSession()).data).toMatchObject({ user: { twoFactorEnabled: false } });
  });

  it("mails no second proof", async () => {
    const { email, client } = await enrolled();
    await client.signOut();
    await client.signIn.email({ email, password: PASSWORD });
    expect(await client.twoFactor.sendOtp({})).toMatchObject({
      error: { status: 400, code: "OTP_NOT_CONFIGURED" },
    });
  });

  it("is asked after a code and after a link, too", async () => {
    const { email, client } = await enrolled();
    await client.signOut();
    await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
    await service.auth.worker.runDue();
    const otp = service.inbox.codeFor(email);
    const byCode = await client.signIn.emailOtp({ email, otp });
    expect(byCode).toMatchObject({ error: null, data: { twoFactorRedirect: true } });
    await client.signIn.magicLink({ email });
    await service.auth.worker.runDue();
    const token = new URL(service.inbox.linkFor(email)).searchParams.get("token")!;
    const asFetched = { headers: { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" } };
    const byLink = await client.magicLink.verify({ query: { token }, fetchOptions: asFetched });
    expect(byLink).toMatchObject({ error: null, data: { twoFactorRedirect: true } });
    expect((await client.getSession()).data).toBeNull();
  });
});
