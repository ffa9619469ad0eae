import { readFileSync } from "node:fs";
import { anyInstanceOf } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { clientsOf, VERSIONS } from "./better-auth-clients.js";
import { startedService } from "./describe-service.js";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
describe.each(VERSIONS)("better-auth $version", (version) => {
  const service = startedService("sqlite");
  const { createClient, signedIn } = clientsOf(version, service);

  it("the official better-auth client signs in by code, reads its session, and signs out", async () => {
    const client = createClient();
    const email = "ada@example.com";
    expect(await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" })).toEqual({
      data: { success: true },
      error: null,
    });
    await service.auth.worker.runDue();

    const wrong = await client.signIn.emailOtp({
      email,
      otp: service.inbox.codeFor(email) === "000000" ? "111111" : "000000",
    });
    expect(wrong).toMatchObject({ data: null, error: { status: 400, code: "INVALID_OTP" } });

    const signedIn = await client.signIn.emailOtp({ email, otp: service.inbox.codeFor(email) });
    expect(signedIn.error).toBeNull();
    expect(signedIn.data).toMatchObject({
      token: null,
      user: { email, emailVerified: true, createdAt: anyInstanceOf(Date) },
    });

    const { data } = await client.getSession();
    expect(data).toMatchObject({
      user: { email },
      session: { userId: signedIn.data!.user.id, expiresAt: anyInstanceOf(Date) },
    });

    const { data: sessions } = await client.listSessions();
    expect(sessions).toHaveLength(1);
    expect(await client.revokeOtherSessions()).toMatchObject({ data: { status: true } });

    expect(await client.signOut()).toMatchObject({ data: { success: true } });
    expect((await client.getSession()).data).toBeNull();
    expect(await client.listSessions()).toMatchObject({
      data: null,
      error: { status: 401, code: "UNAUTHORIZED" },
    });
  });

  it("the official client ends its own session by the token it is shown", async () => {
    const client = await signedIn("grace@example.com");
    const { data } = await client.getSession();
    expect(await client.revokeSession({ token: data!.session.token })).toMatchObject({
      data: { status: true },
    });
    expect((await client.getSession()).data).toBeNull();
  });

  it("the official client asks for a magic link and uses it by a fetch of its own", async () => {
    const client = createClient();
    const email = "alan@example.com";
    expect(
      await client.signIn.magicLink({ email, name: "Alan", callbackURL: "/inbox" }),
    ).toMatchObject({ data: { status: true }, error: null });
    await service.auth.worker.runDue();
    const token = new URL(service.inbox.linkFor(email)).searchParams.get("token")!;
    const asFetched = { headers: { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" } };
    const verified = await client.magicLink.verify({ query: { token }, fetchOptions: asFetched });
    expect(verified).toMatchObject({
      data: { token: null, user: { email, name: "Alan" } },
      error: null,
    });
    expect((await client.getSession()).data).toMatchObject({ user: { email } });
  });

  it("the official client sees the password among its accounts, and cannot unlink it", async () => {
    const client = createClient();
    const { data } = await client.signUp.email({
      email: "donald.k@example.com",
      password: "correct horse battery staple",
      name: "Donald",
    });
    const { id, createdAt } = data!.user;
    const { data: accounts } = await client.listAccounts();
    expect(accounts).toEqual([
      {
        id,
        providerId: "credential",
        accountId: id,
        userId: id,
        createdAt,
        updatedAt: createdAt,
        scopes: [],
      },
    ]);
    const unlinked = await client.unlinkAccount({
      providerId: "credential",
      accountId: id,
    } as never);
    expect(unlinked).toMatchObject({
      data: null,
      error: { status: 400, code: "ACCOUNT_NOT_FOUND" },
    });
  });

  it("the official client has no other plugin than those that the document names", () => {
    const document = read("../../../docs/better-auth-client.md");
    const offered = Object.keys(version.plugins).filter((name) => name.endsWith("Client"));
    expect(offered.length).toBeGreaterThan(10);
    expect(offered.filter((name) => !document.includes(name))).toEqual([]);
  });
});
