import { ACCOUNT_PAGES } from "./account/account-pages.js";
import { confirm } from "./confirm.js";
import { forgotPassword } from "./forgot-password.js";
import { home } from "./home.js";
import { invitation } from "./invitation.js";
import { look } from "./look.js";
import { ORGANIZATION_PAGES } from "./organizations/organization-pages.js";
import { resetPassword } from "./reset-password.js";
import { signIn } from "./sign-in.js";
import { resendCode, signInCode } from "./sign-in-code.js";
import { signInLink } from "./sign-in-link.js";
import { signInPasskey } from "./sign-in-passkey.js";
import { signInPassword } from "./sign-in-password.js";
import { signInWith } from "./sign-in-with.js";
import { signOut } from "./sign-out.js";
import { signUp } from "./sign-up.js";
import { welcome } from "./welcome.js";

/** Every page of the package, by its name. */
export const PAGES = {
  home,
  signIn,
  signInCode,
  resendCode,
  signInPassword,
  signUp,
  forgotPassword,
  resetPassword,
  signInLink,
  signInPasskey,
  signInWith,
  invitation,
  welcome,
  confirm,
  signOut,
  look,
  ...ACCOUNT_PAGES,
  ...ORGANIZATION_PAGES,
};
