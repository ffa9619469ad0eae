import { recordEvent } from "../../background/audit-log/record-event.js";
import type { Languages } from "../../background/language/languages.js";
import { enqueueNotice } from "../../background/mail/enqueue-notice.js";
import { checkFields, type GivenFields } from "../../kernel/check-fields.js";
import type { Client } from "../../kernel/client.js";
import { parseDisplayName } from "../../kernel/display-name.js";
import { AuthError } from "../../kernel/errors.js";
import { parseImageUrl } from "../../kernel/image-url.js";
import { refuseField } from "../../kernel/refuse-field.js";
import type { Env } from "../../store/env.js";
import type { Caller } from "../session/caller-store.js";
import { isFresh } from "../session/lifetimes.js";
import { lockCaller } from "../session/lock-caller.js";
import type { CheckedProfileChange } from "../user/user-store.js";
import { changeFields } from "../user-fields/change-fields.js";

/** What changes of a profile. A field that is absent stays as it is. */
export interface ProfileChange {
  readonly name?: string;
  /** The URL of a picture; null removes it. */
  readonly image?: string | null;
  /**
   * The application's own fields that `update-user` accepts. One that is absent stays as it is, and
   * null empties one.
   */
  readonly fields?: GivenFields;
}

/** What users choose for themselves. */
export interface Preferences {
  /**
   * The language of mails: a tag of `auth.languages.locales`. Null: that of the request for mails
   * that someone asks for, and of the last sign-in for notices.
   */
  readonly locale: string | null;
}

/** What users say about themselves. */
export interface Profiles {
  /**
   * Changes the caller's profile, and the own fields that it names.
   * @throws {AuthError} `VALIDATION_ERROR`; `IMAGE_URL_NOT_SUPPORTED`; `UNAUTHORIZED` when the user
   * is gone, and for own fields also when the session has ended
   * @example
   * await auth.profiles.update(caller, { name: "Ada Lovelace" }, client);
   */
  update(caller: Caller, change: ProfileChange, client: Client): Promise<void>;
  /**
   * Returns the caller's preferences.
   * @throws {AuthError} `UNAUTHORIZED` when the user is gone
   */
  findPreferences(caller: Caller): Promise<Preferences>;
  /**
   * Changes the caller's preferences. Another language is told by a notice in the one before,
   * unless the session is fresh: the holder of a stolen cookie must not make the warnings of its
   * owner unreadable.
   * @throws {AuthError} `VALIDATION_ERROR` for a language that is not offered; `UNAUTHORIZED` when
   * the user is gone
   * @example
   * await auth.profiles.updatePreferences(caller, { locale: "de" }, client);
   */
  updatePreferences(caller: Caller, change: Preferences, client: Client): Promise<Preferences>;
}

export function createProfiles(env: Env, { locales }: Languages): Profiles {
  const { store, clock, policy } = env;

  async function update(
    caller: Caller,
    { fields = {}, ...change }: ProfileChange,
    client: Client,
  ): Promise<void> {
    const { user } = caller;
    const { name, image } = change;
    const own = checkFields(env.userFields, fields, "update-user");
    const named = Object.keys(own);
    const checked: CheckedProfileChange = {
      ...(name !== undefined && { name: parseDisplayName(name) }),
      ...(image !== undefined && { image: parseImageUrl(image, "image") }),
    };
    await store.transaction(async (tx) => {
      // Account recovery empties own fields: who held the session before must not fill them again.
      if (named.length > 0)
        await changeFields(tx, env, { user: await lockCaller(tx, env, caller), change: own });
      if (!(await tx.users.updateProfile(user.id, checked, clock.now())))
        throw new AuthError("UNAUTHORIZED");
      await recordEvent(tx, env, {
        event: "user.updated",
        userId: user.id,
        client,
        detail: { fields: [...Object.keys(change), ...named].join(" ") },
      });
    });
  }

  async function findPreferences({ user: { id } }: Caller): Promise<Preferences> {
    const user = await store.users.findById(id);
    if (!user) throw new AuthError("UNAUTHORIZED");
    return { locale: user.locale };
  }

  async function updatePreferences(
    { user: { id: userId }, session }: Caller,
    { locale }: Preferences,
    client: Client,
  ): Promise<Preferences> {
    const isOffered = locale === null || locales.includes(locale);
    refuseField("locale", isOffered ? null : `must be one of ${locales.join(", ")}, or null`);
    const now = clock.now();
    await store.transaction(async (tx) => {
      const before = await tx.users.lock(userId);
      if (!before || !(await tx.users.updateLocale(userId, locale, now)))
        throw new AuthError("UNAUTHORIZED");
      const detail = { fields: "locale" };
      await recordEvent(tx, env, { event: "user.updated", userId, client, detail });
      if (before.locale === locale || isFresh(session, policy, now)) return;
      const notice = { template: "language-changed", client, by: "session" } as const;
      await enqueueNotice(tx, env, before, notice);
    });
    env.nudge("mail");
    return { locale };
  }

  return { update, findPreferences, updatePreferences };
}
