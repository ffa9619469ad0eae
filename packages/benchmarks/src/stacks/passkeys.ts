import type { Auth, Client } from "@acme/auth-core";
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from "@acme/auth-testing";
import { ORIGIN } from "./acme.js";
import { signUp } from "./sign-up.js";

/** What a browser sends to sign in with a passkey, and as which client. */
export interface PreparedAssertion {
  readonly response: Parameters<Auth["passkeys"]["signIn"]>[0];
  readonly client: Client;
}

/** A user with a passkey. */
export interface PasskeyHolder {
  readonly client: Client;
  readonly authenticator: SoftwareAuthenticator;
}

export async function registerPasskey(auth: Auth, index: number): Promise<PasskeyHolder> {
  const { caller, client } = await signUp(auth, index);
  const fresh = auth.sessions.requireFresh(caller);
  // Without a counter, what is prepared may be used in any order.
  const authenticator = createSoftwareAuthenticator({ origin: ORIGIN, counter: "zero" });
  const asked = { name: null, attachment: null };
  const response = authenticator.create(await auth.passkeys.registrationOptions(fresh, asked));
  await auth.passkeys.register(fresh, { response, name: "Laptop" }, client);
  return { client, authenticator };
}

/** Prepares that many sign-ins, signed by the authenticators of `holders` in turn. */
export async function prepareAssertions(
  auth: Auth,
  holders: readonly PasskeyHolder[],
  count: number,
): Promise<readonly PreparedAssertion[]> {
  const prepared: PreparedAssertion[] = [];
  for (let made = 0; made < count; made++) {
    const { client, authenticator } = holders[made % holders.length]!;
    const { options, browser } = await auth.passkeys.authenticationOptions(null, client);
    const { response, ...credential } = authenticator.get(options);
    prepared.push({
      response: { ...credential, response: { userHandle: null, ...response } },
      client: { ...client, browserToken: browser.token },
    });
  }
  return prepared;
}
