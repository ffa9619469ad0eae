import { type Auth, type Caller, type Client, parseEmailAddress, Secret } from "@acme/auth-core";
import { emailOf, PASSWORD } from "../databases/people.js";

/** A new user with the password of all, and where their requests come from. */
export async function signUp(
  auth: Auth,
  index: number,
): Promise<{ readonly caller: Caller; readonly client: Client }> {
  const client: Client = {
    ipAddress: `192.0.2.${index}`,
    network: `192.0.2.${index}`,
    userAgent: "benchmark/1.0",
    sessionToken: null,
    browserToken: null,
    organization: null,
  };
  const email = parseEmailAddress(emailOf(index))!;
  const password = new Secret(PASSWORD);
  const { signedIn } = await auth.passwords.signUp(
    { email, password, name: "Ada", image: null, redirectTo: null },
    client,
  );
  const sessionToken = signedIn!.token;
  const caller = await auth.sessions.identify({ sessionToken, organization: null });
  return { caller: caller!, client };
}
