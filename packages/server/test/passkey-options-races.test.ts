import { type Store, toId, type UserId } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { startedService } from "./describe-service.js";
import { idIn } from "./id-in.js";
import { AUTHENTICATION_OPTIONS, authenticatorOn, register } from "./passkeys.js";
import { DATABASES, type TestStore } from "./service.js";

/** Statements, in whose time another connection does what is not held back. */
const MANY = 200;

/** The same object, with other members of these names. */
const withMembers = <T extends object>(target: T, members: Partial<T>): T =>
  new Proxy(target, {
    get(whole, key) {
      if (Object.hasOwn(members, key)) return Reflect.get(members, key) as unknown;
      const member = Reflect.get(whole, key) as unknown;
      return typeof member === "function" ? (member.bind(whole) as unknown) : member;
    },
  });

/** Calls `listed` when passkeys were listed, and lets time pass before the list is returned. */
function slowLists(listed: () => void): (store: TestStore) => Store {
  const slow = ({ passkeys }: Pick<Store, "passkeys">) => ({
    passkeys: withMembers(passkeys, {
      async listByUser(userId) {
        const found = await passkeys.listByUser(userId);
        listed();
        for (let times = 0; times < MANY; times++) await passkeys.countByUser(userId);
        return found;
      },
    }),
  });
  return (store) =>
    withMembers<Store>(store, {
      ...slow(store),
      transaction: (work) => store.transaction((tx) => work(withMembers(tx, slow(tx)))),
    });
}

describe.each(DATABASES)("the options for a passkey, on %s", (database) => {
  let listed = (): void => {};
  const wrapStore = slowLists(() => listed());
  const service = startedService(database, { start: { wrapStore } });

  it("are answered though the account is erased while they are made", async () => {
    const owner = await service.signedIn("ada@example.com");
    expect((await register(owner, authenticatorOn())).status).toBe(200);
    const id = toId<UserId>(idIn(await owner.get("/api/v1/auth/me")));
    // Beside the request, not within it: the guard of the store tells them apart by where the work
    // was called.
    const erased = new Promise<void>((resolve) => (listed = resolve)).then(() =>
      service.store.users.delete(id),
    );
    const { status } = await owner.post(AUTHENTICATION_OPTIONS);
    await erased;
    expect(status).toBe(200);
    expect(await service.store.users.findById(id)).toBeNull();
  });
});
