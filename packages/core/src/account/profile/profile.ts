import { recordChange } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { AuthError } from "../../kernel/errors.js";
import type { Env } from "../../store/env.js";
import type { Caller } from "../session/caller-store.js";

export interface ProfileChange {
  readonly name?: string;
  readonly image?: string | null;
}

export type Profiles = ReturnType<typeof createProfiles>;

export function createProfiles(env: Env) {
  const { store, clock } = env;

  /** Changes what is given of the caller's profile. */
  async function update({ user }: Caller, change: ProfileChange, client: Client): Promise<void> {
    await store.transaction(async (tx) => {
      if (!(await tx.users.updateProfile(user.id, change, clock.now())))
        throw new AuthError("UNAUTHORIZED");
      await recordChange(tx, env, {
        event: "user.updated",
        userId: user.id,
        client,
        detail: { fields: Object.keys(change).join(" ") },
      });
    });
  }

  return { update };
}
