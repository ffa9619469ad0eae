import { POLICY } from "@acme/auth-core";
import { openIdProvider } from "@acme/auth-core/providers";
import { DAY, HOUR } from "@acme/auth-core/surface";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { readJson } from "@acme/auth-testing/read-json";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "./agent.js";
import { startedService } from "./describe-service.js";
import { DELETION, ME, PASSWORD } from "./leaving.js";
import {
  type Attempt,
  type Fixture,
  type Mailbox,
  type Mails,
  PURPOSES,
} from "./mail-causing-attempts.js";
import { ROUTES } from "./mail-causing-routes.js";
import { travel } from "./oauth/front-end.js";
import { startStubProvider, type StubProvider } from "./oauth/stub-provider.js";
import { surface } from "./reference-surface.js";
import { DATABASES } from "./service.js";
import { ORGANIZATIONS } from "./teams.js";

/** Beyond every budget of a quarter of an hour. */
const TRIES = POLICY.mailsPerAddress.value + 1;
const NOTHING = "0000000000000000";

const attempts = Object.entries(ROUTES).flatMap(([route, attempt]) =>
  attempt === "quiet" ? [] : [{ route, ...attempt }],
);
const quiet = Object.keys(ROUTES).filter((route) => ROUTES[route] === "quiet");

/**
 * What a mailbox gets of all attempts: each purpose has one budget, by whichever routes it is
 * spent.
 */
const together = (mailbox: Mailbox): Mails =>
  Object.assign({}, ...attempts.map(({ gets }) => gets[mailbox])) as Mails;

interface Account {
  readonly email: string;
  readonly password: () => string;
  agent: Agent | null;
}

describe("the routes", () => {
  it("are all said to mail a stranger in some way, or to be quiet", () => {
    const table = surface.flatMap(({ method, path, aliases = [] }) =>
      [path, ...aliases].map((each) => `${method} ${each}`),
    );
    expect(Object.keys(ROUTES).toSorted()).toEqual(table.toSorted());
  });
});

describe.each(DATABASES)("the mailbox of a stranger, on %s", { timeout: 120_000 }, (database) => {
  let stub: StubProvider;
  let count = 0;

  beforeAll(async () => {
    stub = await startStubProvider();
  });
  afterAll(() => stub.stop());
  const startWith = (requireEmailVerification: boolean) => () => {
    const { issuer, clientId, clientSecret } = stub;
    const acme = openIdProvider({ id: "acme", name: "Acme ID", issuer, clientId, clientSecret });
    return { identityProviders: [acme], requireEmailVerification };
  };
  const open = startedService(database, { start: startWith(false) });
  const strict = startedService(database, { start: startWith(true) });

  /** A mailbox that has got nothing lately, and the attackers who write to it. */
  async function setUp(mailbox: Mailbox): Promise<Fixture & { readonly received: () => Mails }> {
    const service = mailbox === "unconfirmed" ? strict : open;
    const deliver = async () => {
      await service.auth.worker.runDue();
    };
    const unique = () => `person${++count}@example.com`;
    const anyone = () =>
      service.agent(`127.${1 + (++count % 250)}.${1 + (Math.floor(count / 250) % 250)}.1`);
    const victim = unique();
    const signUp = async (agent: Agent, email: string) =>
      expect((await agent.post("/api/auth/sign-up", { email, password: PASSWORD })).status).toBe(
        200,
      );

    const preHijacking: Account = { email: victim, password: () => fixture.password, agent: null };
    const helping: Account = { email: unique(), password: () => PASSWORD, agent: null };
    async function enter(account: Account): Promise<Agent> {
      const agent = anyone();
      for (const [name, value] of account.agent?.cookies ?? []) agent.cookies.set(name, value);
      if (!account.agent) await signUp(agent, account.email);
      else if ((await agent.get(ME)).status !== 200)
        expect(
          (
            await agent.post("/api/auth/sign-in", {
              email: account.email,
              password: account.password(),
            })
          ).status,
        ).toBe(200);
      account.agent = agent;
      return agent;
    }

    const fixture: Fixture = {
      service,
      stub,
      mailbox,
      victim,
      anyone,
      deliver,
      unique,
      password: PASSWORD,
      attacker: () => enter(preHijacking),
      accomplice: () => enter(helping),
    };
    if (mailbox === "pre-hijacked") await fixture.attacker();
    if (mailbox === "unconfirmed" || mailbox === "owned") await signUp(anyone(), victim);
    await deliver();
    if (mailbox === "owned") {
      const token = new URL(service.inbox.linkFor(victim)).searchParams.get("token");
      expect((await anyone().post("/api/v1/auth/verify-email", { token })).status).toBe(200);
    }
    service.clock.advance(HOUR);
    const from = service.inbox.mails.length;
    const received = () => {
      const mails: Record<string, number> = {};
      for (const { to, subject } of service.inbox.mails.slice(from)) {
        const purpose = PURPOSES[subject.replace(/^\d{6}/, "042137")] ?? subject;
        if (to === victim) mails[purpose] = (mails[purpose] ?? 0) + 1;
      }
      return mails;
    };
    return Object.assign(fixture, { received });
  }

  async function tryAll(fixture: Fixture, goes: readonly Attempt["go"][]): Promise<void> {
    for (let i = 0; i < TRIES; i++)
      for (const go of goes) {
        await go(fixture);
        await fixture.deliver();
      }
  }

  // Which budget a route asks does not depend on the database; how it is spent does, as all of them
  // together show.
  if (database === "sqlite")
    describe("of one route", () => {
      it.each(["free", "pre-hijacked", "unconfirmed", "owned"] as const)(
        "that is %s gets what the rules say of it",
        async (mailbox) => {
          const onMailbox = attempts.filter(({ gets }) => gets[mailbox]);
          await expectOfEach(
            onMailbox,
            ({ route }) => route,
            async ({ go, gets }) => {
              const fixture = await setUp(mailbox);
              await tryAll(fixture, [go]);
              expect(fixture.received()).toEqual(gets[mailbox]);
            },
          );
        },
      );

      it.each(["free", "pre-hijacked", "owned"] as const)(
        "that is %s gets nothing of any other, whatever is sent there",
        async (mailbox) => {
          const fixture = await setUp(mailbox);
          const callers = [
            async () => fixture.anyone(),
            fixture.accomplice,
            ...(mailbox === "pre-hijacked" ? [fixture.attacker] : []),
          ];
          await expectOfEach(quiet, String, async (route) => {
            for (const caller of callers) {
              await send(fixture, await caller(), route);
              await fixture.deliver();
              expect(fixture.received()).toEqual({});
            }
          });
        },
      );
    });

  /**
   * A request that names the victim and everything of the caller's own, in whichever field a route
   * reads it.
   */
  async function send({ victim, password }: Fixture, agent: Agent, route: string): Promise<void> {
    const [method = "", path = ""] = route.split(" ");
    const { organizationId, memberId } = await organizationOf(agent);
    const own = path.includes("/organizations/") ? organizationId : NOTHING;
    const target = path
      .replace(":memberId", memberId)
      .replace(":id", own)
      .replace(":provider", "acme")
      .replaceAll(/:\w+/g, NOTHING);
    const fields = {
      email: victim,
      newEmail: victim,
      memberIdOrEmail: victim,
      password,
      currentPassword: password,
      newPassword: password,
      name: victim,
      slug: `organization-${++count}`,
      role: "member",
      otp: "000000",
      type: "sign-in",
      provider: "acme",
      token: NOTHING,
      id: NOTHING,
      accountId: NOTHING,
      invitationId: NOTHING,
      organizationId,
      memberId,
    };
    if (method === "GET")
      await agent.get(
        `${target}?${new URLSearchParams({ email: victim, token: NOTHING, id: NOTHING, organizationId }).toString()}`,
      );
    else
      await agent.send(target, {
        method,
        body: { ...fields, data: { name: victim }, permissions: {}, response: {} },
      });
  }

  async function organizationOf(
    agent: Agent,
  ): Promise<{ readonly organizationId: string; readonly memberId: string }> {
    if ((await agent.get(ME)).status !== 200) return { organizationId: NOTHING, memberId: NOTHING };
    const withId = { id: "string" } as const;
    const [first] = readJson((await agent.get(ORGANIZATIONS)).body, [withId]);
    const { id: organizationId } =
      first ?? readJson((await agent.post(ORGANIZATIONS, { name: "Bigcorp" })).body, withId);
    const reply = await agent.get(`${ORGANIZATIONS}/${organizationId}/members`);
    const { members } = readJson(reply.body, { members: [withId] });
    return { organizationId, memberId: members[0]!.id };
  }

  it.each(["pre-hijacked", "unconfirmed", "owned"] as const)(
    "that is %s gets no more of all routes together, and nothing waits for later",
    async (mailbox) => {
      const fixture = await setUp(mailbox);
      const expected = together(mailbox);
      const goes = attempts.filter(({ gets }) => gets[mailbox]).map(({ go }) => go);
      await tryAll(fixture, goes);
      expect(fixture.received()).toEqual(expected);
      fixture.service.clock.advance(DAY);
      await fixture.deliver();
      expect(fixture.received()).toEqual(expected);
    },
  );

  it("that is free gets no link of a provider's newcomer once its budget is spent", async () => {
    const fixture = await setUp("free");
    for (let i = 0; i < TRIES; i++)
      await fixture.anyone().post("/api/v1/auth/resend-verification", { email: fixture.victim });
    const agent = fixture.anyone();
    stub.admit({
      sub: fixture.unique(),
      email: fixture.victim,
      email_verified: false,
      name: "Mallory",
    });
    await travel(agent, stub);
    await fixture.deliver();
    expect((await agent.get(ME)).body).toMatchObject({
      email: fixture.victim,
      emailVerified: false,
    });
    expect(fixture.received()).toEqual({});
  });

  it("that is pre-hijacked hears nothing of the account's end", async () => {
    const fixture = await setUp("pre-hijacked");
    expect((await (await fixture.attacker()).post(DELETION, { password: PASSWORD })).status).toBe(
      202,
    );
    fixture.service.clock.advance(30 * DAY);
    await fixture.deliver();
    const signIn = await fixture
      .anyone()
      .post("/api/auth/sign-in", { email: fixture.victim, password: PASSWORD });
    expect([signIn.status, fixture.received()]).toEqual([401, {}]);
  });
});
