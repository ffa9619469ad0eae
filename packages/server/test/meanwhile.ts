import type { PasswordHasher, Store } from "@acme/auth-core";
import { cheapHasher, type TestStore } from "./service.js";

type Act = () => Promise<unknown>;
type Moment = "transaction" | "compared" | "hashed";

/**
 * Lets a test act in the middle of a request, between two of its steps, so that a race comes out
 * one way only. Store and hasher do the real work. A moment is met once: what the test does then
 * goes on undisturbed.
 */
export function createMeanwhile() {
  const acts = new Map<Moment, Act>();

  async function meet(moment: Moment): Promise<void> {
    const act = acts.get(moment);
    acts.delete(moment);
    await act?.();
  }

  const hasher = cheapHasher();
  const passwordHasher: PasswordHasher = {
    async hash(password) {
      const hash = await hasher.hash(password);
      await meet("hashed");
      return hash;
    },
    async verify(password, find) {
      const check = await hasher.verify(password, find);
      await meet("compared");
      return check;
    },
  };

  const wrapStore = (store: TestStore): Store =>
    new Proxy(store, {
      get(target, key) {
        const member = Reflect.get(target, key) as unknown;
        if (key === "transaction")
          return async (work: Parameters<Store["transaction"]>[0]) => {
            await meet("transaction");
            return target.transaction(work);
          };
        return typeof member === "function" ? (member.bind(target) as unknown) : member;
      },
    });

  return {
    /** For `startService`. */
    options: { wrapStore, ports: { passwordHasher } },
    /** Before the next transaction begins. */
    beforeTransaction: (act: Act): void => void acts.set("transaction", act),
    /** After the next password has been compared with the stored one. */
    afterComparing: (act: Act): void => void acts.set("compared", act),
    /** After the next new password has been hashed. */
    afterHashing: (act: Act): void => void acts.set("hashed", act),
  };
}
