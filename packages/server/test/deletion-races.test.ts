import { setImmediate as turn } from "node:timers/promises";
import type { Role } from "@acme/auth-core";
import { toId } from "@acme/auth-core";
import { repetitions } from "@acme/auth-testing/proof";
import { readJson } from "@acme/auth-testing/read-json";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Agent, Reply } from "./agent.js";
import {
  type Delay,
  type DeletionFixture,
  type Leaver,
  openDeletionFixture,
  type Person,
} from "./deletion-fixture.js";
import { DELETION, PASSWORD } from "./leaving.js";
import {
  AUTHENTICATION_OPTIONS,
  authenticatorOn,
  optionsFrom,
  register,
  VERIFY_AUTHENTICATION,
} from "./passkeys.js";
import { refusalCodeIn } from "./refusal-code.js";
import { DATABASES, SIGN_IN_BY_CODE } from "./service.js";
import { ACCEPT, ORGANIZATIONS } from "./teams.js";

const ROUNDS = repetitions({ usual: 20, proof: 100 });
const AT_ONCE = 50;
const BROWSERS = 10;

/**
 * In the first two rounds the one is done before the other begins; in the others they meet, each
 * time a little later.
 */
const DELAYS: readonly Delay[] = Array.from(
  { length: ROUNDS },
  (_, round) => (["none", "all"] as const)[round] ?? (3 * round) % 14,
);

const tally = (outcomes: readonly string[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};

describe.each(DATABASES)(
  "the worker against a user who is about to leave, on %s",
  { timeout: 120_000 },
  (database) => {
    let fixture: DeletionFixture;
    beforeAll(async () => {
      fixture = await openDeletionFixture(database);
    });
    afterEach(async () => expect(await fixture.orphans()).toEqual([]));
    afterAll(() => fixture.close());

    /** Races for each head start; `reply code, user, request` of every round. */
    async function each(
      round: (delay: Delay) => Promise<{ readonly leaver: Leaver; readonly reply: Reply }>,
    ): Promise<readonly string[]> {
      const outcomes: string[] = [];
      for (const delay of DELAYS) {
        const { leaver, reply } = await round(delay);
        outcomes.push(
          [
            reply.status < 400 ? "DONE" : (refusalCodeIn(reply) ?? ""),
            ...(await fixture.outcomeOf(leaver)),
          ].join(", "),
        );
      }
      return outcomes;
    }
    const expectOnly = (outcomes: readonly string[], legal: readonly string[]) =>
      expect(outcomes.filter((outcome) => !legal.includes(outcome))).toEqual([]);

    async function organizationOf(owner: { readonly agent: Agent }): Promise<string> {
      return readJson((await owner.agent.post(ORGANIZATIONS, { name: "Shared" })).body, {
        id: "string",
      }).id;
    }
    async function invite(
      owner: { readonly agent: Agent },
      id: string,
      invited: { readonly email: string; readonly role: Role },
    ): Promise<string> {
      return readJson(
        (await owner.agent.post(`${ORGANIZATIONS}/${id}/invitations`, invited)).body,
        { id: "string" },
      ).id;
    }
    /** `person` joins; the id of the membership. */
    async function join(
      owner: { readonly agent: Agent },
      id: string,
      { person, role }: { readonly person: Person; readonly role: Role },
    ): Promise<string> {
      const invitationId = await invite(owner, id, { email: person.email, role });
      expect((await person.agent.post(ACCEPT, { invitationId })).status).toBe(200);
      return (await fixture.front.store.memberships.find(toId(id), person.userId))!.id;
    }
    const ownersOf = (id: string) => fixture.front.store.memberships.countOwners(toId(id));

    it("fifty wishes at once make one request", async () => {
      const leaver = await fixture.person();
      const browsers: Agent[] = [leaver.agent];
      while (browsers.length < BROWSERS) {
        const browser = fixture.front.agent();
        await browser.post("/api/auth/sign-in", { email: leaver.email, password: PASSWORD });
        browsers.push(browser);
      }
      const wishes = Array.from({ length: AT_ONCE }, (_, number) =>
        browsers[number % BROWSERS]!.post(DELETION, { password: PASSWORD }),
      );
      const replies = await Promise.all(wishes);
      expect(
        tally(replies.map((reply) => `${reply.status} ${refusalCodeIn(reply) ?? ""}`.trim())),
      ).toEqual({
        "202": 1,
        "409 DELETION_ALREADY_PENDING": AT_ONCE - 1,
      });
      const requests = (await fixture.front.rows()).filter(
        ({ table, values }) =>
          table === "auth_deletion_request" && values["user_id"] === leaver.userId,
      );
      const jobs = (await fixture.front.rows()).filter(
        ({ table, values }) => table === "auth_job" && values["kind"] === "delete-account",
      );
      expect([requests.length, jobs.length]).toEqual([1, 1]);
      expect((await leaver.agent.send(DELETION, { method: "DELETE" })).status).toBe(204);
    });

    it("a password that is set meanwhile is asked for, or comes too late", async () => {
      const codes: string[] = [];
      for (const delay of DELAYS) {
        const leaver = await fixture.personWithoutPassword();
        const setPassword = await fixture.passwordReset(leaver);
        const leave = () => leaver.agent.send(DELETION, { method: "POST" });
        const setting = delay === "none" ? null : setPassword();
        if (delay === "all") await setting;
        if (typeof delay === "number") for (let passed = 0; passed < delay; passed++) await turn();
        const left = await leave();
        expect((await (setting ?? setPassword())).status).toBe(200);
        const pending = await fixture.front.store.deletionRequests.findPending(leaver.userId);
        expect([left.status === 202, pending !== null]).toEqual([
          pending !== null,
          left.status === 202,
        ]);
        codes.push(left.status === 202 ? "DONE" : (refusalCodeIn(left) ?? ""));
      }
      // The session ends with the reset, and is found or not found before.
      expectOnly(codes, ["DONE", "INVALID_PASSWORD", "VALIDATION_ERROR", "UNAUTHORIZED"]);
      expect(codes[0]).toBe("DONE");
      expect(codes[1]).toBe("UNAUTHORIZED");
    });

    it("of calling it off and carrying it out exactly one comes about", async () => {
      const outcomes = await each(async (delay) => {
        const leaver = await fixture.leaver();
        return {
          leaver,
          reply: await fixture.race(leaver, delay, () =>
            leaver.agent.send(DELETION, { method: "DELETE" }),
          ),
        };
      });
      expectOnly(outcomes, [
        "DONE, kept, cancelled",
        "DELETION_NOT_PENDING, gone, completed",
        "UNAUTHORIZED, gone, completed",
      ]);
      expect(new Set(outcomes).size).toBeGreaterThan(1);
    });

    it("an organization that is handed over meanwhile is handed over, or holds its owner back", async () => {
      const outcomes = await each(async (delay) => {
        const [owner, heir] = [await fixture.person(), await fixture.person()];
        const id = await organizationOf(owner);
        const memberId = await join(owner, id, { person: heir, role: "member" });
        const leaver = await fixture.leave(owner);
        const reply = await fixture.race(leaver, delay, () =>
          owner.agent.post(`${ORGANIZATIONS}/${id}/transfer-ownership`, { memberId }),
        );
        expect(await ownersOf(id)).toBe(1);
        return { leaver, reply };
      });
      expectOnly(outcomes, ["DONE, gone, completed", "DONE, kept, rejected"]);
      expect(new Set(outcomes).size).toBe(2);
    });

    it("an organization is handed over to a user who stays, or not at all", async () => {
      const outcomes = await each(async (delay) => {
        const [owner, heir] = [await fixture.person(), await fixture.person()];
        const id = await organizationOf(owner);
        const memberId = await join(owner, id, { person: heir, role: "admin" });
        const leaver = await fixture.leave(heir);
        const reply = await fixture.race(leaver, delay, () =>
          owner.agent.post(`${ORGANIZATIONS}/${id}/transfer-ownership`, { memberId }),
        );
        expect(await ownersOf(id)).toBe(1);
        return { leaver, reply };
      });
      expectOnly(outcomes, ["DONE, kept, rejected", "MEMBER_NOT_FOUND, gone, completed"]);
      expect(new Set(outcomes).size).toBe(2);
    });

    it("of two owners one may leave the organization or lose the account, not both", async () => {
      const outcomes = await each(async (delay) => {
        const [owner, other] = [await fixture.person(), await fixture.person()];
        const id = await organizationOf(owner);
        await join(owner, id, { person: other, role: "owner" });
        const leaver = await fixture.leave(owner);
        const reply = await fixture.race(leaver, delay, () =>
          other.agent.post(`${ORGANIZATIONS}/${id}/leave`),
        );
        expect(await ownersOf(id)).toBe(1);
        return { leaver, reply };
      });
      expectOnly(outcomes, ["DONE, kept, rejected", "LAST_OWNER, gone, completed"]);
    });

    it("an organization that is created meanwhile holds its owner back, or is never made", async () => {
      const outcomes = await each(async (delay) => {
        const leaver = await fixture.leaver();
        return {
          leaver,
          reply: await fixture.race(leaver, delay, () =>
            leaver.agent.post(ORGANIZATIONS, { name: "Late" }),
          ),
        };
      });
      expectOnly(outcomes, ["DONE, kept, rejected", "UNAUTHORIZED, gone, completed"]);
      expect(new Set(outcomes).size).toBe(2);
    });

    it.each(["member", "owner"] as const)(
      "an invitation that is accepted meanwhile, as %s, leaves no membership without a user",
      async (role) => {
        const host = await fixture.person();
        const outcomes = await each(async (delay) => {
          const id = await organizationOf(host);
          const leaver = await fixture.leaver();
          const invitationId = await invite(host, id, { email: leaver.email, role });
          const reply = await fixture.race(leaver, delay, () =>
            leaver.agent.post(ACCEPT, { invitationId }),
          );
          expect(await ownersOf(id)).toBe(1);
          return { leaver, reply };
        });
        expectOnly(outcomes, [
          "DONE, gone, completed",
          "UNAUTHORIZED, gone, completed",
          "INVITATION_NOT_FOUND, gone, completed",
        ]);
      },
    );

    /** Ways to sign in, made ready ahead of the race. */
    const signIns: Readonly<
      Record<
        string,
        (leaver: Pick<Leaver, "agent" | "email">, browser: Agent) => Promise<() => Promise<Reply>>
      >
    > = {
      "a password":
        async ({ email }, browser) =>
        () =>
          browser.post("/api/auth/sign-in", { email, password: PASSWORD }),
      "a code": async ({ email }, browser) => {
        const otp = await fixture.front.codeFor(email);
        return () => browser.post(SIGN_IN_BY_CODE, { email, otp });
      },
      "a passkey": async ({ agent }, browser) => {
        const authenticator = authenticatorOn();
        expect((await register(agent, authenticator)).status).toBe(200);
        const response = authenticator.get(await optionsFrom(browser, AUTHENTICATION_OPTIONS));
        return () => browser.post(VERIFY_AUTHENTICATION, { response });
      },
    };

    it.each(Object.keys(signIns))(
      "signing in with %s meanwhile opens a session of a user who exists, or none",
      async (way) => {
        const outcomes = await each(async (delay) => {
          const person = await fixture.person();
          const browser = fixture.front.agent();
          const signIn = await signIns[way]!(person, browser);
          const leaver = await fixture.leave(person);
          const reply = await fixture.race(leaver, delay, signIn);
          expect((await browser.get("/api/v1/auth/me")).status).toBe(401);
          return { leaver, reply };
        });
        const refusals = [
          "INVALID_EMAIL_OR_PASSWORD",
          "INVALID_OTP",
          "PASSKEY_NOT_FOUND",
          "AUTHENTICATION_FAILED",
          "CHALLENGE_NOT_FOUND",
        ];
        expectOnly(
          outcomes,
          ["DONE", ...refusals].map((code) => `${code}, gone, completed`),
        );
      },
    );
  },
);
