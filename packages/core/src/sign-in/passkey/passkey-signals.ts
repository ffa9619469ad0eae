import type { User } from "../../account/user/user-store.js";
import type { RelyingParty } from "../../ports/webauthn.js";
import type { Stores } from "../../store/store.js";
import type { Passkey } from "./passkey-store.js";

/**
 * What an authenticator is told of one user handle, so that it offers no passkey that is gone and
 * shows the user as they are called now. Each part is the argument of the method of
 * `PublicKeyCredential` of that name: `signalAllAcceptedCredentials`, `signalCurrentUserDetails`
 * (WebAuthn Level 3 §5.1.10).
 */
export interface PasskeySignals {
  readonly allAcceptedCredentials: {
    readonly rpId: string;
    /** The user handle, base64url. */
    readonly userId: string;
    /** The credential ids, base64url. Authenticators may hide every other passkey of the handle. */
    readonly allAcceptedCredentialIds: readonly string[];
  };
  readonly currentUserDetails: {
    readonly rpId: string;
    /** The user handle, base64url. */
    readonly userId: string;
    /** The email address, as in the options of a registration. */
    readonly name: string;
    /** The name of the user, or else the email address. */
    readonly displayName: string;
  };
}

/** The names under which authenticators list a user's passkeys. */
export const namesOf = ({ email, name }: Pick<User, "email" | "name">) => ({
  name: email,
  displayName: name || email,
});

/**
 * Returns the signals of every handle by which authenticators know the user: the stable one, even
 * without any passkey, and those of imported passkeys.
 */
export async function readSignals(
  { passkeys }: Pick<Stores, "passkeys">,
  { id: rpId }: Pick<RelyingParty, "id">,
  user: Pick<User, "id" | "email" | "name">,
): Promise<readonly PasskeySignals[]> {
  const stable = await passkeys.findUserHandle(user.id);
  // Read last: a passkey that is added meanwhile is among them, and none is hidden that is good.
  const all = await passkeys.listByUser(user.id);
  return handlesOf(stable, all).map((userId) => ({
    allAcceptedCredentials: {
      rpId,
      userId,
      allAcceptedCredentialIds: all
        // An imported passkey that was not used yet may be any handle's.
        .filter(({ userHandle }) => userHandle === null || userHandle === userId)
        .map(({ credentialId }) => credentialId),
    },
    currentUserDetails: { rpId, userId, ...namesOf(user) },
  }));
}

const handlesOf = (stable: string | null, all: readonly Passkey[]): readonly string[] => [
  ...new Set([stable, ...all.map(({ userHandle }) => userHandle)].filter((each) => each !== null)),
];
