import { POLICY, type UserId } from "@acme/auth-core";
import { openIdProvider } from "@acme/auth-core/providers";
import { HOUR, MINUTE } from "@acme/auth-core/surface";
import type { SoftwareAuthenticator } from "@acme/auth-testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Agent, Reply } from "../agent.js";
import { startedService } from "../describe-service.js";
import { lateBound } from "../late-bound.js";
import { ME, PASSWORD } from "../leaving.js";
import { authenticate, authenticatorOn, register } from "../passkeys.js";
import { DATABASES, SEND_CODE, SIGN_IN_BY_CODE } from "../service.js";
import { refusal } from "../teams.js";
import { SERVICE_URL } from "./describe-providers.js";
import {
  destinationOf,
  failure,
  LINK,
  openCallback,
  opensSession,
  PLACES,
  requestAuthorization,
  success,
  travel,
} from "./front-end.js";
import { startStubProvider, type StubProvider } from "./stub-provider.js";

/** A user with every credential there is, whose email address nobody has verified. */
interface Unverified {
  readonly id: UserId;
  readonly email: string;
  readonly authenticator: SoftwareAuthenticator;
  /** Goes to the provider next. */
  readonly atProvider: () => void;
}

const NOT_VERIFIED = refusal(403, "EMAIL_NOT_VERIFIED");
const CONFIRM = "Confirm your email address for Acme";

describe.each(DATABASES)("signing in where email addresses must be verified, on %s", (database) => {
  let running: StubProvider | null = null;
  const stub = lateBound(() => running);
  afterAll(() => running?.stop());

  /** Opens sessions for everybody: the application before it required verified email addresses. */
  const before = startedService(database, {
    start: async () => {
      running = await startStubProvider();
      return { ...options(), requireEmailVerification: false };
    },
  });
  const service = startedService(database, {
    start: () => ({ ...options(), location: before.location, requireEmailVerification: true }),
  });
  const options = () => {
    const { clientId, clientSecret, issuer } = stub;
    const acme = { id: "acme", name: "Acme ID", issuer, clientId, clientSecret };
    return { serviceUrl: SERVICE_URL, identityProviders: [openIdProvider(acme)] };
  };

  let people = 0;
  const newEmail = () => `person${++people}@example.com`;
  const admit = (email: string, isVouchedFor: boolean, sub = `subject-${++people}`) =>
    stub.admit({ sub, email, email_verified: isVouchedFor, name: "Ada" });

  /** Delivers what waits, and returns the subjects of the mails to `email` since the last time. */
  const seen = new Map<string, number>();
  async function newMailsTo(email: string): Promise<readonly string[]> {
    await service.auth.worker.runDue();
    const all = service.inbox.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
    const fresh = all.slice(seen.get(email) ?? 0);
    seen.set(email, all.length);
    return fresh;
  }
  const sessionsOf = (id: UserId) => service.store.sessions.listLive(id, service.clock.now());

  async function unverified(): Promise<Unverified & { readonly session: Agent }> {
    const email = newEmail();
    const session = before.agent();
    const reply = await session.post("/api/auth/sign-up", { email, password: PASSWORD });
    expect(reply.status).toBe(200);
    const authenticator = authenticatorOn();
    expect((await register(session, authenticator)).status).toBe(200);
    const sub = `subject-${++people}`;
    admit(newEmail(), false, sub);
    const visited = await stub.visit(await requestAuthorization(session, {}, LINK));
    expect(destinationOf(await openCallback(session, visited))).toEqual(success());
    const { id } = (await service.findUser(email))!;
    await before.auth.worker.runDue();
    return { id, email, authenticator, session, atProvider: () => admit(email, false, sub) };
  }

  /** Ends the sessions from before. */
  async function signedOut(): Promise<Unverified> {
    const { session, ...person } = await unverified();
    expect((await session.post("/api/auth/revoke-sessions")).status).toBe(200);
    return person;
  }

  /** Every way in that does not itself prove the mailbox, and how it is refused. */
  const REFUSED: Readonly<
    Record<string, readonly [(agent: Agent, of: Unverified) => Promise<Reply>, object]>
  > = {
    "a password": [
      (agent, { email }) => agent.post("/api/auth/sign-in/email", { email, password: PASSWORD }),
      NOT_VERIFIED,
    ],
    "a passkey": [(agent, { authenticator }) => authenticate(agent, authenticator), NOT_VERIFIED],
    "a linked account": [
      (agent, { atProvider }) => {
        atProvider();
        return travel(agent, stub);
      },
      {
        status: 302,
        headers: { location: `${PLACES.errorCallbackURL}?error=email_not_verified` },
      },
    ],
  };

  describe.each(Object.entries(REFUSED))("by %s", (_way, [signIn, refused]) => {
    it("opens no session while the email address is unverified, mails the link, and opens one afterwards", async () => {
      const person = await signedOut();
      const agent = service.agent();
      const reply = await signIn(agent, person);
      expect(reply).toMatchObject(refused);
      expect(opensSession(reply)).toBe(false);
      expect(await sessionsOf(person.id)).toEqual([]);
      expect((await agent.get(ME)).status).toBe(401);
      expect(await newMailsTo(person.email)).toEqual([CONFIRM]);

      const token = new URL(service.inbox.linkFor(person.email)).searchParams.get("token");
      expect((await agent.post("/api/v1/auth/verify-email", { token })).status).toBe(200);
      expect(opensSession(await signIn(agent, person))).toBe(true);
      expect((await agent.get(ME)).body).toMatchObject({ emailVerified: true });
    });

    it("renews no session from before, which stays as it is", async () => {
      const person = await unverified();
      const agent = service.agent();
      for (const [name, value] of person.session.cookies) agent.cookies.set(name, value);
      const [session] = await sessionsOf(person.id);
      service.clock.advance(MINUTE);
      const reply = await signIn(agent, person);
      expect(reply).toMatchObject(refused);
      expect(opensSession(reply)).toBe(false);
      expect(await sessionsOf(person.id)).toEqual([session]);
    });

    it("mails no more than the budget, and answers alike beyond it", async () => {
      const person = await signedOut();
      for (let i = 0; i < 7; i++)
        expect(await signIn(service.agent(), person)).toMatchObject(refused);
      // The first one of the budget was that of the sign-up.
      const left = POLICY.mailsPerAddress.value - 1;
      expect(await newMailsTo(person.email)).toEqual(Array<string>(left).fill(CONFIRM));
    });
  });

  it("by a code or a link opens a session, for the mailbox is proven then", async () => {
    const byCode = await signedOut();
    const agent = service.agent();
    const { email } = byCode;
    await agent.post(SEND_CODE, { email, type: "sign-in" });
    await service.auth.worker.runDue();
    const otp = service.inbox.codeFor(email);
    expect(opensSession(await agent.post(SIGN_IN_BY_CODE, { email, otp }))).toBe(true);
    expect((await agent.get(ME)).body).toMatchObject({ email, emailVerified: true });

    const byLink = await signedOut();
    const elsewhere = service.agent();
    await elsewhere.post("/api/auth/magic-link/send", { email: byLink.email });
    await service.auth.worker.runDue();
    const token = new URL(service.inbox.linkFor(byLink.email)).searchParams.get("token");
    const reply = await elsewhere.post("/api/auth/magic-link/verify", { token });
    expect(opensSession(reply)).toBe(true);
    expect((await elsewhere.get(ME)).body).toMatchObject({ emailVerified: true });
  });

  it("opens no session by signing up, and mails the link", async () => {
    const email = newEmail();
    const reply = await service.agent().post("/api/auth/sign-up", { email, password: PASSWORD });
    expect(reply.status).toBe(200);
    expect(opensSession(reply)).toBe(false);
    expect(await sessionsOf((await service.findUser(email))!.id)).toEqual([]);
    expect(await newMailsTo(email)).toEqual([CONFIRM]);
  });

  describe("with a provider", () => {
    const NOT_LINKED = "A sign-in to Acme with your email address was refused";
    const eventsOf = async (email: string) => {
      const { id } = (await service.findUser(email))!;
      const { entries } = await service.auth.users.activity(id, { after: null, limit: 50 });
      return entries.filter(({ event }) => event === "account.refused");
    };
    const arrive = async (agent = service.agent()) => {
      const reply = await travel(agent, stub);
      expect((await agent.get(ME)).status).toBe(opensSession(reply) ? 200 : 401);
      return destinationOf(reply);
    };
    let email: string;
    beforeEach(() => void (email = newEmail()));

    it("that does not vouch for the email address a newcomer gets the link, and is let in once it is verified", async () => {
      admit(email, false, "newcomer");
      expect(await arrive()).toEqual(failure("email_not_verified"));
      expect(await newMailsTo(email)).toEqual([CONFIRM]);
      expect(await service.findUser(email)).toMatchObject({ emailVerified: false });
      const token = new URL(service.inbox.linkFor(email)).searchParams.get("token");
      await service.agent().post("/api/v1/auth/verify-email", { token });
      expect(await arrive()).toEqual(success());
    });

    it("that vouches for the email address a newcomer is let in", async () => {
      admit(email, true);
      expect(await arrive()).toEqual(success(PLACES.newUserCallbackURL));
      expect(await newMailsTo(email)).toEqual([]);
    });

    it("that does not vouch for it, an unverified user and no user get one answer, and the user hears nothing", async () => {
      await service.agent().post("/api/auth/sign-up", { email, password: PASSWORD });
      expect(await newMailsTo(email)).toEqual([CONFIRM]);
      admit(email, false);
      expect(await arrive()).toEqual(failure("email_not_verified"));
      expect(await newMailsTo(email)).toEqual([]);
      // The holder of the account may be another person, who must not learn who tried.
      const [entry, ...more] = await eventsOf(email);
      expect(more).toEqual([]);
      expect(entry).toMatchObject({
        detail: { provider: "acme" },
        ipAddress: null,
        userAgent: null,
      });
    });

    it("that vouches for it, an unverified user is told apart, and hears nothing", async () => {
      await service.agent().post("/api/auth/sign-up", { email, password: PASSWORD });
      expect(await newMailsTo(email)).toEqual([CONFIRM]);
      admit(email, true);
      expect(await arrive()).toEqual(failure("account_not_linked"));
      expect(await newMailsTo(email)).toEqual([]);
    });

    it("that does not vouch for the email address of a verified user, the user is told once a day, and it is audited", async () => {
      await service.signedIn(email);
      await newMailsTo(email);
      for (let i = 0; i < 3; i++) {
        admit(email, false);
        expect(await arrive(service.agent(`127.0.2.${i + 1}`))).toEqual(
          failure("account_not_linked"),
        );
      }
      expect(await newMailsTo(email)).toEqual([NOT_LINKED]);
      expect(await eventsOf(email)).toMatchObject([
        { detail: { provider: "acme" }, ipAddress: "127.0.2.1" },
      ]);
      const mail = service.inbox.mails.findLast(({ to }) => to === email)!;
      expect(mail.text).toContain("Provider: Acme ID");
      for (const trace of ["127.0.2", "Device", "IP address"])
        expect(mail.text).not.toContain(trace);
      // The day is over.
      service.clock.advance(24 * HOUR);
      expect(await arrive()).toEqual(failure("account_not_linked"));
      expect(await newMailsTo(email)).toEqual([NOT_LINKED]);
    });
  });
});
