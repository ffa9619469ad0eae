import { createSoftwareAuthenticator } from "@acme/auth-testing";
import type { Browser, ShownPage } from "./browser.js";

const ORIGIN = "https://auth.example.com";
const NEW = "/account/security/passkeys/new";

/** What the script does with passkeys, for a browser without script. */
export function passkeyDevice() {
  const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
  return {
    /** Adds a passkey to the account of a session that is fresh. */
    async add(browser: Browser): Promise<ShownPage> {
      const made = authenticator.create(await optionsOf(browser, "register"));
      const fields = { credential: JSON.stringify(made) };
      return browser.submit(await browser.open(NEW), NEW, fields);
    },
    /** What the form of a passkey sends. */
    async use(browser: Browser): Promise<{ readonly credential: string }> {
      const got = authenticator.get(await optionsOf(browser, "authentication"));
      return { credential: JSON.stringify(got) };
    },
  };
}

async function optionsOf(browser: Browser, name: "register" | "authentication"): Promise<object> {
  const url = `/api/auth/passkey/generate-${name}-options`;
  const { html } = await browser.ask("POST", url, { headers: { origin: ORIGIN } });
  const parsed: unknown = JSON.parse(html);
  if (typeof parsed !== "object" || parsed === null) throw new Error("no options");
  return parsed;
}
