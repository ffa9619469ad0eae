import { CORE_PERMISSIONS, type Role, ROLES } from "@acme/auth-core";
import { MINUTE } from "@acme/auth-core/surface";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import {
  createTeams,
  DENIED,
  INVITATION_BODY,
  ORGANIZATIONS,
  type Person,
  type Teams,
} from "../teams.js";

const PAIRS = ROLES.flatMap((actor) => ROLES.map((target) => ({ actor, target })));
const TRIPLES = PAIRS.flatMap((pair) => ROLES.map((wanted) => ({ ...pair, wanted })));

/** A member with the permission changes all others, but only owners change owners or make them. */
const may = (actor: Role, ...concerned: readonly Role[]): boolean =>
  CORE_PERMISSIONS["org:members:write"][actor] &&
  (actor === "owner" || !concerned.includes("owner"));

describeService("who may make whom what", (service) => {
  let teams: Teams;
  let founder: Person;
  let acting: Person;
  let concerned: Person;

  beforeAll(async () => {
    teams = createTeams(service);
    [founder, acting, concerned] = [
      await teams.person(),
      await teams.person(),
      await teams.person(),
    ];
  });
  /** An organization with a founder, so that there is an owner left whatever happens. */
  async function organizationOf(
    actor: Role,
    target?: Role,
  ): Promise<{ readonly id: string; readonly targetId: string }> {
    // The same people are invited each time: five mails in a quarter of an hour is what each of
    // them may get.
    service.clock.advance(8 * MINUTE);
    const { id } = await teams.found(founder);
    await teams.join(founder, id, { invited: acting, role: actor });
    return {
      id,
      targetId: target ? await teams.join(founder, id, { invited: concerned, role: target }) : "",
    };
  }
  const roleOf = async (id: string, memberId: string) =>
    (await teams.membersOf(founder, id)).find((one) => one.id === memberId)?.role;

  const ofEachPair = (check: (pair: (typeof PAIRS)[number]) => Promise<void>) =>
    expectOfEach(PAIRS, ({ actor, target }) => `${actor}, ${target}`, check);
  const nameOf = (triple: (typeof TRIPLES)[number]) => Object.values(triple).join(", ");

  it("one makes another what the role of each allows", () =>
    expectOfEach(TRIPLES, nameOf, async ({ actor, target, wanted }) => {
      const { id, targetId } = await organizationOf(actor, target);
      const allowed = may(actor, target, wanted);
      const reply = await acting.agent.send(`${ORGANIZATIONS}/${id}/members/${targetId}`, {
        method: "PATCH",
        body: { role: wanted },
      });
      expect(reply).toMatchObject(allowed ? { status: 200, body: { role: wanted } } : DENIED);
      expect(await roleOf(id, targetId)).toBe(allowed ? wanted : target);
    }));

  it("one removes another where the role of each allows it", () =>
    ofEachPair(async ({ actor, target }) => {
      const { id, targetId } = await organizationOf(actor, target);
      const reply = await acting.agent.send(`${ORGANIZATIONS}/${id}/members/${targetId}`, {
        method: "DELETE",
      });
      expect(reply).toMatchObject(may(actor, target) ? { status: 204 } : DENIED);
      expect(await roleOf(id, targetId)).toBe(may(actor, target) ? undefined : target);
    }));

  it("one makes oneself what the role allows", () =>
    ofEachPair(async ({ actor, target }) => {
      const { id } = await organizationOf(actor);
      const own = (await teams.membersOf(founder, id)).find(
        ({ userId }) => userId === acting.userId,
      )!;
      const reply = await acting.agent.send(`${ORGANIZATIONS}/${id}/members/${own.id}`, {
        method: "PATCH",
        body: { role: target },
      });
      expect(reply).toMatchObject(
        may(actor, actor, target) ? { status: 200, body: { role: target } } : DENIED,
      );
      expect(await roleOf(id, own.id)).toBe(may(actor, actor, target) ? target : actor);
    }));

  it("one invites another as what the role allows, and takes it back", () =>
    ofEachPair(async ({ actor, target }) => {
      const { id } = await organizationOf(actor);
      const path = `${ORGANIZATIONS}/${id}/invitations`;
      const reply = await acting.agent.post(path, { email: concerned.email, role: target });
      expect(reply).toMatchObject(
        may(actor, target) ? { status: 201, body: { role: target } } : DENIED,
      );
      const toThem = async () =>
        readJson((await founder.agent.get(path)).body, [INVITATION_BODY]).filter(
          ({ email }) => email === concerned.email,
        );
      expect(await toThem()).toHaveLength(may(actor, target) ? 1 : 0);
      const theirs = may(actor, target)
        ? readJson(reply.body, { id: "string" })
        : await teams.invite(founder, id, { email: concerned.email, role: target });
      expect(await acting.agent.send(`${path}/${theirs.id}`, { method: "DELETE" })).toMatchObject(
        may(actor, target) ? { status: 204 } : DENIED,
      );
      expect(await toThem()).toMatchObject([
        { status: may(actor, target) ? "canceled" : "pending" },
      ]);
    }));
});
