import { route } from "../kernel/route.js";
import { once, z } from "../kernel/zod.js";

/** The longest BCP 47 tag that RFC 5646 (4.4.1) has programs expect, in characters. */
const LOCALE_LENGTH = 35;

const localeField = () =>
  z
    .string()
    .max(LOCALE_LENGTH)
    .nullable()
    .describe(
      "The language of mails, one of the locales of the policy; null for that of the request which causes the mail.",
    );

const preferences = once(() =>
  z
    .strictObject({ locale: localeField() })
    .meta({ id: "Preferences", description: "What the caller chose." }),
);

export const readPreferences = route({
  method: "GET",
  path: "/api/v1/me/preferences",
  summary: "Get preferences",
  description: "Read the caller's preferences.",
  access: "session",
  limit: "none",
  returns: "The caller's preferences.",
  status: 200,
  reply: preferences,
  refuses: [],
  handle: async ({ auth, caller }) => ({ body: await auth.profiles.findPreferences(caller) }),
});

export const updatePreferences = route({
  method: "PATCH",
  path: "/api/v1/me/preferences",
  summary: "Update preferences",
  description: "Choose the language of the caller's mails.",
  access: "session",
  limit: "none",
  body: () => z.object({ locale: localeField() }),
  returns: "The caller's preferences.",
  status: 200,
  reply: preferences,
  refuses: [],
  handle: async ({ auth, caller, body, client }) => ({
    body: await auth.profiles.updatePreferences(caller, body, client),
  }),
});
