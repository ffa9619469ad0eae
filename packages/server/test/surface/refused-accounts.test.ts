import { parseEmailAddress } from "@acme/auth-core";
import { openIdProvider } from "@acme/auth-core/providers";
import { DAY, MINUTE } from "@acme/auth-core/surface";
import { codeOf, declaredRefusals } from "@acme/auth-http";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { serviceStarter } from "../describe-service.js";
import { SERVICE_URL } from "../oauth/describe-providers.js";
import { destinationOf, failure, opensSession, travel } from "../oauth/front-end.js";
import { startStubProvider } from "../oauth/stub-provider.js";
import { surface } from "../reference-surface.js";
import { DATABASES, type Service, SIGN_IN_BY_CODE } from "../service.js";
import {
  ACCEPT,
  cancelInvitation,
  createTeams,
  INVITATION_BODY,
  inviteTo,
  refusal,
} from "../teams.js";
import { FETCH, FORM } from "./browser-requests.js";
import { PASSWORD, SIGN_UP } from "./people-with-passwords.js";

const LINK = "/api/auth/magic-link/verify";
const WELCOME = "http://app.test:3004/welcome";
const refused = (message: string) => ({
  status: 403,
  body: { code: "SIGN_UP_NOT_ALLOWED", message },
  setCookies: [],
});

async function linkFor(service: Service, email: string): Promise<string> {
  await service.agent().post("/api/auth/magic-link/send", { email });
  await service.auth.worker.runDue();
  return new URL(service.inbox.linkFor(email)).searchParams.get("token")!;
}
const redeem = async (service: Service, email: string) => {
  const otp = await service.codeFor(email);
  return () => service.agent().post(SIGN_IN_BY_CODE, { email, otp });
};

/** An organization whose owner invites, made while anyone could sign up. */
async function inviting(service: Service) {
  const { people, ...team } = await createTeams(service).team();
  const owner = people.owner.agent;
  return {
    invite: async (email: string): Promise<string> => {
      const reply = await inviteTo(owner, team, { email, role: "member" });
      expect(reply.status).toBe(201);
      await service.auth.worker.runDue();
      return readJson(reply.body, INVITATION_BODY).id;
    },
    cancel: (id: string) => cancelInvitation(owner, team, id),
  };
}

describe.each(DATABASES)("a new account that is refused, on %s", (database) => {
  const start = serviceStarter(database);
  /** One database under two settings: open, and as given. */
  async function startBoth(signUp: NonNullable<Parameters<typeof start>[0]>["signUp"]) {
    const open = await start({});
    const service = await start({ location: open.location, ...(signUp && { signUp }) });
    return { open, service, ...(await inviting(open)) };
  }

  it.each([
    [{ who: "invited" }, "You can't create an account here without an invitation."],
    [{ who: "off" }, "New accounts are closed."],
    [{ domains: ["example.org"] }, "New accounts are closed for your domain."],
  ] as const)("says why, where sign-up is %j", async (signUp, message) => {
    const service = await start({ signUp });
    const email = "ada@example.com";
    expect(await (await redeem(service, email))()).toMatchObject(refused(message));
    expect(await service.agent().post(SIGN_UP, { email, password: PASSWORD })).toMatchObject(
      refused(message),
    );
    expect(await service.findUser(email)).toBeNull();
  });

  it("has used up its code or link, and inserted nothing", async () => {
    const service = await start({ signUp: { who: "off" } });
    const email = "ada@example.com";
    const again = await redeem(service, email);
    expect((await again()).status).toBe(403);
    expect(await again()).toMatchObject(refusal(400, "INVALID_OTP"));
    const token = await linkFor(service, email);
    const follow = () => service.agent().post(LINK, { token });
    expect((await follow()).status).toBe(403);
    expect(await follow()).toMatchObject(refusal(400, "INVALID_TOKEN"));
    const tables = (await service.rows()).map(({ table }) => table);
    for (const table of ["auth_user", "auth_session", "auth_password", "auth_known_browser"])
      expect(tables).not.toContain(table);
  });

  it("leads a form back with the code, and without a place to go says it in words", async () => {
    const service = await start({ signUp: { who: "off" } });
    const press = (fields: Readonly<Record<string, string>>) =>
      service.agent().send(LINK, {
        method: "POST",
        headers: FORM,
        body: new URLSearchParams(fields).toString(),
      });
    const token = await linkFor(service, "ada@example.com");
    expect(destinationOf(await press({ token, callbackURL: WELCOME }))).toEqual({
      status: 303,
      to: `${WELCOME}?error=SIGN_UP_NOT_ALLOWED`,
    });
    const page = await press({ token: await linkFor(service, "ada@example.com") });
    expect([page.status, page.text]).toEqual([
      400,
      expect.stringContaining("create an account here"),
    ]);
  });

  it("is declared by every route that answers it, and answered by every route that declares it", async () => {
    const service = await start({ signUp: { who: "off" } });
    const email = "ada@example.com";
    for (const route of surface.filter((one) =>
      declaredRefusals(one).includes("SIGN_UP_NOT_ALLOWED"),
    ))
      for (const path of [route.path, ...(route.aliases ?? [])]) {
        const isLink = path === LINK;
        const token = isLink ? await linkFor(service, email) : "";
        const otp = isLink ? "" : await service.codeFor(email);
        const reply =
          route.method === "GET"
            ? await service.agent().get(`${path}?token=${token}`, FETCH)
            : await service
                .agent()
                .post(path, isLink ? { token } : { email, otp, password: PASSWORD });
        expect([path, reply.status, reply.body]).toEqual([
          path,
          403,
          expect.objectContaining({ code: codeOf("SIGN_UP_NOT_ALLOWED", route) }),
        ]);
        service.clock.advance(15 * MINUTE);
      }
    expect(new Set([...service.refusals].map((one) => one.split(" ")[1]))).toEqual(
      new Set([SIGN_UP, "/api/auth/sign-up", SIGN_IN_BY_CODE, "/api/auth/sign-in/email-otp", LINK]),
    );
  });

  it("is entered once in ten minutes with its reason, and with no one's email address, IP address or user agent", async () => {
    const service = await start({ signUp: { domains: ["example.org"] } });
    const entries = async () =>
      (await service.rows())
        .filter(({ table }) => table === "auth_audit_entry")
        .map(({ values }) => values);
    const attempt = async (email: string) => {
      await (
        await redeem(service, email)
      )();
      await service.agent().post(SIGN_UP, { email, password: PASSWORD });
    };
    await attempt("ada@example.com");
    await attempt("grace@example.net");
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      event: "user.sign_up_refused",
      user_id: "null",
      organization_id: "null",
      ip_address: "null",
      user_agent: "null",
    });
    expect(JSON.stringify(entry)).toMatch(/reason\W+domain/);
    expect(JSON.stringify(entry)).not.toContain("example.");
    const logged = () => service.logs.filter(({ event }) => event === "sign_up_refused");
    expect(logged()).toEqual([
      {
        level: "warn",
        event: "sign_up_refused",
        fields: { method: "email-otp", reason: "domain" },
      },
    ]);
    service.clock.advance(10 * MINUTE);
    await attempt("ada@example.com");
    expect(await entries()).toHaveLength(2);
    expect(logged()).toHaveLength(2);
  });

  it("is none where the invitation was cancelled, or has expired, between code and redemption", async () => {
    const { service, invite, cancel } = await startBoth({ who: "invited" });
    const id = await invite("ada@example.com");
    const go = await redeem(service, "ada@example.com");
    expect((await cancel(id)).status).toBe(204);
    expect((await go()).body).toMatchObject({ code: "SIGN_UP_NOT_ALLOWED" });

    await invite("grace@example.com");
    service.clock.advance(7 * DAY - 1);
    const inTime = await redeem(service, "grace@example.com");
    const token = await linkFor(service, "grace@example.com");
    service.clock.advance(1);
    expect((await inTime()).body).toMatchObject({ code: "SIGN_UP_NOT_ALLOWED" });
    expect((await service.agent().post(LINK, { token })).status).toBe(403);
    expect(await service.findUser("grace@example.com")).toBeNull();
  });

  it("is not made twice by a code and a link that race, nor by a code that is redeemed twice", async () => {
    const { service, invite } = await startBoth({ who: "invited" });
    for (const email of ["ada@example.com", "grace@example.com", "joan@example.com"]) {
      await invite(email);
      const byCode = await redeem(service, email);
      const token = await linkFor(service, email);
      const replies = await Promise.all([
        byCode(),
        byCode(),
        service.agent().post(LINK, { token }),
      ]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 400]);
    }
    const users = (await service.rows()).filter(
      ({ table, values }) =>
        table === "auth_user" && /^(ada|grace|joan)@/.test(values["email"] ?? ""),
    );
    expect(users).toHaveLength(3);
  });

  it("is either made or refused while its invitation is cancelled", async () => {
    const { service, invite, cancel } = await startBoth({ who: "invited" });
    for (let round = 0; round < 5; round++) {
      const email = `racer${round}@example.com`;
      const id = await invite(email);
      const go = await redeem(service, email);
      const [reply] = await Promise.all([go(), cancel(id)]);
      const user = await service.findUser(email);
      expect([reply.status, user !== null]).toEqual(
        reply.status === 200 ? [200, true] : [403, false],
      );
    }
  });

  it("is invited as a known one is, and cannot join while new accounts are closed", async () => {
    const { open, service, invite } = await startBoth({ who: "off" });
    await invite("ada@example.com");
    const token = new URL(open.inbox.linkFor("ada@example.com")).searchParams.get("token");
    expect((await service.agent().post(ACCEPT, { token })).status).toBe(401);
    expect((await (await redeem(service, "ada@example.com"))()).body).toMatchObject({
      code: "SIGN_UP_NOT_ALLOWED",
    });
  });

  it("is not one that an operator makes", async () => {
    const service = await start({ signUp: { who: "off" } });
    const email = parseEmailAddress("ada@example.com")!;
    await service.auth.users.create({ email, operator: "jane: a new colleague" });
    await service.auth.worker.runDue();
    expect((await (await redeem(service, email))()).status).toBe(200);
  });

  it("looks the same to a provider that does not vouch for the email address, whether or not it is taken", async () => {
    const stub = await startStubProvider();
    const { clientId, clientSecret, issuer } = stub;
    const acme = { id: "acme", name: "Acme ID", issuer, clientId, clientSecret };
    const shared = { serviceUrl: SERVICE_URL, identityProviders: [openIdProvider(acme)] };
    const open = await start(shared);
    const email = "taken@example.com";
    await open.agent().post(SIGN_UP, { email, password: PASSWORD });
    const closed = { ...shared, location: open.location, signUp: { who: "invited" } } as const;
    for (const requireEmailVerification of [false, true]) {
      const service = await start({ ...closed, requireEmailVerification });
      for (const who of [email, "free@example.com"]) {
        stub.admit({ sub: who, email: who, email_verified: false });
        expect(destinationOf(await travel(service.agent(), stub))).toEqual(
          failure("sign_up_not_allowed"),
        );
      }
    }
    // Whoever is verified on both sides is not asked about.
    await open.signedIn("known@example.com");
    stub.admit({ sub: "known", email: "known@example.com", email_verified: true });
    expect(opensSession(await travel((await start(closed)).agent(), stub))).toBe(true);
    await stub.stop();
  });
});

describe.each(DATABASES)("the length of sessions and passwords, on %s", (database) => {
  const start = serviceStarter(database);
  const isIn = async (agent: { get(path: string): Promise<{ status: number }> }) =>
    (await agent.get("/api/v1/auth/me")).status === 200;

  it("counts for a session from its next recorded use on", async () => {
    const before = await start({});
    const used = await before.signedIn("ada@example.com");
    const unused = await before.signedIn("grace@example.com");
    const policy = { sessionAbsolute: DAY, sessionIdle: DAY };
    const service = await start({ location: before.location, policy });
    const onService = async (agent: typeof used) => {
      const moved = service.agent();
      for (const [name, value] of agent.cookies) moved.cookies.set(name, value);
      return moved;
    };
    const [ada, grace] = [await onService(used), await onService(unused)];
    service.clock.advance(DAY / 2);
    expect(await isIn(ada)).toBe(true);
    await service.auth.settle({ within: 5_000 });
    service.clock.advance(DAY / 2);
    expect(await isIn(ada)).toBe(false);
    expect(await isIn(grace)).toBe(true);
  });

  it("leaves a shorter password from before its use, and refuses a new one", async () => {
    const before = await start({});
    await before.agent().post(SIGN_UP, { email: "ada@example.com", password: PASSWORD });
    const service = await start({ location: before.location, policy: { passwordMinLength: 64 } });
    const given = { email: "ada@example.com", password: PASSWORD };
    expect((await service.agent().post("/api/auth/sign-in/email", given)).status).toBe(200);
    expect(
      await service.agent().post(SIGN_UP, { ...given, email: "grace@example.com" }),
    ).toMatchObject(refusal(400, "PASSWORD_TOO_SHORT"));
    expect((await service.agent().get("/api/v1/auth/policy")).body).toMatchObject({
      passwordMinLength: 64,
    });
  });
});
