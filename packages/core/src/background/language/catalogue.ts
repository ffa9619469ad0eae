import type { Role } from "../../kernel/role.js";
import type { Actor, NoticeName, TemplateName } from "../mail/mails.js";
import type { PageTexts } from "./page-texts.js";

/** What every text may say. */
export interface CommonMailValues {
  /** The name of the application. */
  readonly app: string;
}
/** What the text of a mail with a code may say. */
export interface CodeMailValues extends CommonMailValues {
  /** The six digits. */
  readonly code: string;
  /** How long the code works: `10 minutes`. */
  readonly lifetime: string;
}
/** What the text of a mail with a link may say. */
export interface LinkMailValues extends CommonMailValues {
  /** How long the link works: `24 hours`. */
  readonly lifetime: string;
}

/** What the texts of a mail may say beyond the name of the application, by its template. */
export interface MailValuesByTemplate {
  readonly "sign-in-code": CodeMailValues;
  readonly "email-verification-code": CodeMailValues;
  readonly "password-reset-code": CodeMailValues;
  readonly "verify-email": LinkMailValues;
  readonly "password-reset-link": LinkMailValues;
  readonly "account-created": LinkMailValues;
  readonly "magic-link": LinkMailValues;
  /** `from`: the email address that the account has now. */
  readonly "email-change": LinkMailValues & { readonly from: string };
  readonly invitation: LinkMailValues & { readonly inviter: string; readonly organization: string };
  /**
   * `day`: when the account is deleted. `organizations`: those that stand in the way, as a list;
   * empty when none does. `byPassword`: whether the password was given. Advise no password
   * otherwise: the user may have none.
   */
  readonly "deletion-requested": CommonMailValues & {
    readonly byPassword: boolean;
    readonly day: string;
    readonly atOnce: boolean;
    readonly organizations: string;
  };
  readonly "deletion-rejected": CommonMailValues & { readonly organizations: string };
  /**
   * `byPassword`: whether the password was given. Advise no password otherwise: the user may have
   * none.
   */
  readonly "sign-in-from-new-browser": CommonMailValues & { readonly byPassword: boolean };
  /** `all`: false when the device that did it stayed signed in. */
  readonly "sessions-ended": CommonMailValues & { readonly all: boolean };
}

/** The values that the texts of one mail may use. */
export type MailValues<T extends TemplateName> = T extends keyof MailValuesByTemplate
  ? MailValuesByTemplate[T]
  : CommonMailValues;

/** The texts of one mail. All of them are plain text. */
export interface MailText<V> {
  /**
   * One line. Say nothing in it that a user chose, such as a name: it would be an advertisement in
   * our name.
   */
  readonly subject: (values: V) => string;
  /**
   * The paragraphs above the button or code. The first is the preview that an inbox shows. What was
   * done, when and from where stands below the first.
   */
  readonly intro: (values: V) => readonly string[];
  /** What the button says. */
  readonly button: (values: V) => string;
  /** The paragraphs below the button or code. */
  readonly outro: (values: V) => readonly string[];
}

/** A code has no button, and a notice ends with its button. */
export type MailTextOf<T extends TemplateName> = Omit<
  MailText<MailValues<T>>,
  T extends `${string}-code` ? "button" : T extends NoticeName ? "outro" : never
>;

/** The texts of every mail. */
export type MailTexts = { readonly [T in TemplateName]: MailTextOf<T> };

/**
 * How a notice says what was done, when, from where and by whom: labels, and words for what stands
 * behind them.
 */
export interface FactTexts {
  readonly passkey: string;
  readonly provider: string;
  readonly organization: string;
  readonly role: string;
  readonly when: string;
  readonly device: string;
  readonly network: string;
  readonly by: string;
  readonly roles: Readonly<Record<Role, string>>;
  readonly actors: Readonly<Record<Extract<Actor, string>, string>>;
  /** `Firefox on Windows`. */
  readonly browserOn: (browser: string, system: string) => string;
  /** A device or network that is not known. */
  readonly unknown: string;
  /** The end of a list that is cut: `2 more`. */
  readonly more: (count: number) => string;
}

/** What the footer of a mail may say. */
export interface MailFooterValues extends CommonMailValues {
  /** The host name of the application. */
  readonly host: string;
  /** The email address that gets the mail. */
  readonly to: string;
}

/** Who sends a mail, and why. */
export interface FooterTexts {
  /** Someone entered the email address to get the mail. */
  readonly request: (values: MailFooterValues) => string;
  /** An operator of the application created the account. */
  readonly created: (values: MailFooterValues) => string;
  /** Something was done to the account. */
  readonly notice: (values: MailFooterValues) => string;
  /** A member of an organization invites. */
  readonly invitation: (values: MailFooterValues) => string;
}

/** The links below mails and on pages, where the brand has them. */
export interface BrandLinkTexts {
  readonly terms: string;
  readonly privacy: string;
  readonly support: string;
}

/** Every text of one language. A text that is missing does not compile. */
export interface Catalogue {
  /**
   * The BCP 47 tag of the language, such as `en` or `pt-BR`. Dates, numbers and lists follow it.
   */
  readonly locale: string;
  /** The direction of the script. Default: left to right. */
  readonly direction?: "rtl";
  readonly mails: MailTexts;
  readonly pages: PageTexts;
  readonly facts: FactTexts;
  readonly footer: FooterTexts;
  readonly brandLinks: BrandLinkTexts;
  /**
   * The second button of notices that lead elsewhere: to where a user signs out of every device,
   * the present one too.
   */
  readonly signOutEverywhere: string;
  /** Above the URL of a button, for mail programs that do not show the button. */
  readonly orOpen: string;
  /** Between a label and what it is for: `: `. */
  readonly colon: string;
}
