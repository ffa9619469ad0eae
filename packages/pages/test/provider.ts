import type { ExternalIdentity, IdentityProvider } from "@acme/auth-core";
import type { Browser, ShownPage } from "./browser.js";

/** A provider whose code is the address that it vouches for. */
export const testProvider = (more: Partial<IdentityProvider> = {}): IdentityProvider => ({
  id: "idp",
  name: "Acme ID",
  authorizationUrl: async ({ state }) => ({
    ok: true,
    value: `https://idp.example/authorize?state=${state.reveal()}`,
  }),
  identify: async ({ code: email = "" }) => ({
    ok: true,
    value: { subject: email, email, emailVerified: true, name: "", image: null, scopes: [] },
  }),
  ...more,
});

/** The provider says of each code that it is this person's. */
export const vouchingFor = (
  person: Pick<ExternalIdentity, "email"> & Partial<ExternalIdentity>,
): Pick<IdentityProvider, "identify"> => ({
  identify: async () => ({
    ok: true,
    value: { subject: "1", emailVerified: true, name: null, image: null, scopes: [], ...person },
  }),
});

/** Goes on as the provider leads the browser back from the page that has led to it. */
export function comeBack(
  browser: Browser,
  away: ShownPage,
  answer: Readonly<Record<string, string>>,
): Promise<ShownPage> {
  const [, state = ""] = /authorize\?state=([\w-]+)/.exec(away.html) ?? [];
  const query = new URLSearchParams({ ...answer, state });
  return browser.open(`/api/auth/callback/idp?${query.toString()}`);
}
