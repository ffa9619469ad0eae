import { Failure } from "../../tasks/command.mjs";
import { NEW_PASSWORD, ok, PASSWORD } from "./open.mjs";

/** @typedef {import("./open.mjs").World} World */
/** @typedef {import("./open.mjs").Person} Person */
/** @typedef {import("./open.mjs").Browser} Browser */
/**
 * @typedef {object} Door
 * @property {boolean} [isUnverified] Whether it is for users who have not verified their email.
 * @property {(world: World, person: Person) => Promise<(browser: Browser) => Promise<unknown>>} prepare
 * Everything before the last request, which the browser that has no session sends.
 */

/** What may open a session, by its name. @type {Readonly<Record<string, Door>>} */
export const DOORS = {
  "POST /sign-in/email": {
    prepare:
      async (_world, { email }) =>
      (browser) =>
        ok(browser.send("POST", "/sign-in/email", { email, password: PASSWORD })),
  },
  "POST /sign-in/email-otp": {
    async prepare(world, { email }) {
      const body = { email, type: "sign-in" };
      await ok(world.browser().send("POST", "/email-otp/send-verification-otp", body));
      const otp = world.mailed["code"];
      return (browser) => ok(browser.send("POST", "/sign-in/email-otp", { email, otp }));
    },
  },
  "GET /magic-link/verify": {
    async prepare(world, { email }) {
      await ok(world.browser().send("POST", "/sign-in/magic-link", { email }));
      const token = world.mailed["link"] ?? "";
      return (browser) => ok(browser.send("GET", `/magic-link/verify?token=${token}`));
    },
  },
  "GET /callback/partner (generic OAuth)": {
    prepare:
      async ({ provider }, { email }) =>
      async (browser) => {
        const target = { provider: "partner", callbackURL: "/" };
        const { url } = await ok(browser.send("POST", "/sign-in/social", target));
        const asked = new URL(url).searchParams;
        const back = new URL(asked.get("redirect_uri") ?? "");
        back.search = new URLSearchParams({
          code: "x",
          state: asked.get("state") ?? "",
        }).toString();
        provider.next.email = email;
        const { location } = await ok(browser.send("GET", back.pathname + back.search));
        if (location?.includes("error")) throw new Failure(location);
      },
  },
  "POST /passkey/verify-authentication": {
    async prepare(world, { browser: own }) {
      const authenticator = world.createAuthenticator();
      const creation = await ok(own.send("GET", "/passkey/generate-register-options"));
      const made = { response: authenticator.create(creation), name: "Laptop" };
      await ok(own.send("POST", "/passkey/verify-registration", made));
      return async (browser) => {
        const options = await ok(browser.send("GET", "/passkey/generate-authenticate-options"));
        const response = authenticator.get(options);
        await ok(browser.send("POST", "/passkey/verify-authentication", { response }));
      };
    },
  },
  "POST /reset-password": {
    async prepare(world, { email }) {
      const body = { email, redirectTo: "/" };
      await ok(world.browser().send("POST", "/request-password-reset", body));
      const given = { token: world.mailed["reset"], newPassword: NEW_PASSWORD };
      return (browser) => ok(browser.send("POST", "/reset-password", given));
    },
  },
  "GET /verify-email (autoSignInAfterVerification)": {
    isUnverified: true,
    async prepare(world, { email, browser: own }) {
      await ok(own.send("POST", "/send-verification-email", { email, callbackURL: "/" }));
      const token = world.mailed["verification"] ?? "";
      return (browser) => ok(browser.send("GET", `/verify-email?token=${token}`));
    },
  },
  "POST /email-otp/verify-email (the same option)": {
    isUnverified: true,
    async prepare(world, { email }) {
      const body = { email, type: "email-verification" };
      await ok(world.browser().send("POST", "/email-otp/send-verification-otp", body));
      const otp = world.mailed["code"];
      return (browser) => ok(browser.send("POST", "/email-otp/verify-email", { email, otp }));
    },
  },
};
