import type { LinkedAccountId, UserId } from "@acme/auth-core";
import { toId } from "@acme/auth-core";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, describe, expect, it } from "vitest";
import type { Reply } from "../agent.js";
import { describeService } from "../describe-service.js";
import { createLeaving, EXPORT } from "../leaving.js";
import { authenticatorOn, LIST_PASSKEYS, listPasskeys, register } from "../passkeys.js";
import { surface } from "../reference-surface.js";
import { createTeams, type Person, type Teams } from "../teams.js";
import { type Ids, NAMED, nameOf, type Place, placesOfIds } from "./named-objects.js";

/** Well-formed, and nobody's. */
const UNKNOWN: Ids = {
  organization: "01890000-0000-7000-8000-000000000001",
  slug: "nobody-has-this-slug",
  member: "01890000-0000-7000-8000-000000000002",
  address: "nobody@example.com",
  invitation: "01890000-0000-7000-8000-000000000003",
  passkey: "01890000-0000-7000-8000-000000000004",
  session: "01890000-0000-7000-8000-000000000005",
  account: "01890000-0000-7000-8000-000000000006",
  export: "01890000-0000-7000-8000-000000000007",
  exportToken: "x".repeat(43),
};

/** What no id ever looks like. */
const MALFORMED = [
  "-",
  ".",
  "..",
  "../..",
  "..%2f..",
  "%",
  "%00",
  "\u0000",
  " ",
  "🦆",
  "' OR '1'='1",
  "[object Object]",
  "null",
  "x".repeat(5_000),
];
/** Not even text. */
const NO_TEXT = [
  0,
  -1,
  1e300,
  true,
  null,
  [],
  ["01890000-0000-7000-8000-000000000001"],
  {},
  { $ne: "" },
  "\ud800",
  "",
];

interface Tenant extends Person {
  readonly ids: Ids;
  /** Everything that the tenant can see of what is theirs. */
  everything(): Promise<string>;
}

const CASES = surface.flatMap((route) =>
  Object.entries(NAMED[nameOf(route)] ?? {}).flatMap(([place, naming]) =>
    naming.kinds.map((kind) => ({
      route,
      name: nameOf(route),
      place: place as Place,
      kind,
      naming,
    })),
  ),
);
type Case = (typeof CASES)[number];

describe("the table of named objects", () => {
  it("knows every place of the surface that holds an id, and no other", async () => {
    const known = Object.entries(NAMED).flatMap(([name, places]) =>
      Object.keys(places).map((place) => `${name} ${place}`),
    );
    const extra = ["POST /api/auth/revoke-session body:token"];
    expect([...(await placesOfIds()), ...extra].toSorted()).toEqual(known.toSorted());
  });
});

describeService("two tenants", { hosts: "both" }, (service) => {
  let teams: Teams;
  let leaving: ReturnType<typeof createLeaving>;
  let eve: Tenant;
  let ada: Tenant;
  let before: string;

  beforeAll(async () => {
    teams = createTeams(service);
    leaving = createLeaving(service);
    [eve, ada] = [await tenant(), await tenant()];
    before = `${await eve.everything()}${await ada.everything()}`;
  });

  async function tenant(): Promise<Tenant> {
    const { people, memberIds, path, id, organization } = await teams.team();
    const { agent, email, userId } = people.owner;
    const invitation = await teams.invite(people.owner, id, {
      email: teams.newAddress(),
      role: "member",
    });
    await register(agent, authenticatorOn());
    const account = `account-of-${userId}`;
    await plantAccount(userId, account);
    const [passkey] = await listPasskeys(agent);
    const { session } = readJson((await agent.get("/api/auth/get-session")).body, {
      session: { id: "string" },
    });
    const { id: requestId, link } = await leaving.readyExport(agent);
    const exportToken = new URL(link, service.url).searchParams.get("token")!;
    const seen = [
      path,
      `${path}/members`,
      `${path}/invitations`,
      `${path}/audit`,
      LIST_PASSKEYS,
      "/api/auth/list-sessions",
      "/api/auth/list-accounts",
      `${EXPORT}/${requestId}`,
    ];
    return {
      agent,
      email,
      userId,
      ids: {
        organization: id,
        slug: organization.slug,
        member: memberIds.member,
        address: people.member.email,
        invitation: invitation.id,
        passkey: passkey!.id,
        session: session.id,
        account,
        export: requestId,
        exportToken,
      },
      everything: async () =>
        (await Promise.all(seen.map((at) => agent.get(at))))
          .map(({ status, text }) => `${status} ${text}`)
          .join("\n"),
    };
  }

  async function plantAccount(userId: string, id: string): Promise<void> {
    const now = service.clock.now();
    await service.store.linkedAccounts.insertUnlessTaken({
      id: toId<LinkedAccountId>(id),
      providerId: "idp",
      subject: id,
      userId: toId<UserId>(userId),
      scopes: [],
      createdAt: now,
      updatedAt: now,
    });
  }

  /** Eve's request that names `value` in one place, and herself everywhere else. */
  function ask({ route, place, naming }: Case, value: unknown): Promise<Reply> {
    const [part, field] = place.split(":") as [string, string];
    eve.agent.cookies.set("active-org", eve.ids.organization);
    const own: Readonly<Record<string, string>> = {
      id: eve.ids.organization,
      memberId: eve.ids.member,
      invitationId: eve.ids.invitation,
    };
    const segment = (name: string): string =>
      part === "path" && name === field ? encodeURIComponent(String(value)) : own[name]!;
    const path = route.path.replaceAll(/:(\w+)/g, (_whole, name: string) => segment(name));
    const rest = { ...naming.rest?.(eve.ids), ...(part !== "path" && { [field]: value }) };
    if (route.method !== "GET") return eve.agent.send(path, { method: route.method, body: rest });
    const query = new URLSearchParams(
      Object.entries(rest).map(([name, of]): [string, string] => [name, String(of)]),
    );
    return eve.agent.get(`${path}?${query.toString()}`);
  }

  const answerOf = ({
    status,
    text,
    headers: { "x-request-id": _id, date: _date, ...headers },
  }: Reply) => ({ status, text, headers });

  const ofEachCase = (check: (one: Case) => Promise<void>) =>
    expectOfEach(CASES, ({ name, kind, place }) => `${name}, ${kind} in ${place}`, check);

  it("hear of what is another's what they hear of what does not exist", () =>
    ofEachCase(async (one) => {
      const [foreign, unknown] = [
        await ask(one, ada.ids[one.kind]),
        await ask(one, UNKNOWN[one.kind]),
      ];
      expect(answerOf(foreign)).toEqual(answerOf(unknown));
      expect(unknown.status).toBe(one.naming.refuses ?? 404);
    }));

  it("hear of what cannot be an id what they hear of what does not exist", () =>
    ofEachCase(async (one) => {
      const unknown = answerOf(await ask(one, UNKNOWN[one.kind]));
      for (const value of MALFORMED) {
        // No fetch handler sees dot segments: the URL of a `Request` has none.
        if (service.host === "fetch" && /^[.]{1,2}$/.test(value)) continue;
        const { status, text } = await ask(one, value);
        expect([value, status, text]).toEqual([value, unknown.status, unknown.text]);
      }
      if (one.place.startsWith("body:"))
        for (const value of NO_TEXT) expect((await ask(one, value)).status).toBeLessThan(500);
    }));

  it("have lost nothing to each other after all of it", async () => {
    expect(`${await eve.everything()}${await ada.everything()}`).toBe(before);
  });

  it("gain nothing from each other's cursors", async () => {
    const lists: readonly ((of: Tenant) => string)[] = [
      ({ ids }) => `/api/v1/organizations/${ids.organization}/members`,
      ({ ids }) => `/api/v1/organizations/${ids.organization}/audit`,
      () => "/api/v1/me/activity",
    ];
    const idsOf = ({ body }: Reply) =>
      readJson(Object.values(readJson(body, "object"))[0], [{ id: "string" }]).map(({ id }) => id);
    for (const path of lists) {
      const { nextCursor } = readJson((await ada.agent.get(`${path(ada)}?limit=1`)).body, {
        nextCursor: "string",
      });
      const own = idsOf(await eve.agent.get(`${path(eve)}?limit=100`));
      const shown = await eve.agent.get(`${path(eve)}?cursor=${encodeURIComponent(nextCursor)}`);
      expect(idsOf(shown).filter((id) => !own.includes(id))).toEqual([]);
      for (const id of Object.values(ada.ids)) expect(shown.text).not.toContain(id);
      expect(shown.text).not.toContain(ada.email);
    }
  });
});
