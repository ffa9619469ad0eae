import { activity } from "./activity.js";
import { data, exports } from "./data.js";
import { cancelDeletion, deletion, goodbye } from "./deletion.js";
import { cancelEmail, email, verifyEmail } from "./email.js";
import { linkAccount, unlinkAccount } from "./linked-accounts.js";
import { newPasskey } from "./new-passkey.js";
import { passkey, removePasskey } from "./passkey.js";
import { password } from "./password.js";
import { preferences } from "./preferences.js";
import { name, profile } from "./profile.js";
import { security } from "./security.js";
import { endOtherSessions, endSession, sessions } from "./sessions.js";

/** The pages of the account, by their names. */
export const ACCOUNT_PAGES = {
  profile,
  name,
  email,
  cancelEmail,
  verifyEmail,
  security,
  newPasskey,
  passkey,
  removePasskey,
  password,
  linkAccount,
  unlinkAccount,
  sessions,
  endSession,
  endOtherSessions,
  activity,
  data,
  exports,
  deletion,
  cancelDeletion,
  goodbye,
  preferences,
};
