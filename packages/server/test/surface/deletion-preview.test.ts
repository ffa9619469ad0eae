import { type MembershipId, type OrganizationId, toId, type UserId } from "@acme/auth-core";
import { stringContaining } from "@acme/auth-testing/matchers";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService } from "../describe-service.js";
import { createLeaving, DELETION, PASSWORD } from "../leaving.js";
import { ORGANIZATIONS, refusal } from "../teams.js";

const PREVIEW = `${DELETION}/preview`;
const ORGANIZATION = { id: "string", name: "string", members: "number" } as const;
const SHOWN = { graceDays: "number", needs: "string", soleOwnerOf: [ORGANIZATION] } as const;

describeService(
  "what stands in the way of a deletion",

  (service) => {
    let leaving: ReturnType<typeof createLeaving>;
    let people = 0;
    beforeAll(() => {
      leaving = createLeaving(service);
    });

    const newAddress = () => `leaver${++people}@example.com`;
    const preview = async (agent: Agent) => {
      const reply = await agent.get(PREVIEW);
      expect(reply.status).toBe(200);
      return readJson(reply.body, SHOWN);
    };
    const found = async (agent: Agent, name: string): Promise<string> =>
      readJson((await agent.post(ORGANIZATIONS, { name })).body, { id: "string" }).id;
    const join = async (agent: Agent, organizationId: string, role: "owner" | "member") => {
      const membership = {
        id: service.auth.random.id<MembershipId>(),
        organizationId: toId<OrganizationId>(organizationId),
        userId: toId<UserId>(await leaving.idOf(agent)),
        role,
        createdAt: service.clock.now(),
      } as const;
      expect(await service.store.memberships.insertUnlessMember(membership)).toBe(true);
    };

    it("is shown to a session only", async () => {
      expect(await service.agent().get(PREVIEW)).toMatchObject(refusal(401, "UNAUTHORIZED"));
    });

    it("is nothing for a user who owns nothing alone; the password is asked for", async () => {
      const agent = await leaving.member(newAddress());
      const reply = await agent.get(PREVIEW);
      expect([reply.status, reply.body]).toEqual([
        200,
        { graceDays: 30, needs: "password", soleOwnerOf: [] },
      ]);
      expect(await leaving.pendingOf(agent)).toBeNull();
    });

    it("takes a fresh session of a user without a password, until they set one", async () => {
      const email = newAddress();
      const agent = await service.signedIn(email);
      expect((await preview(agent)).needs).toBe("fresh-session");
      service.clock.advance(service.auth.policy.sessionFreshness);
      expect((await preview(agent)).needs).toBe("fresh-session");
      await agent.post("/api/auth/request-password-reset", { email });
      await leaving.deliver();
      const token = new URL(service.inbox.linkFor(email)).pathname.split("/").at(-1);
      await agent.post("/api/auth/reset-password", { token, newPassword: PASSWORD });
      await leaving.signIn(email, agent);
      expect((await preview(agent)).needs).toBe("password");
    });

    it("are the organizations that the user owns alone, with their members, and no other", async () => {
      const [agent, other] = [
        await leaving.member(newAddress()),
        await leaving.member(newAddress()),
      ];
      const alone = await found(agent, "Alone");
      const led = await found(agent, "Led");
      await join(other, led, "member");
      await join(other, await found(agent, "Shared"), "owner");
      await join(agent, await found(other, "Theirs"), "member");
      const shown = (await preview(agent)).soleOwnerOf;
      expect(shown).toHaveLength(2);
      expect(shown).toEqual(
        expect.arrayContaining([
          { id: alone, name: "Alone", members: 1 },
          { id: led, name: "Led", members: 2 },
        ]),
      );
      expect((await preview(other)).soleOwnerOf).toMatchObject([{ name: "Theirs", members: 2 }]);

      // What it shows is what the mail says, and what holds the deletion back.
      const { requestId } = await leaving.askDeletion(agent);
      await leaving.letGo(requestId);
      expect(await leaving.storedDeletion(requestId)).toMatchObject({ status: "rejected" });
      for (const id of [alone, led])
        expect((await agent.send(`${ORGANIZATIONS}/${id}`, { method: "DELETE" })).status).toBe(401);
    });
  },
);

describeService(
  "many organizations in the way of a deletion",
  { start: { policy: { organizationsPerUser: 1_000 } } },
  (service) => {
    it("are listed up to a hundred, and the mail names three", async () => {
      const leaving = createLeaving(service);
      const email = "ada@example.com";
      const agent = await leaving.member(email);
      const statuses = new Set<number>();
      for (let made = 0; made < 101; made++)
        statuses.add((await agent.post(ORGANIZATIONS, { name: `Lab ${made}` })).status);
      expect([...statuses]).toEqual([201]);
      const reply = await agent.get(PREVIEW);
      expect(readJson(reply.body, SHOWN).soleOwnerOf).toHaveLength(100);
      await leaving.askDeletion(agent);
      await leaving.deliver();
      const { text } = service.inbox.mails.at(-1)!;
      expect(text).toEqual(stringContaining("98 more"));
      expect(text.match(/Lab \d+/g)).toHaveLength(3);
    });

    it("are told to no email address that is not verified", async () => {
      const leaving = createLeaving(service);
      const email = "grace@example.com";
      const agent = await leaving.signUp(email);
      await leaving.askDeletion(agent);
      await leaving.deliver();
      expect(leaving.subjectsTo(email)).not.toContain("Your Acme account will be deleted");
    });
  },
);
