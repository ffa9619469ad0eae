import type { Client } from "../../kernel/client.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { Env } from "../../store/env.js";
import type { AttemptSubject } from "./spend-password-attempt.js";

/**
 * Returns the budget against which a password at sign-in counts. Clients without a session of the
 * user share one by email address and network; a live session of the user has its own.
 */
export async function findAttemptSubject(
  { store, clock, digest }: Env,
  email: EmailAddress,
  client: Client,
): Promise<AttemptSubject> {
  const caller =
    client.sessionToken &&
    (await store.callers.find(digest.token(client.sessionToken), null, clock.now()));
  return caller?.user.email === email
    ? { known: true, sessionId: caller.session.id }
    : { known: false, email, client };
}
