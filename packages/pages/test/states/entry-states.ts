import { enter } from "../account-world.js";
import type { Browser, ShownPage } from "../browser.js";
import { PASSWORD } from "../open-world.js";
import type { States } from "./rows.js";

const EMAIL = "stranger@example.com";
/** A code that was never mailed. */
const WRONG = "000000";
const ONLY_PASSWORD = { emailOtp: false, magicLink: false };

/** A browser that was asked for its address, and the page that came up. */
async function asked(browser: Browser, email = EMAIL): Promise<ShownPage> {
  return browser.submit(await browser.open("/sign-in"), "/sign-in", { email });
}

/** The same, after another way was chosen. */
async function askedBy(browser: Browser, way: "link" | "password"): Promise<ShownPage> {
  const page = await asked(browser);
  const to = `/sign-in/${way}` as const;
  return way === "link" ? browser.submit(page, to) : browser.open(to);
}

export const ENTRY_STATES: States = {
  signIn: {
    first: ({ stranger }) => stranger().open("/sign-in"),
    refused: ({ stranger, names }) => stranger().send("/sign-in", { email: names.typed }),
    failed: ({ stranger }) => stranger().open("/sign-in?error=access_denied"),
    "signed out": async ({ stranger, world }) => {
      const browser = await enter(world, "leaves@example.com", { browser: stranger() });
      return browser.submit(await browser.open("/sign-out"), "/sign-out");
    },
    "with a way of last time": async ({ stranger, world }) => {
      const browser = await enter(world, "comes@example.com", { browser: stranger() });
      await browser.post("/sign-out", {});
      browser.cookies.set("__Host-last-way", "idp");
      return browser.open("/sign-in");
    },
    closed: async ({ strangerWhere }) =>
      (await strangerWhere({ signUp: { who: "off" } })).open("/sign-in"),
  },
  signInCode: {
    asked: ({ stranger }) => asked(stranger()),
    refused: async ({ stranger }) => {
      const browser = stranger();
      return browser.submit(await asked(browser), "/sign-in/code", { code: WRONG });
    },
    resent: async ({ stranger }) => {
      const browser = stranger();
      return browser.submit(await asked(browser), "/sign-in/code/resend");
    },
    "asked too often": async ({ stranger }) => {
      const browser = stranger();
      let page = await asked(browser, "impatient@example.com");
      for (let sent = 0; page.status < 400 && sent < 9; sent++)
        page = await browser.submit(page, "/sign-in/code/resend");
      return page;
    },
  },
  signInLink: { sent: ({ stranger }) => askedBy(stranger(), "link") },
  signInPassword: {
    asked: ({ stranger }) => askedBy(stranger(), "password"),
    refused: async ({ stranger }) => {
      const browser = stranger();
      const page = await askedBy(browser, "password");
      return browser.submit(page, "/sign-in/password", { password: "wrong horse battery" });
    },
  },
  signInWith: { "leads away": ({ stranger }) => stranger().send("/sign-in/with/idp", {}) },
  signUp: {
    first: async ({ strangerWhere }) =>
      (await strangerWhere({ signInMethods: ONLY_PASSWORD })).open("/sign-up"),
    refused: async ({ strangerWhere, names }) => {
      const browser = await strangerWhere({ signInMethods: ONLY_PASSWORD });
      return browser.send("/sign-up", { email: names.typed, password: "short" });
    },
    "to be verified first": async ({ strangerWhere }) => {
      const browser = await strangerWhere({
        signInMethods: ONLY_PASSWORD,
        requireEmailVerification: true,
      });
      return browser.send("/sign-up", { email: EMAIL, password: PASSWORD });
    },
  },
  forgotPassword: {
    first: ({ stranger }) => stranger().open("/forgot-password"),
    refused: ({ stranger, names }) => stranger().send("/forgot-password", { email: names.typed }),
    sent: ({ stranger }) => stranger().post("/forgot-password", { email: EMAIL }),
  },
  resetPassword: {
    first: ({ stranger, resetLink }) => resetLink().then((link) => stranger().open(link)),
    refused: async ({ stranger, resetLink }) => {
      const browser = stranger();
      const page = await browser.open(await resetLink());
      return browser.submit(page, "/reset-password", { password: "short" });
    },
    dead: ({ stranger }) => stranger().open("/reset-password?error=INVALID_TOKEN"),
  },
  welcome: {
    first: ({ world, stranger }) => world.signIn(stranger(), "comes-now@example.com"),
    "with a common password": async ({ strangerWhere }) => {
      const browser = await strangerWhere({
        signInMethods: ONLY_PASSWORD,
        passwordBlocklist: "warn",
      });
      return browser.post("/sign-up", { email: EMAIL, password: "password1" });
    },
    refused: ({ nora, names }) => nora.send("/welcome", { name: names.typed.padEnd(300, "x") }),
  },
  confirm: {
    first: ({ ada }) => ada.open("/confirm?next=/account"),
    "by a mailed code": async ({ nora }) =>
      nora.submit(await nora.open("/confirm?next=/account"), "/confirm", { send: "code" }),
    "by a mailed link": async ({ nora }) =>
      nora.submit(await nora.open("/confirm?next=/account"), "/confirm", { send: "link" }),
    refused: async ({ ada }) =>
      ada.submit(await ada.open("/confirm"), "/confirm", { password: "wrong horse battery" }),
  },
  invitation: {
    "signed out": async ({ stranger, invitationLink }) =>
      stranger().open(await invitationLink("invited@example.com")),
    failed: async ({ stranger, invitationLink }) => {
      const browser = stranger();
      await browser.open(await invitationLink("invited-2@example.com"));
      return browser.open("/invitation?error=access_denied");
    },
    "signed in": async ({ stranger, invitationLink, world }) => {
      const browser = await enter(world, "invited-3@example.com", { browser: stranger() });
      return browser.open(await invitationLink("invited-3@example.com"));
    },
    "of somebody else": async ({ nora, invitationLink }) =>
      nora.open(await invitationLink("invited-4@example.com")),
    refused: async ({ stranger, invitationLink }) => {
      const browser = stranger();
      const page = await browser.open(await invitationLink("invited-5@example.com"));
      return browser.submit(page, "/invitation", { switch: "x" });
    },
    gone: ({ stranger }) => stranger().open("/invitation?token=none"),
  },
  signOut: { asked: ({ ada }) => ada.open("/sign-out") },
  home: {
    "that is not found": ({ stranger }) => stranger().open("/nowhere"),
    "that is not found by a user": ({ ada }) => ada.open("/nowhere"),
    "that the role does not allow": ({ ben }) => ben.open("/organizations/nordlicht/transfer"),
    "that did not work": ({ stranger }) => stranger().send("/sign-out", {}, { origin: "null" }),
  },
  goodbye: { shown: ({ stranger }) => stranger().open("/goodbye") },
};
