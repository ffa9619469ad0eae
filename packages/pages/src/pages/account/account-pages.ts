import { cancelEmail, email, verifyEmail } from "./email.js";
import { name, profile } from "./profile.js";

/** The pages of the account, by their names. */
export const ACCOUNT_PAGES = { profile, name, email, cancelEmail, verifyEmail };
