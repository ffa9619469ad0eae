import { AuthError, parseEmailAddress, Secret, type UserId } from "@acme/auth-core";
import { MINUTE } from "@acme/auth-core/surface";
import type { FixedClock } from "@acme/auth-testing";
import { readConfig } from "../../src/config/config.js";
import { openAuth, type OpenedAuth } from "../../src/serving/open-auth.js";
import { unknownClient as client } from "../unknown-client.js";
import { codeAt } from "./enrolled.js";

const PASSWORD = new Secret("correct horse battery");
export const EMAIL = "ada@example.com";

/** A user who has enrolled an authenticator app, without a surface in between. */
export interface Ada {
  readonly id: UserId;
  readonly backupCodes: readonly Secret[];
  /** Returns a code that was not used before: lets a minute pass. */
  readonly code: () => string;
}

/** Opens what is configured, with a clock that a test moves, and brings the database up to date. */
export async function openWith(env: Readonly<Record<string, string>>, clock: FixedClock) {
  const { config } = readConfig(env);
  const opened = await openAuth(config, { mailer: { deliver: async () => {} }, ports: { clock } });
  await opened.store.migrate();
  return opened;
}

/** Creates a user, and enrolls an authenticator app. */
export async function enrolDirectly(
  { auth }: Pick<OpenedAuth, "auth">,
  clock: FixedClock,
  address = EMAIL,
): Promise<Ada> {
  const email = parseEmailAddress(address)!;
  const input = { email, password: PASSWORD, name: "Ada", image: null, redirectTo: null };
  const { signedIn } = await auth.passwords.signUp(input, client);
  const { id } = (await auth.users.findByEmail(email))!;
  await auth.users.markEmailVerified(id, { operator: "a test", keepsCredentials: true });
  const identity = { sessionToken: signedIn!.token, organization: null };
  const identify = async () => (await auth.sessions.identify(identity))!;
  const fresh = auth.sessions.requireFresh(await identify());
  const enable = { method: "totp", replace: false, password: PASSWORD } as const;
  const started = await auth.secondFactor.enable(fresh, enable, client);
  if (started.method !== "totp") throw new Error("no app");
  const code = () => {
    clock.advance(MINUTE);
    return codeAt(started.totpUri.reveal(), clock.now());
  };
  const attempt = { code: code(), pending: null, caller: await identify() };
  await auth.secondFactor.verifyTotp(attempt, client);
  return { id, backupCodes: started.backupCodes, code };
}

/** Signs in with the password. Returns the cookie of the sign-in, which waits. */
export async function signInPending({ auth }: Pick<OpenedAuth, "auth">): Promise<Secret> {
  const input = { email: parseEmailAddress(EMAIL)!, password: PASSWORD, redirectTo: null };
  const refusal: unknown = await auth.passwords.signIn(input, client).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!AuthError.is(refusal) || !refusal.continuation?.cookie) throw new Error("it does not wait");
  return refusal.continuation.cookie.value;
}
