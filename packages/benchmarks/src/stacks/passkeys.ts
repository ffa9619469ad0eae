import type { Auth, Caller, Client } from "@acme/auth-core";
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from "@acme/auth-testing";
import { ORIGIN, personOf, type Library } from "../capacity/library.js";

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

/** A new user, signed in by a code. */
async function newCaller({ auth, codeFor }: Library, index: number): Promise<Caller> {
  const { email, client } = personOf(index);
  await auth.emailOtp.send(email, "sign-in", client);
  await auth.worker.runDue();
  const { token } = await auth.emailOtp.signIn({ email, otp: codeFor(email) }, client);
  const caller = await auth.sessions.identify({ sessionToken: token, organization: null });
  if (!caller) throw new Error("the user who has just signed in is unknown");
  return caller;
}

export async function registerPasskey(library: Library, index: number): Promise<PasskeyHolder> {
  const { auth } = library;
  const { client } = personOf(index);
  const fresh = auth.sessions.requireFresh(await newCaller(library, index));
  // Without a counter, what is prepared may be used in any order.
  const authenticator = createSoftwareAuthenticator({ origin: ORIGIN, counter: "zero" });
  const asked = { name: null, attachment: null };
  const response = authenticator.create(await auth.passkeys.registrationOptions(fresh, asked));
  await auth.passkeys.register(fresh, { response, name: "Laptop" }, client);
  return { client, authenticator };
}

/** Prepares that many sign-ins, signed by the authenticators of `holders` in turn. */
export async function prepareAssertions(
  { auth }: Library,
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
