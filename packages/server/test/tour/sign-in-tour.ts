import { expect } from "vitest";
import { APP_URL, type Guide, PASSWORD, SERVICE_URL } from "./guide.js";

const ADA = "ada@acme.example";
const GRACE = "grace@acme.example";
const HEDY = "hedy@acme.example";
const NEW_PASSWORD = "another horse battery staple";

/** Signing up and in, in every way that there is. */
export async function tourSignIn(guide: Guide): Promise<void> {
  await verify(guide);
  await useCodes(guide);
  await usePasswords(guide);
  await useMagicLinks(guide);
  await useProvider(guide);
  await useSessions(guide);
  await setFirstPassword(guide);
}

async function verify({ visitor, mailedToken, mailedCode }: Guide): Promise<void> {
  const { client } = visitor();
  await client.password.signUp({ email: ADA, password: PASSWORD, name: "Ada Lovelace" });
  await client.emailVerification.resendVerification({ email: ADA });
  await client.emailVerification.sendVerificationEmail({ email: ADA });
  const token = await mailedToken(ADA);
  await client.emailVerification.verifyEmail({ token });
  await client.emailVerification.openVerificationLink({ token });
  const page = await client.emailVerification.submitVerificationLink(
    { token },
    { headers: { origin: SERVICE_URL, "sec-fetch-site": "same-origin" } },
  );
  expect(page).toContain("<!doctype html>");
  await client.password.signUp({ email: GRACE, password: PASSWORD, name: "Grace Hopper" });
  await client.emailOtp.sendVerificationOtp({ email: GRACE, type: "email-verification" });
  await client.emailOtp.verifyEmail({ email: GRACE, otp: await mailedCode(GRACE) });
}

async function useCodes({ visitor, mailedCode }: Guide): Promise<void> {
  const { client } = visitor();
  await client.emailOtp.sendVerificationOtp({ email: ADA, type: "sign-in" });
  const otp = await mailedCode(ADA);
  await client.emailOtp.checkVerificationOtp({ email: ADA, type: "sign-in", otp });
  await client.emailOtp.signIn({ email: ADA, otp });
}

async function usePasswords({ visitor, mailedCode, mailedToken, opened }: Guide): Promise<void> {
  const browser = visitor();
  const { password, passwordReset } = browser.client;
  await passwordReset.requestPasswordResetCode({ email: ADA });
  const otp = await mailedCode(ADA);
  await passwordReset.resetPasswordByCode({ email: ADA, otp, password: NEW_PASSWORD });
  await passwordReset.requestPasswordReset({ email: ADA });
  const token = await mailedToken(ADA);
  expect(await opened(browser, passwordReset.openPasswordResetLink({ token }))).toBe(302);
  await passwordReset.resetPassword({ token, newPassword: PASSWORD });
  await password.signIn({ email: ADA, password: PASSWORD });
  await password.verifyPassword({ password: PASSWORD });
  await password.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
  await password.changePassword({ currentPassword: NEW_PASSWORD, newPassword: PASSWORD });
}

async function useMagicLinks({ visitor, mailedToken }: Guide): Promise<void> {
  const { magicLink } = visitor().client;
  await magicLink.sendMagicLink({ email: ADA });
  await magicLink.submitMagicLink({ token: await mailedToken(ADA) });
  await magicLink.sendMagicLink({ email: ADA });
  await magicLink.openMagicLink({ token: await mailedToken(ADA) });
}

async function useProvider({ visitor, provider, opened }: Guide): Promise<void> {
  const browser = visitor();
  const { oauth } = browser.client;
  const callback = oauth.oauthCallback({ provider: "acme" });
  await oauth.methods();
  provider.admit({
    sub: "1815",
    email: "augusta@acme.example",
    email_verified: true,
    name: "Augusta",
  });
  const started = await oauth.signInSocial({ provider: "acme", callbackURL: `${APP_URL}/welcome` });
  const back = await provider.visit(started.url);
  expect(back.href.startsWith(callback)).toBe(true);
  expect(await opened(browser, back.href)).toBe(302);
  provider.admit({
    sub: "1852",
    email: "countess@acme.example",
    email_verified: true,
    name: "Ada",
  });
  const linking = await oauth.linkSocial({ provider: "acme", callbackURL: `${APP_URL}/account` });
  expect(await opened(browser, (await provider.visit(linking.url)).href)).toBe(302);
  const accounts = await oauth.listAccounts();
  expect(accounts).toHaveLength(2);
  await oauth.unlinkAccount({ accountId: accounts[0]!.id });
}

async function useSessions({ visitor }: Guide): Promise<void> {
  const [first, second] = [visitor().client, visitor().client];
  const credentials = { email: ADA, password: PASSWORD };
  await first.password.signIn(credentials);
  await second.password.signIn(credentials);
  await first.session.getSession();
  await first.currentUser.me();
  await first.activity.activity({ limit: 2 });
  const sessions = await first.session.listSessions();
  await first.session.revokeSession({ id: sessions.find(({ current }) => !current)!.id });
  await first.session.revokeOtherSessions();
  await first.session.revokeSessions();
  await first.session.signOut();
  expect(await first.session.getSession()).toBeNull();
}

async function setFirstPassword({ visitor, mailedCode }: Guide): Promise<void> {
  const { emailOtp, password } = visitor().client;
  await emailOtp.sendVerificationOtp({ email: HEDY, type: "sign-in" });
  await emailOtp.signIn({ email: HEDY, otp: await mailedCode(HEDY) });
  await password.setPassword({ newPassword: PASSWORD });
}
