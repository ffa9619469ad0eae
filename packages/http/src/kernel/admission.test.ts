import { type Auth, AuthError, type Caller, type Client } from "@acme/auth-core";
import { errorWith } from "@acme/auth-testing/matchers";
import { standIn } from "@acme/auth-testing/stand-in";
import { describe, expect, it } from "vitest";
import { authorize, requireCaller, worksIn } from "./admission.js";

const ORGANIZATION = "0197a0c0-0000-7000-8000-000000000001";
const OTHER = "0197a0c0-0000-7000-8000-000000000002";
const client = standIn<Client>({ network: "192.0.2.1", organization: OTHER });
const member = standIn<Caller>({ membership: { role: "member" } });
const stranger = standIn<Caller>({ membership: null });
const refused = (code: string): Error => errorWith({ code });

/** What decides over sessions and permissions, and what it was asked. */
function openAuth({ isFresh = true, isGranted = true } = {}) {
  const asked: unknown[] = [];
  const granted = { role: "member" };
  const auth = {
    sessions: {
      requireFresh() {
        if (!isFresh) throw new AuthError("SESSION_NOT_FRESH");
      },
    },
    accessControl: {
      async authorize(...question: readonly unknown[]) {
        asked.push(question);
        if (!isGranted) throw new AuthError("PERMISSION_DENIED");
        return granted;
      },
      requireFresh: (proof: object) => ({ ...proof, fresh: true }),
    },
  } as unknown as Auth;
  return { auth, asked, granted };
}

describe("an identified caller", () => {
  it("is asked for nothing more where anyone or any session may call", () => {
    const { auth, asked } = openAuth({ isFresh: false, isGranted: false });
    for (const access of ["anyone", "session"] as const)
      expect(authorize(auth, access, { caller: stranger, client })).toBeNull();
    expect(asked).toEqual([]);
  });

  it("has a fresh session where one is needed", () => {
    const given = { caller: stranger, client };
    expect(authorize(openAuth().auth, "fresh", given)).toBeNull();
    expect(() => authorize(openAuth({ isFresh: false }).auth, "fresh", given)).toThrow(
      refused("SESSION_NOT_FRESH"),
    );
  });

  it("proves a permission, however long ago it authenticated", async () => {
    const { auth, asked, granted } = openAuth({ isFresh: false });
    const access = { permission: "org:read" } as const;
    expect(await authorize(auth, access, { caller: member, client })).toBe(granted);
    expect(asked).toEqual([[member, "org:read", client]]);
  });

  it("is told of no organization in the path that it is not a member of", async () => {
    const { auth, asked, granted } = openAuth();
    const access = { permission: "org:read", of: "path" } as const;
    expect(() => authorize(auth, access, { caller: stranger, client })).toThrow(
      refused("ORGANIZATION_NOT_FOUND"),
    );
    expect(asked).toEqual([]);
    expect(await authorize(auth, access, { caller: member, client })).toBe(granted);
    await authorize(auth, { permission: "org:read" }, { caller: stranger, client });
    expect(asked).toHaveLength(2);
  });

  it("authenticates again before it is told whether it has a permission that needs that", async () => {
    const access = { permission: "org:delete", fresh: true } as const;
    const stale = openAuth({ isFresh: false, isGranted: false });
    expect(() => authorize(stale.auth, access, { caller: member, client })).toThrow(
      refused("SESSION_NOT_FRESH"),
    );
    expect(stale.asked).toEqual([]);
    const { auth, granted } = openAuth();
    expect(await authorize(auth, access, { caller: member, client })).toEqual({
      ...granted,
      fresh: true,
    });
  });

  it("is there", () => {
    expect(requireCaller(member)).toBe(member);
    expect(() => requireCaller(null)).toThrow(refused("UNAUTHORIZED"));
  });
});

describe("the organization of the client", () => {
  it("is its own where the path names none", () => {
    for (const access of ["anyone", "session", { permission: "org:read" }] as const)
      expect(worksIn(client, access, { id: ORGANIZATION })).toBe(client);
  });

  it("is that of the path, or none when the path holds no id", () => {
    const access = { permission: "org:read", of: "path" } as const;
    expect(worksIn(client, access, { id: ORGANIZATION })).toEqual({
      ...client,
      organization: ORGANIZATION,
    });
    for (const params of [{ id: "nonsense" }, {}])
      expect(worksIn(client, access, params)).toEqual({ ...client, organization: null });
  });
});
