import type { KeyUse, Store } from "../../store/store.js";

/** One secret, and how much is still under it. */
export interface SecretUse {
  /**
   * Begins every value that was made with a key of this secret. It reveals nothing of the secret.
   */
  readonly keyId: string;
  /**
   * `present`: it makes what is new. `previous`: it only opens what is there. `missing`: it is not
   * configured, so its values cannot be opened.
   */
  readonly standing: "present" | "previous" | "missing";
  /**
   * What is stored under it: waiting and dead mails, mailed codes, authorization requests under
   * way, and what features keep sealed.
   */
  readonly uses: readonly Omit<KeyUse, "keyId">[];
}

/** The secrets from which keys are derived, told apart by their ids. */
export interface Keys {
  /**
   * Which secrets stored values were made with: a previous one that has none left may be removed
   * from `previousSecrets` once the signed links made with it have expired, a day after the
   * rotation. Sessions, passwords and passkeys depend on no secret. What a feature keeps sealed for
   * years, such as secrets of authenticator apps, is sealed anew by the feature first.
   * @returns The configured secrets, the newest first, then those that are not configured any more.
   */
  list(): Promise<readonly SecretUse[]>;
}

/** `configured` are the ids of the configured secrets, the newest first. */
export function createKeys(store: Pick<Store, "listKeyUses">, configured: readonly string[]): Keys {
  function standingOf(keyId: string): SecretUse["standing"] {
    if (!configured.includes(keyId)) return "missing";
    return keyId === configured[0] ? "present" : "previous";
  }

  return {
    async list() {
      const uses = await store.listKeyUses();
      const keyIds = new Set([...configured, ...uses.map(({ keyId }) => keyId)]);
      return [...keyIds].map((keyId) => ({
        keyId,
        standing: standingOf(keyId),
        uses: uses
          .filter((use) => use.keyId === keyId)
          .map(({ kind, rows, oldestAt }) => ({ kind, rows, oldestAt })),
      }));
    },
  };
}
