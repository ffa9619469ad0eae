/** What a request gives to a user of a kind. */
export type Outcome =
  | "opens 1"
  | "opens 2"
  | "withheld"
  | "opens 2, after it"
  | "opens 1, and removes every factor"
  | "opens nothing"
  | "refused"
  | "cannot be";

/** What comes of a route, by whether the user has enrolled a second factor. */
export interface Door {
  /** What is shown; empty where the route takes one thing alone. */
  readonly by: string;
  readonly none: Outcome;
  readonly enrolled: Outcome;
  /** Not enrolled, and a member of an organization that requires two factors. */
  readonly org: Outcome;
}

const door = (none: Outcome, enrolled: Outcome, org = none, by = ""): Door => ({
  by,
  none,
  enrolled,
  org,
});
const FIRST_PROOF = [door("opens 1", "withheld")];

/**
 * Every route that may open a session, by its operation: what the matrix of the tests holds, and
 * `docs/doors.md` shows.
 */
export const OPENING: Readonly<Record<string, readonly Door[]>> = {
  "password.signUp": [door("opens 1", "cannot be")],
  "password.signIn": FIRST_PROOF,
  "emailOtp.signIn": FIRST_PROOF,
  "magicLink.submitMagicLink": FIRST_PROOF,
  "magicLink.openMagicLink": FIRST_PROOF,
  "oauth.oauthCallback": FIRST_PROOF,
  "passkey.verifyAuthentication": [
    door("opens 2", "opens 2", "opens 2", "a passkey that counts as two"),
    door("opens 1", "withheld", "opens 1", "any other passkey"),
  ],
  "twoFactor.verifyTotp": [door("refused", "opens 2, after it")],
  "twoFactor.verifyBackupCode": [door("refused", "opens 2, after it")],
  "recovery.completeRecovery": [door("refused", "opens 1, and removes every factor")],
};

/** What proves something, or changes what a user signs in with, and opens no session for it. */
export const OPENING_NOTHING: readonly string[] = [
  "passwordReset.resetPassword",
  "passwordReset.resetPasswordByCode",
  "emailVerification.verifyEmail",
  "emailVerification.openVerificationLink",
  "emailVerification.submitVerificationLink",
  "emailOtp.verifyEmail",
  "emailOtp.checkVerificationOtp",
  "oauth.linkSocial",
  "oauth.unlinkAccount",
  "invitation.acceptInvitation",
  "profile.changeEmail",
  "profile.openEmailChangeLink",
  "profile.confirmEmailChange",
  "password.verifyPassword",
  "password.changePassword",
  "password.setPassword",
  "passkey.generateRegisterOptions",
  "passkey.verifyRegistration",
  "passkey.deletePasskey",
  "twoFactor.enable",
  "twoFactor.generateBackupCodes",
  "twoFactor.disable",
  "recovery.startRecovery",
];
