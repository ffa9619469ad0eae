import { recordChange } from "../../background/audit-log/record-event.js";
import type { Client } from "../../kernel/client.js";
import { parseDisplayName } from "../../kernel/display-name.js";
import { parseImageUrl } from "../../kernel/image-url.js";
import { AuthError } from "../../kernel/errors.js";
import type { Env } from "../../store/env.js";
import type { Caller } from "../session/caller-store.js";
import type { CheckedProfileChange } from "../user/user-store.js";

/** What changes of a profile. A field that is absent stays as it is. */
export interface ProfileChange {
  readonly name?: string;
  /** The URL of a picture; null removes it. */
  readonly image?: string | null;
}

/** What users say about themselves. */
export interface Profiles {
  /**
   * Changes the caller's profile.
   * @throws {AuthError} `VALIDATION_ERROR`; `IMAGE_URL_NOT_SUPPORTED`; `UNAUTHORIZED` when the user is gone
   * @example
   * await auth.profiles.update(caller, { name: "Ada Lovelace" }, client);
   */
  update(caller: Caller, change: ProfileChange, client: Client): Promise<void>;
}

export function createProfiles(env: Env): Profiles {
  const { store, clock } = env;

  async function update({ user }: Caller, change: ProfileChange, client: Client): Promise<void> {
    const { name, image } = change;
    const checked: CheckedProfileChange = {
      ...(name !== undefined && { name: parseDisplayName(name) }),
      ...(image !== undefined && { image: parseImageUrl(image, "image") }),
    };
    await store.transaction(async (tx) => {
      if (!(await tx.users.updateProfile(user.id, checked, clock.now())))
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
