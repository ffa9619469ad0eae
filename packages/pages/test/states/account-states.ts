import { enter, pathIn } from "../account-world.js";
import type { Browser, ShownPage } from "../browser.js";
import { ADD_PASSKEY, type Cast } from "./cast.js";
import type { States } from "./rows.js";

/** Too long for every field. */
const long = ({ names }: Cast): string => names.typed.padEnd(600, "x");

/** The first path of a page that begins and ends so. */
const found = async (browser: Browser, page: string, start: string, end = ""): Promise<string> =>
  pathIn((await browser.open(page)).html, start, end);

const passkeyOf = (browser: Browser): Promise<string> =>
  found(browser, "/account/security", "/account/security/passkeys/0");

const unlinkOf = (browser: Browser): Promise<string> =>
  found(browser, "/account/security", "/account/security/accounts/", "/unlink");

export const ACCOUNT_STATES: States = {
  profile: {
    full: ({ ada }) => ada.open("/account"),
    empty: ({ nora }) => nora.open("/account"),
    refused: (cast) => cast.ada.send("/account/name", { name: long(cast) }),
    saved: ({ ben, names }) => ben.post("/account/name", { name: names.person }),
    "with an email address to verify": async ({ stranger, world }) => {
      const browser = stranger();
      await world.signUp(browser, "unverified@example.com");
      return browser.open("/account");
    },
    "with a change of the email address": async ({ stranger, world }) => {
      const browser = await enter(world, "moves@example.com", { browser: stranger() });
      return browser.post("/account/email", { email: "moved@a-much-longer-host.example.com" });
    },
  },
  email: {
    first: ({ ada }) => ada.open("/account/email"),
    refused: ({ ada, names }) => ada.send("/account/email", { email: names.typed }),
  },
  security: {
    full: ({ ada }) => ada.open("/account/security"),
    empty: ({ nora }) => nora.open("/account/security"),
    failed: ({ ada }) => ada.open("/account/security?error=access_denied"),
  },
  newPasskey: {
    first: ({ ada }) => ada.open(ADD_PASSKEY),
    refused: ({ ada, names }) => ada.send(ADD_PASSKEY, { credential: "{}", name: names.typed }),
  },
  passkey: {
    shown: async ({ ada }) => ada.open(await passkeyOf(ada)),
    refused: async (cast) => cast.ada.send(await passkeyOf(cast.ada), { name: long(cast) }),
  },
  removePasskey: { asked: async ({ ada }) => ada.open(`${await passkeyOf(ada)}/remove`) },
  password: {
    "to change": ({ ada }) => ada.open("/account/security/password"),
    "to choose": ({ nora }) => nora.open("/account/security/password"),
    refused: ({ ada }) =>
      ada.send("/account/security/password", { currentPassword: "wrong", newPassword: "x" }),
  },
  linkAccount: {
    "leads away": ({ nora }) => nora.send("/account/security/accounts/idp/link", {}),
  },
  unlinkAccount: { asked: async ({ ada }) => ada.open(await unlinkOf(ada)) },
  sessions: {
    many: ({ ada }) => ada.open("/account/sessions"),
    one: ({ nora }) => nora.open("/account/sessions"),
  },
  endOtherSessions: {
    "with others": ({ ada }) => ada.open("/account/sessions/end-others"),
    "without others": ({ nora }) => nora.open("/account/sessions/end-others"),
    refused: ({ ada }) => ada.send("/account/sessions/end-others", { everywhere: "x" }),
  },
  activity: {
    full: ({ ada }) => ada.open("/account/activity"),
    empty: ({ nora }) => nora.open("/account/activity?kind=passkey.removed"),
  },
  data: {
    full: ({ ada }) => ada.open("/account/data"),
    empty: ({ nora }) => nora.open("/account/data"),
    "of an account that is deleted soon": async ({ stranger, world }): Promise<ShownPage> => {
      const browser = await enter(world, "goes@example.com", { browser: stranger() });
      return browser.submit(await browser.open("/account/deletion"), "/account/deletion");
    },
  },
  deletion: {
    "of a sole owner": ({ ada }) => ada.open("/account/deletion"),
    first: ({ nora }) => nora.open("/account/deletion"),
    refused: (cast) => cast.nora.send("/account/deletion", { reason: long(cast) }),
  },
  preferences: { shown: ({ ada }) => ada.open("/account/preferences") },
};
