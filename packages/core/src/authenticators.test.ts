import { createSqliteStore, openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createInbox, fixedLinks } from "@acme/auth-testing";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { describe, expect, it } from "vitest";
import { auditRows, createTestAuth, nobody, signInByCode } from "../test/worlds.js";
import type { PresentedToken } from "./account/session/authenticators.js";
import { type AnyAuthenticator, type AnyFeature, defineFeature } from "./feature.js";
import { parseEmailAddress } from "./kernel/email-address.js";
import { defineErrors } from "./kernel/errors.js";
import type { GrantCaller, GrantRefusal, UserGrantCaller } from "./store/authenticator.js";

const ADA = parseEmailAddress("ada@example.com")!;
const errors = defineErrors({
  KEY_LOST: { kind: "unauthenticated", message: "This key was lost." },
  KEY_ODD: { kind: "forbidden", message: "This key is odd." },
});
const presented = {
  method: "GET",
  path: "/x",
  proofs: {},
  organization: null,
  network: "192.0.2.1",
} as const;

async function openWorld() {
  const answer: { now: GrantCaller | GrantRefusal | null; kind: string | null } = {
    now: null,
    kind: "pat",
  };
  const tickets = defineFeature({
    name: "tickets",
    errors,
    signIn: {
      authenticators: [
        {
          prefix: "key_",
          kinds: { pat: "user", svc: "any" },
          refuses: [errors.KEY_LOST],
          create: () => ({ kindOf: () => answer.kind, find: async () => answer.now }),
        },
      ],
    },
  });
  const store = await openMemoryStore();
  const inbox = createInbox();
  const auth = createTestAuth({ store, mailer: inbox, features: [tickets] });
  const { caller, user } = await signInByCode({ auth, inbox }, ADA);
  const acme = { name: "Acme", slug: null, logo: null, metadata: {} };
  const { organization } = await auth.organizations.create(caller, acme, nobody);
  const membership = { organization, role: "owner" } as const;
  const callerWith = (permissions: readonly string[] | null): UserGrantCaller => ({
    user,
    membership,
    by: { kind: "pat", id: "key-1", permissions, client: null },
  });
  const recognized = (): PresentedToken => auth.authenticators.recognize("Bearer key_x")!;
  return { auth, store, answer, caller, organization, callerWith, recognized };
}

describe("what an authenticator finds", () => {
  it("is asked by prefix and scheme alone", async () => {
    const { auth } = await openWorld();
    for (const text of ["Bearer key_x", "bearer key_", "BEARER key_x, Bearer key_y"])
      expect(auth.authenticators.recognize(text), text).toMatchObject({
        kind: "pat",
        grantClass: "user",
      });
    for (const text of [undefined, "", "key_x", "Bearer ke", "Basic key_x", "DPoP key_x"])
      expect(auth.authenticators.recognize(text), text).toBeNull();
  });

  it("recognizes nothing where no feature has an authenticator", async () => {
    const auth = createTestAuth({ store: await openMemoryStore() });
    expect(auth.authenticators.areNone).toBe(true);
    expect(auth.authenticators.recognize("Bearer key_x")).toBeNull();
    expect(auth.events.errors.size).toBe(0);
  });

  it("admits nothing that is not declared", async () => {
    const { answer, callerWith, recognized } = await openWorld();
    const find = () => recognized().find(presented);
    const { by, ...caller } = callerWith(null);
    answer.now = { ...caller, by: { ...by, kind: "svc" } };
    await expect(find()).rejects.toThrow(
      new RangeError("an authenticator of tickets finds svc for pat"),
    );
    const { membership } = callerWith(null);
    answer.now = {
      user: null,
      serviceAccount: { id: "1", name: "Build" },
      membership: membership!,
      by,
    };
    await expect(find()).rejects.toThrow(
      new RangeError("an authenticator of tickets finds no user for pat"),
    );
    answer.now = { error: errors.KEY_ODD };
    await expect(find()).rejects.toThrow(
      new RangeError("an authenticator of tickets refuses with KEY_ODD, which it does not name"),
    );
    answer.kind = "session";
    expect(recognized).toThrow(
      new RangeError("an authenticator of tickets says session, which is none of its kinds"),
    );
  });

  it("is refused as the feature says, or as unknown", async () => {
    const { answer, recognized } = await openWorld();
    await expect(recognized().find(presented)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    answer.now = { error: errors.KEY_LOST, challenge: "Key lost" };
    const lost = { code: "KEY_LOST", kind: "unauthenticated", challenge: "Key lost" };
    await expect(recognized().find(presented)).rejects.toMatchObject(lost);
    answer.kind = null;
    expect(recognized()).toMatchObject({ kind: null, grantClass: null });
    await expect(recognized().find(presented)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });
});

describe("the permissions of a grant", () => {
  it("are those that its role and itself both have", async () => {
    const { auth, callerWith } = await openWorld();
    const permissionsOf: typeof auth.accessControl.permissionsOf = (...given) =>
      auth.accessControl.permissionsOf(...given);
    expect(permissionsOf("admin", callerWith(["org:update", "org:delete"]).by)).toEqual([
      "org:update",
    ]);
    expect(permissionsOf("admin", callerWith(null).by)).toEqual(permissionsOf("admin"));
    expect(permissionsOf("owner", callerWith([]).by)).toEqual([]);
  });

  it("prove what no use case takes that was written for sessions", async () => {
    const { auth, callerWith, organization, caller } = await openWorld();
    const permitted = await auth.accessControl.authorize(callerWith(null), "org:update", nobody);
    expect(permitted).toEqual({
      userId: caller.user.id,
      organizationId: organization.id,
      role: "owner",
      by: { kind: "pat", id: "key-1", permissions: null, client: null },
    });
    const update = auth.organizations.update(permitted as never, {}, nobody);
    await expect(update).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    expect(() => auth.accessControl.requireFresh(permitted as never)).toThrow("Sign in again");
  });

  it("are denied, and the denial noted, beyond either", async () => {
    const { auth, store, callerWith } = await openWorld();
    const denied = auth.accessControl.authorize(callerWith(["org:read"]), "org:update", nobody);
    await expect(denied).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    expect((await auditRows(store)).at(-1)).toMatchObject({ event: "permission.denied" });
    const unbound = { ...callerWith(null), membership: null };
    const nowhere = auth.accessControl.authorize(unbound, "org:read", nobody);
    await expect(nowhere).rejects.toMatchObject({ code: "NO_ACTIVE_ORGANIZATION" });
  });
});

describe("authenticators that do not fit together", () => {
  const featureWith = (name: string, ...own: readonly Partial<AnyAuthenticator>[]): AnyFeature => ({
    name,
    errors: name === "one" ? errors : {},
    ownership: {},
    create: () => null,
    signIn: {
      authenticators: own.map((one) => ({
        prefix: "key_",
        kinds: { pat: "user" },
        create: () => ({ kindOf: () => null, find: async () => null }),
        ...one,
      })),
    },
  });
  const taken = (prefix: string, other: string) =>
    `the prefix ${prefix} of a token is claimed, and ${other} is taken`;
  const cases: Readonly<Record<string, readonly [string, ...AnyFeature[]]>> = {
    "one prefix twice": [taken("key_", "key_"), featureWith("one", {}), featureWith("two", {})],
    "a prefix that another begins": [
      taken("key_", "key_old_"),
      featureWith("one", { prefix: "key_old_" }),
      featureWith("two", {}),
    ],
    "a prefix that begins another, in one feature": [
      taken("key_old_", "key_"),
      featureWith("one", {}, { prefix: "key_old_" }),
    ],
    "a malformed prefix": [
      "Key-_ cannot be the prefix of a token",
      featureWith("one", { prefix: "Key-_" }),
    ],
    "no kinds": ["the authenticator key_ of one has no kinds", featureWith("one", { kinds: {} })],
    "a kind that is a session": [
      "session cannot be a kind of grant of the class user",
      featureWith("one", { kinds: { session: "user" } }),
    ],
    "an error of another": [
      "the authenticator key_ of two refuses with KEY_LOST, which is none of its errors",
      featureWith("two", { refuses: [errors.KEY_LOST] }),
    ],
    "a header that says who calls": [
      "cookie cannot be a header of proof",
      featureWith("one", { proofs: ["cookie"] }),
    ],
    "an error that all authenticators have": [
      "the error GRANT_NOT_ALLOWED is given twice",
      {
        ...featureWith("two", {}),
        errors: defineErrors({ GRANT_NOT_ALLOWED: { kind: "forbidden", message: "No." } }),
      },
    ],
  };
  const authWith = (features: readonly AnyFeature[]) =>
    createTestAuth({
      store: createSqliteStore(":memory:"),
      links: fixedLinks,
      features,
    } as never);

  it("are refused by name", async () => {
    await expectOfEach(
      Object.entries(cases),
      ([name]) => name,
      async ([, [message, ...features]]) => {
        expect(() => authWith(features)).toThrow(message);
        expect(() => authWith(features)).toThrow(RangeError);
      },
    );
  });

  it("are refused with all other faults at once", () => {
    const features = [featureWith("one", { kinds: {} }), featureWith("two", {}, {})];
    expect(() => authWith([...features, { ...features[0]!, name: "t-3" }])).toThrow(
      `features: the authenticator key_ of one has no kinds; t-3 is not of letters and digits; the error KEY_LOST is given twice; the error KEY_ODD is given twice; ${taken("key_", "key_")}`,
    );
  });
});
