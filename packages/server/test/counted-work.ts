import type { PasswordHasher, Store } from "@acme/auth-core";
import type { Reply } from "./agent.js";
import { cheapHasher } from "./service.js";

/**
 * A store that writes down which of its methods are called. Everything is still carried out by the
 * real one.
 */
export function counting(store: Store, calls: string[]): Store {
  const counted = <T extends object>(target: T, name: string): T =>
    new Proxy(target, {
      get(object, key) {
        const member = Reflect.get(object, key) as unknown;
        if (typeof member === "object" && member !== null)
          return counted(member, `${name}${String(key)}.`);
        if (typeof member !== "function") return member;
        return (...input: unknown[]) => {
          calls.push(`${name}${String(key)}`);
          if (key !== "transaction")
            return (member as (...all: unknown[]) => unknown).apply(object, input);
          const work = input[0] as (tx: object) => Promise<unknown>;
          return (member as (work: (tx: object) => Promise<unknown>) => unknown).call(
            object,
            (tx) => work(counted(tx, "tx.")),
          );
        };
      },
    });
  return counted(store, "");
}

/** The real hasher, with every hash and verification written down. */
export function countingHasher(hashes: string[]): PasswordHasher {
  const hasher = cheapHasher();
  return {
    hash: (password) => (hashes.push("hash"), hasher.hash(password)),
    verify: (password, find) => (hashes.push("verify"), hasher.verify(password, find)),
  };
}

/** What a client sees, without what differs from request to request. */
export function visible({ status, headers, setCookies, text }: Reply) {
  const { date: _date, "x-request-id": _requestId, ...rest } = headers;
  return { status, headers: Object.entries(rest), setCookies, text };
}
