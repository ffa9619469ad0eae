import type { Stores } from "../../store/store.js";
import type { FooterTexts } from "../language/catalogue.js";
import { isAlwaysLive, isDeletionPending, isSecretLive } from "./check-liveness.js";
import {
  alarm,
  codeMail,
  type Layout,
  linkMail,
  notice,
  type Scene,
  signOutLink,
} from "./layouts.js";
import type { MailData, NoticeName, SecretReference, TemplateName } from "./mails.js";
import { nameInMail } from "./name-in-mail.js";

/**
 * Notices of several templates that tell the present state of one thing. They share a budget, and a
 * newer one takes the place of all that wait: they are of no use any more.
 */
export interface SharedGroup {
  /** Stored with the notices that wait, so it stays what it is. */
  readonly name: string;
}

/** What of a mail whose turn has come says whether it is still of use. */
export interface DueMail<T extends TemplateName> {
  readonly data: MailData[T];
  readonly carries: SecretReference | null;
}

/** What is known of one template. */
export interface TemplateRow<T extends TemplateName> {
  /**
   * Whose budget a notice counts against: that of its template alone, or of a group. Null for a
   * mail that is no notice: what asks for it has a budget.
   */
  readonly group: T extends NoticeName ? "own" | SharedGroup : null;
  /** Whether a mail is still of use when its turn comes, before it expires. If not it is dropped. */
  readonly isLive: (mail: DueMail<T>, stores: Stores, now: Date) => Promise<boolean>;
  /** Why the mail is sent, as its footer says it. */
  readonly footer: keyof FooterTexts;
  /** Returns what the mail brings. What it says stands in the catalogue of its language. */
  readonly layOut: (data: MailData[T], scene: Scene) => Layout<T>;
}

/** Someone asked for the mail by entering the email address. A stored row holds what it brings. */
const SECRET = { group: null, isLive: isSecretLive, footer: "request" } as const;
/** Tells what was done. */
const NOTICE = { group: "own", isLive: isAlwaysLive, footer: "notice" } as const;
/** Tells what becomes of the account. */
const DELETION = { ...NOTICE, group: { name: "deletion" } } as const;

const resetLink = linkMail<MailData["password-reset-link"]>((links, { token, redirectTo }) =>
  links.resetPassword(token, redirectTo),
);

/** Every template. One that is missing here does not compile. */
const TEMPLATES: { readonly [T in TemplateName]: TemplateRow<T> } = {
  "sign-in-code": { ...SECRET, layOut: codeMail },
  "email-verification-code": { ...SECRET, layOut: codeMail },
  "password-reset-code": { ...SECRET, layOut: codeMail },
  "verify-email": {
    ...SECRET,
    // A signed link is not stored.
    isLive: isAlwaysLive,
    layOut: linkMail((links, { token }) => links.verifyEmail(token)),
  },
  "password-reset-link": { ...SECRET, layOut: resetLink },
  "account-created": { ...SECRET, footer: "created", layOut: resetLink },
  "magic-link": {
    ...SECRET,
    layOut: linkMail<MailData["magic-link"]>((links, { token, destinations }) =>
      links.magicLink(token, destinations),
    ),
  },
  "email-change": {
    ...SECRET,
    layOut: ({ token, from, minutes }, { links, words }) => ({
      values: { from, lifetime: words.duration(minutes) },
      action: { link: links.confirmEmailChange(token) },
    }),
  },
  invitation: {
    ...SECRET,
    footer: "invitation",
    layOut: ({ token, organization, inviter, days }, { links, words }) => ({
      values: {
        inviter: nameInMail(inviter.name) || inviter.email,
        organization: nameInMail(organization),
        lifetime: words.days(days),
      },
      action: { link: links.invitation(token) },
    }),
  },
  "deletion-requested": {
    ...DELETION,
    isLive: isDeletionPending,
    layOut: (
      { scheduledFor, organizations, atOnce = false, byPassword = false },
      { links, words },
    ) => ({
      values: {
        byPassword,
        day: words.day(scheduledFor),
        atOnce,
        organizations: words.list(organizations.map(nameInMail)),
      },
      action: { link: atOnce ? links.home : links.page("deletion", null) },
      ...(!atOnce && { signOut: signOutLink(links) }),
    }),
  },
  "deletion-rejected": {
    ...DELETION,
    layOut: ({ organizations }, { links, words }) => ({
      values: { organizations: words.list(organizations.map(nameInMail)) },
      action: { link: links.page("organizations", null) },
    }),
  },
  "deletion-cancelled": { ...DELETION, layOut: notice("sessions") },
  "account-deleted": { ...DELETION, layOut: notice(null) },
  "email-change-requested": { ...NOTICE, layOut: notice("sessions") },
  "email-changed": { ...NOTICE, layOut: notice(null) },
  // The stranger who signed up entered the email address.
  "sign-up-attempt": { ...NOTICE, footer: "request", layOut: notice(null) },
  "sign-in-from-new-browser": {
    ...NOTICE,
    layOut: ({ byPassword = false }, { links }) => ({
      values: { byPassword },
      action: { link: signOutLink(links) },
    }),
  },
  "sessions-ended": {
    ...NOTICE,
    layOut: ({ all }, { links }) => ({ values: { all }, action: { link: signOutLink(links) } }),
  },
  "language-changed": { ...NOTICE, layOut: notice("sessions") },
  "password-changed": { ...NOTICE, layOut: notice("forgot-password") },
  "password-reset-done": { ...NOTICE, layOut: notice("forgot-password") },
  "passkey-added": {
    ...NOTICE,
    layOut: ({ passkey }, { links }) => ({
      values: {},
      action: { link: links.page("passkeys", passkey?.id ?? null) },
      signOut: signOutLink(links),
    }),
  },
  "passkey-removed": { ...NOTICE, layOut: alarm("passkeys") },
  "account-linked": { ...NOTICE, layOut: alarm("linked-accounts") },
  "account-unlinked": { ...NOTICE, layOut: alarm("linked-accounts") },
  "account-not-linked": { ...NOTICE, layOut: notice("linked-accounts") },
  "account-reclaimed": { ...NOTICE, layOut: notice(null) },
  "export-ready": { ...NOTICE, layOut: alarm("exports") },
  "export-failed": { ...NOTICE, layOut: notice("exports") },
  "role-changed": { ...NOTICE, layOut: notice("organizations") },
  "owners-changed": { ...NOTICE, layOut: alarm("organizations") },
  "owner-invited": { ...NOTICE, layOut: alarm("organizations") },
  "member-removed": { ...NOTICE, layOut: notice(null) },
  "organization-deleted": { ...NOTICE, layOut: notice("sessions") },
  "organization-second-factor-required": { ...NOTICE, layOut: alarm("organizations") },
  "organization-second-factor-waived": { ...NOTICE, layOut: alarm("organizations") },
};

/** Returns whether this release knows a template of that name. */
export const isTemplate = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name);

/** Returns what is known of a template. */
export const rowOf = <T extends TemplateName>(template: T): TemplateRow<T> => TEMPLATES[template];
