const LANGUAGES = "packages/core/src/background/language/languages.ts";
const LANGUAGES_TEST = "packages/core/src/background/language/languages.test.ts";
const PREFERENCES = "packages/server/test/surface/preferences.test.ts";
const PAGES = "packages/server/test/surface/page-languages.test.ts";

/** @type {readonly import("./index.mjs").PlantedRemoval[]} */
export const removals = [
  {
    row: "R-INP-01",
    what: "a user's language is one of the offered list",
    file: "packages/core/src/account/profile/profile.ts",
    find: "locale === null || locales.includes(locale)",
    replace: "locale === null || locale !== undefined",
    test: PREFERENCES,
    name: "is one of the list that a front end is told, and nothing else",
  },
  {
    row: "R-INP-01",
    what: "a header names a language of the offered list, or none",
    file: LANGUAGES,
    find: "if (same !== undefined) return same;",
    replace: "if (same !== undefined) return same; else if (length === 1) return parts.join();",
    test: LANGUAGES_TEST,
  },
  {
    row: "R-INP-01",
    what: "a header of languages is read so far and no further",
    file: LANGUAGES,
    find: "    .slice(0, POLICY.languagePreferenceLength.value)\n",
    replace: "    .slice(POLICY.languagePreferenceLength.value - 200)\n",
    test: LANGUAGES_TEST,
  },
  {
    row: "R-OOB-09",
    what: "account recovery forgets the language that a pre-hijacker has chosen",
    file: "packages/kysely/src/stores/users.ts",
    find: "reclaimed_at: given.now, locale: null, sign_in_language: null, updated_at: given.now",
    replace: "reclaimed_at: given.now, sign_in_language: null, updated_at: given.now",
    test: "packages/kysely/test/store.test.ts",
    name: "one is forgotten when the owner of the mailbox recovers the account",
  },
  {
    row: "R-INP-05",
    what: "what is emphasized in a translated page is escaped",
    file: "packages/http/src/pages/html.ts",
    find: "html`<strong>${part}</strong>`",
    replace: "new Html(`<strong>${part}</strong>`)",
    test: "packages/http/src/pages/html.test.ts",
    name: "is in bold inside another one, and all of it is escaped",
  },
  {
    row: "R-ENU-01",
    what: "a page in another language says that it varies by the language of the browser",
    file: "packages/http/src/kernel/replies.ts",
    find: "(byLanguage ? standingByLanguage : standing).slice()",
    replace: "(byLanguage ? standing : standing).slice()",
    test: PAGES,
    name: "is English, byte by byte, for every browser that asks for none of the languages",
  },
  {
    row: "R-HTTP-11",
    what: "a user that a guard hands over shows no time of an account recovery",
    file: "packages/http/src/shown-caller.ts",
    find: "user: viewUser(user),",
    replace: "user: { ...viewUser(user), ...{ reclaimedAt: user.reclaimedAt } },",
    test: "packages/express/src/guards.test.ts",
    name: "shows the user alone as the surface does: without the time of an account recovery",
  },
];
