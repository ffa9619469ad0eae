import { describe, expectTypeOf, it } from "vitest";
import type { AuthOptions } from "./auth-options.js";
import { createAuth } from "./create-auth.js";
import { defineFeature, type Feature, type SignInGate } from "./feature.js";
import type { UserId } from "./kernel/ids.js";
import type { AccessControl } from "./organizations/access-control/access-control.js";
import type { CorePermission } from "./organizations/access-control/permissions.js";
import type { StoreWith } from "./store/feature-stores.js";
import type { FeatureSignInMethod, SignInMethod } from "./store/sign-in-methods.js";
import type { Store } from "./store/store.js";

interface Places {
  count(userId: UserId): Promise<number>;
}
interface PlaceStores {
  readonly places: Places;
}
interface WaitingList {
  join(userId: UserId): Promise<number>;
}

const row = {
  of: "user",
  plantable: false,
  endedByReset: false,
  endedByEmailChange: false,
  erased: "cascade",
  exported: null,
} as const;

const waitingList: Feature<"waitingList", PlaceStores, WaitingList, "placesPerUser"> = {
  name: "waitingList",
  ownership: {
    places: { ...row, plantable: (tx, { user }) => tx.places.count(user.id) },
  },
  limits: { placesPerUser: { value: 1, min: 1, max: 10, unit: "count" } },
  create: ({ store, limits }) => ({
    join: (userId) =>
      store.transaction(async (tx) => limits.placesPerUser + (await tx.places.count(userId))),
  }),
};
const crm = defineFeature({
  name: "crm",
  permissions: { "crm:read": { owner: true, admin: true, member: false } },
  create: (): { sync(): number } => ({ sync: () => 1 }),
});
const quiet = defineFeature({ name: "quiet" });

declare const plainStore: Store;
declare const store: StoreWith<PlaceStores>;
declare const options: Omit<AuthOptions, "store" | "features">;

describe("an optional feature", () => {
  it("is on auth under its name, and its permissions in the catalog", () => {
    const auth = createAuth({ ...options, store, features: [waitingList, crm, quiet] });
    expectTypeOf(auth.waitingList).toEqualTypeOf<WaitingList>();
    expectTypeOf(auth.crm.sync()).toEqualTypeOf<number>();
    expectTypeOf(auth.quiet).toEqualTypeOf<null>();
    expectTypeOf(auth.accessControl).toEqualTypeOf<AccessControl<CorePermission | "crm:read">>();
  });

  it("is asked before a session with its stores, its limits and the authentication", () => {
    const careful: Feature<"careful", PlaceStores, null, "placesPerUser"> = {
      ...waitingList,
      name: "careful",
      signIn: {
        gate: {
          refuses: [],
          create: ({ limits }) => ({
            async ask(tx, { user, method }) {
              expectTypeOf(await tx.places.count(user.id)).toEqualTypeOf<number>();
              expectTypeOf(limits.placesPerUser).toEqualTypeOf<number>();
              expectTypeOf(method).toEqualTypeOf<SignInMethod | FeatureSignInMethod>();
              return "open";
            },
          }),
        },
      },
      create: () => null,
    };
    createAuth({ ...options, store, features: [careful] });
    // @ts-expect-error -- the store has no places
    createAuth({ ...options, store: plainStore, features: [careful] });
    // @ts-expect-error -- a withheld sign-in has an error
    const silent: SignInGate = { refuses: [], create: () => ({ ask: async () => ({}) }) };
    expectTypeOf(silent.refuses).not.toBeAny();
  });

  it("is not on auth when it is left out", () => {
    const auth = createAuth({ ...options, store: plainStore });
    // @ts-expect-error -- there is no such feature
    expectTypeOf(auth.waitingList).toBeAny();
  });

  it("does not compile without its tables", () => {
    // @ts-expect-error -- the store has no places
    createAuth({ ...options, store: plainStore, features: [waitingList] });
  });

  it("does not compile without the row of ownership of one of its stores", () => {
    const forgetful: Feature<"forgetful", PlaceStores> = {
      name: "forgetful",
      // @ts-expect-error -- places are missing
      ownership: {},
      create: () => null,
    };
    expectTypeOf(forgetful.name).toEqualTypeOf<"forgetful">();
  });

  it("has its limits among those that an application changes", () => {
    createAuth({ ...options, store, features: [waitingList], policy: { placesPerUser: 2 } });
    // @ts-expect-error -- only with the feature
    createAuth({ ...options, store, policy: { placesPerUser: 2 } });
  });
});
