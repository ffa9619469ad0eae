import { createAuthClient } from "better-auth/client";
import { emailOTPClient, magicLinkClient } from "better-auth/client/plugins";
import { afterAll, beforeAll, expect, it } from "vitest";
import { APP_ORIGIN, startService, type Service } from "./service.js";

let service: Service;
beforeAll(async () => {
  service = await startService({ database: "sqlite" });
});
afterAll(async () => {
  expect(service.breaches).toEqual([]);
  await service.stop();
});

/** The client of a page on the front end's origin: it keeps cookies as a browser does. */
function createClient() {
  const cookies = new Map<string, string>();
  const customFetchImpl: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("origin", APP_ORIGIN);
    if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(input, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      if (cookie.includes("Max-Age=0")) cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    return response;
  };
  return createAuthClient({ baseURL: service.url, plugins: [emailOTPClient(), magicLinkClient()], fetchOptions: { customFetchImpl } });
}

it("the official better-auth client signs in by code, reads its session, and signs out", async () => {
  const client = createClient();
  const email = "ada@example.com";
  expect(await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" })).toEqual({ data: { success: true }, error: null });
  await service.auth.worker.runDue();

  const wrong = await client.signIn.emailOtp({ email, otp: service.inbox.codeFor(email) === "000000" ? "111111" : "000000" });
  expect(wrong).toMatchObject({ data: null, error: { status: 400, code: "INVALID_OTP" } });

  const signedIn = await client.signIn.emailOtp({ email, otp: service.inbox.codeFor(email) });
  expect(signedIn.error).toBeNull();
  expect(signedIn.data).toMatchObject({ token: null, user: { email, emailVerified: true, createdAt: expect.any(Date) as Date } });

  const { data } = await client.getSession();
  expect(data).toMatchObject({ user: { email }, session: { userId: signedIn.data!.user.id, expiresAt: expect.any(Date) as Date } });

  const { data: sessions } = await client.listSessions();
  expect(sessions).toHaveLength(1);
  expect(await client.revokeOtherSessions()).toMatchObject({ data: { status: true } });

  expect(await client.signOut()).toMatchObject({ data: { success: true } });
  expect((await client.getSession()).data).toBeNull();
  expect(await client.listSessions()).toMatchObject({ data: null, error: { status: 401, code: "UNAUTHORIZED" } });
});

it("the official client ends its own session by the token it is shown", async () => {
  const client = createClient();
  const email = "grace@example.com";
  await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
  await service.auth.worker.runDue();
  await client.signIn.emailOtp({ email, otp: service.inbox.codeFor(email) });
  const { data } = await client.getSession();
  expect(await client.revokeSession({ token: data!.session.token })).toMatchObject({ data: { status: true } });
  expect((await client.getSession()).data).toBeNull();
});

it("the official client asks for a magic link and uses it by a fetch of its own", async () => {
  const client = createClient();
  const email = "alan@example.com";
  expect(await client.signIn.magicLink({ email, name: "Alan", callbackURL: "/inbox" })).toMatchObject({ data: { status: true }, error: null });
  await service.auth.worker.runDue();
  const token = new URL(service.inbox.linkFor(email)).searchParams.get("token")!;
  const asFetched = { headers: { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" } };
  const verified = await client.magicLink.verify({ query: { token }, fetchOptions: asFetched });
  expect(verified).toMatchObject({ data: { token: null, user: { email, name: "Alan" } }, error: null });
  expect((await client.getSession()).data).toMatchObject({ user: { email } });
});
