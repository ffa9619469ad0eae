import { ACTIVITY_TEXTS } from "./activity-texts.js";
import { AUDIT_LOG_TEXTS } from "./audit-log-texts.js";
import { BANNER_TEXTS } from "./banner-texts.js";
import { CONFIRM_TEXTS } from "./confirm-texts.js";
import { DATA_TEXTS } from "./data-texts.js";
import { DELETION_TEXTS } from "./deletion-texts.js";
import { DEVICE_TEXTS } from "./device-texts.js";
import { ERROR_TEXTS } from "./error-texts.js";
import { EVENT_TEXTS } from "./event-texts.js";
import { FIELD_TEXTS } from "./field-texts.js";
import { FLASH_TEXTS } from "./flash-texts.js";
import { FRAME_TEXTS } from "./frame-texts.js";
import type { BuiltInLocale, InEachLanguage } from "./in-each-language.js";
import { INVITATION_TEXTS } from "./invitation-texts.js";
import { JOINING_TEXTS } from "./joining-texts.js";
import { LEADING_TEXTS } from "./leading-texts.js";
import { LINK_TEXTS } from "./link-texts.js";
import { MEMBER_TEXTS } from "./member-texts.js";
import { ORGANIZATION_TEXTS } from "./organization-texts.js";
import type { PagesTexts } from "./pages-texts.js";
import { PASSKEY_TEXTS } from "./passkey-texts.js";
import { PASSWORD_SIGN_IN_TEXTS } from "./password-sign-in-texts.js";
import { PASSWORD_TEXTS } from "./password-texts.js";
import { PREFERENCE_TEXTS } from "./preference-texts.js";
import { PROFILE_TEXTS } from "./profile-texts.js";
import { RAIL_TEXTS } from "./rail-texts.js";
import { REFUSAL_TEXTS } from "./refusal-texts.js";
import { ROLE_TEXTS } from "./role-texts.js";
import { SECURITY_TEXTS } from "./security-texts.js";
import { SETTINGS_TEXTS } from "./settings-texts.js";
import { SIGN_IN_TEXTS } from "./sign-in-texts.js";
import { SIGN_OUT_TEXTS } from "./sign-out-texts.js";
import { WAY_TEXTS } from "./way-texts.js";
import { WELCOME_TEXTS } from "./welcome-texts.js";

const textsIn = (locale: BuiltInLocale): PagesTexts => ({
  frame: FRAME_TEXTS[locale],
  rail: RAIL_TEXTS[locale],
  flash: FLASH_TEXTS[locale],
  fields: FIELD_TEXTS[locale],
  refusals: REFUSAL_TEXTS[locale],
  errors: ERROR_TEXTS[locale],
  signIn: SIGN_IN_TEXTS[locale],
  passwordSignIn: PASSWORD_SIGN_IN_TEXTS[locale],
  link: LINK_TEXTS[locale],
  ways: WAY_TEXTS[locale],
  confirm: CONFIRM_TEXTS[locale],
  welcome: WELCOME_TEXTS[locale],
  signOut: SIGN_OUT_TEXTS[locale],
  leading: LEADING_TEXTS[locale],
  joining: JOINING_TEXTS[locale],
  profile: PROFILE_TEXTS[locale],
  security: SECURITY_TEXTS[locale],
  passkeys: PASSKEY_TEXTS[locale],
  password: PASSWORD_TEXTS[locale],
  devices: DEVICE_TEXTS[locale],
  activity: ACTIVITY_TEXTS[locale],
  data: DATA_TEXTS[locale],
  deletion: DELETION_TEXTS[locale],
  preferences: PREFERENCE_TEXTS[locale],
  organizations: ORGANIZATION_TEXTS[locale],
  roles: ROLE_TEXTS[locale],
  members: MEMBER_TEXTS[locale],
  invitations: INVITATION_TEXTS[locale],
  settings: SETTINGS_TEXTS[locale],
  auditLog: AUDIT_LOG_TEXTS[locale],
  banner: BANNER_TEXTS[locale],
  events: EVENT_TEXTS[locale],
});

/** The texts that come with the package. */
export const BUILT_IN_TEXTS: InEachLanguage<PagesTexts> = {
  en: textsIn("en"),
  de: textsIn("de"),
  fr: textsIn("fr"),
  es: textsIn("es"),
  ja: textsIn("ja"),
};
