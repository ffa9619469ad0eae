import { CORE_PERMISSIONS, type CorePermission, type PermissionId, ROLES } from "@acme/auth-core";
import { MINUTE } from "@acme/auth-core/surface";
import { type AnyRoute, codeOf, loadZod, permissionAccessOf } from "@acme/auth-http";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { beforeAll, describe, expect, it } from "vitest";
import type { Agent, Reply } from "../agent.js";
import { describeService } from "../describe-service.js";
import { surface } from "../reference-surface.js";
import {
  createTeams,
  type InvitationBody,
  NO_ORGANIZATION,
  refusal,
  type Team,
  type Teams,
} from "../teams.js";

await loadZod();

const CALLERS = [...ROLES, "non-member", "signed-out"] as const;
type CallerKind = (typeof CALLERS)[number];

/** A team with a pending invitation: everything that a route can name. */
interface Fixture extends Team {
  readonly invitation: InvitationBody;
}
type Body = (fixture: Fixture) => object;

const ORGANIZATION = "/api/v1/organizations/:id";
/** What is sent to the routes that take a body: all there is to say by hand. */
/** What a route has to be asked besides. */
const QUERIES: Readonly<Record<string, string>> = {
  "GET /api/v1/organizations/:id/audit/export": "?format=csv",
};
const BODIES: Readonly<Record<string, Body>> = {
  [`PATCH ${ORGANIZATION}`]: () => ({ name: "Renamed" }),
  [`PATCH ${ORGANIZATION}/members/:memberId`]: () => ({ role: "admin" }),
  [`POST ${ORGANIZATION}/transfer-ownership`]: ({ memberIds }) => ({ memberId: memberIds.member }),
  [`POST ${ORGANIZATION}/invitations`]: () => ({ email: "friend@example.com", role: "member" }),
};

const CLIENT = "/api/auth/organization";
/**
 * The paths of the client say in code, not in the table, what they ask for in the organization they
 * are told.
 */
const CLIENT_PERMISSIONS: Readonly<Record<string, readonly [CorePermission, Body]>> = {
  [`POST ${CLIENT}/update`]: ["org:update", () => ({ data: { name: "Renamed" } })],
  [`POST ${CLIENT}/delete`]: ["org:delete", () => ({})],
  [`GET ${CLIENT}/get-organization`]: ["org:read", () => ({})],
  [`GET ${CLIENT}/get-full-organization`]: ["org:read", () => ({})],
  [`GET ${CLIENT}/get-active-member-role`]: ["org:read", () => ({})],
  [`GET ${CLIENT}/list-members`]: ["org:members:read", () => ({})],
  [`POST ${CLIENT}/remove-member`]: [
    "org:members:write",
    ({ memberIds }) => ({ memberIdOrEmail: memberIds.member }),
  ],
  [`POST ${CLIENT}/update-member-role`]: [
    "org:members:write",
    ({ memberIds }) => ({ memberId: memberIds.member, role: "admin" }),
  ],
  [`POST ${CLIENT}/invite-member`]: [
    "org:invitations:write",
    () => ({ email: "friend@example.com", role: "member" }),
  ],
  [`GET ${CLIENT}/list-invitations`]: ["org:invitations:read", () => ({})],
  [`POST ${CLIENT}/has-permission`]: ["org:read", () => ({ permissions: { org: ["read"] } })],
};

const nameOf = ({ method, path }: AnyRoute): string => `${method} ${path}`;
const nameOfEach = ({ name }: { readonly name: string }): string => name;
const GUARDED = surface.flatMap((route) => {
  const access = permissionAccessOf(route.access);
  return access ? [{ route, name: nameOf(route), access }] : [];
});
/** Asked for by one field of a route: see `required-factors.test.ts`. */
const BY_FIELD: readonly string[] = ["org:security:write"];
const CLIENTS = surface
  .filter((route) => Object.hasOwn(CLIENT_PERMISSIONS, nameOf(route)))
  .map((route) => ({ route, name: nameOf(route) }));

/** Who has which. A feature's routes may ask for permissions of its own. */
const PERMISSIONS: Readonly<Record<string, (typeof CORE_PERMISSIONS)[CorePermission]>> =
  CORE_PERMISSIONS;

const answerTo = (caller: CallerKind, permission: PermissionId, route: AnyRoute) => {
  if (caller === "signed-out") return refusal(401, "UNAUTHORIZED");
  if (caller === "non-member") return NO_ORGANIZATION;
  return PERMISSIONS[permission]![caller]
    ? { status: route.status }
    : refusal(403, codeOf("PERMISSION_DENIED", route));
};

describe("the matrix", () => {
  it("has a body for every route that takes one, and for no other", () => {
    expect(
      GUARDED.filter(({ route }) => route.body)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(Object.keys(BODIES).toSorted());
  });

  it("leaves no permission over organizations without a route, and no guarded route without its organization", () => {
    const asked = new Set<string>([...GUARDED.map(({ access }) => access.permission), ...BY_FIELD]);
    expect(
      Object.keys(CORE_PERMISSIONS).filter((id) => id.startsWith("org:") && !asked.has(id)),
    ).toEqual([]);
    for (const { access, name } of GUARDED) expect([name, access.of]).toEqual([name, "path"]);
  });

  it("knows every path of the client that can be told an organization", () => {
    const takesOne = ({ body, query }: AnyRoute) =>
      /organizationId/.test(
        JSON.stringify([body, query].map((schema) => schema && Object.keys(shapeOf(schema())))),
      );
    const own = ["set-active", "leave"].map((name) => `POST ${CLIENT}/${name}`);
    const found = surface
      .filter((route) => route.path.startsWith(CLIENT) && takesOne(route))
      .map(nameOf);
    expect(found.filter((name) => !own.includes(name)).toSorted()).toEqual(
      Object.keys(CLIENT_PERMISSIONS).toSorted(),
    );
  });
});

const shapeOf = (schema: object): object => (schema as { readonly shape?: object }).shape ?? {};

describeService(
  "role × permission × route",
  { start: { policy: { organizationsPerUser: 1_000, mailsPerClient: 10_000 } } },
  (service) => {
    let teams: Teams;
    let crew: Team["people"];
    let agents: Readonly<Record<CallerKind, Agent>>;

    beforeAll(async () => {
      teams = createTeams(service);
      crew = await teams.crew();
      const { owner, admin, member } = crew;
      const stranger = await teams.person();
      await teams.found(stranger);
      agents = {
        owner: owner.agent,
        admin: admin.agent,
        member: member.agent,
        "non-member": stranger.agent,
        "signed-out": service.agent(),
      };
    });

    let kept: Fixture | null = null;
    /** The fixture of the last one who was refused, who changed nothing; otherwise a new one. */
    const fixture = async (): Promise<Fixture> => (kept ??= await newFixture());
    async function newFixture(): Promise<Fixture> {
      // The same people are invited each time: five mails in a quarter of an hour is what each of
      // them may get.
      service.clock.advance(8 * MINUTE);
      const team = await teams.teamOf(crew);
      return {
        ...team,
        invitation: await teams.invite(crew.owner, team.id, {
          email: teams.newAddress(),
          role: "member",
        }),
      };
    }
    /** All there is to see of an organization, without the log: denials are written there. */
    const everythingOf = async ({ path }: Team): Promise<string> =>
      (
        await Promise.all(
          ["", "/members", "/invitations"].map((part) => crew.owner.agent.get(path + part)),
        )
      )
        .map(({ text }) => text)
        .join("\n");

    /** Expects what the matrix says of a caller, and that a refused caller changes nothing. */
    async function expectAnswer(
      expected: ReturnType<typeof answerTo>,
      on: Fixture,
      ask: () => Promise<Reply>,
    ): Promise<void> {
      const before = await everythingOf(on);
      kept = null;
      expect(await ask()).toMatchObject({ ...expected, setCookies: [] });
      if (expected.status < 300) return;
      expect(await everythingOf(on)).toBe(before);
      kept = on;
    }

    describe.each(CALLERS)("%s", (caller) => {
      it("gets at each route what the permission that it asks for gives them", async () => {
        await expectOfEach(GUARDED, nameOfEach, async ({ route, name, access }) => {
          const on = await fixture();
          const ids: Readonly<Record<string, string>> = {
            id: on.id,
            memberId: on.memberIds.member,
            invitationId: on.invitation.id,
          };
          const path = route.path.replaceAll(
            /:(\w+)/g,
            (_whole, parameter: string) => ids[parameter]!,
          );
          await expectAnswer(answerTo(caller, access.permission, route), on, () =>
            agents[caller].send(`${path}${QUERIES[name] ?? ""}`, {
              method: route.method,
              body: BODIES[name]?.(on),
            }),
          );
        });
      });

      it("gets the same at each route of the client", async () => {
        await expectOfEach(CLIENTS, nameOfEach, async ({ route, name }) => {
          const on = await fixture();
          const [permission, bodyFor] = CLIENT_PERMISSIONS[name]!;
          const told = { organizationId: on.id, ...bodyFor(on) };
          await expectAnswer(answerTo(caller, permission, route), on, () =>
            route.method === "GET"
              ? agents[caller].get(`${route.path}?organizationId=${on.id}`)
              : agents[caller].post(route.path, told),
          );
        });
      });
    });
  },
);
