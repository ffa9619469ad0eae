import { inOneLine } from "../../kernel/plain-text.js";
import type { LinkedPage, Links } from "../../ports/links.js";
import type { Catalogue, MailText, MailValues } from "../language/catalogue.js";
import { type Words, wordsOf } from "../language/words.js";
import { type Fact, factsOf } from "./facts.js";
import type { CodeData, Mail, MailData, NoticeName, TemplateName } from "./mails.js";
import { nameInMail } from "./name-in-mail.js";

/** A mail's content as pieces; one renderer makes plain text of them, another HTML. */
export type Piece =
  | { readonly text: string }
  | { readonly facts: readonly Fact[] }
  | { readonly code: string }
  | { readonly link: string; readonly label: string };

export interface Draft {
  /** One line. */
  readonly subject: string;
  readonly pieces: readonly Piece[];
  /** Who sends the mail, and why. */
  readonly footer: string;
  /** Between a label and what it is for. */
  readonly colon: string;
}

/** What every mail may mention. */
export interface Sender {
  readonly appName: string;
  readonly links: Links;
  readonly catalogue: Catalogue;
  /** Returns what people call a provider. */
  readonly providerName: (id: string) => string;
}

interface Scene {
  readonly links: Links;
  readonly words: Words;
}

/** What the texts of a mail may say, and the code or link that the mail brings. */
interface Layout<T extends TemplateName> {
  readonly values: Omit<MailValues<T>, "app">;
  readonly action: { readonly code: string } | { readonly link: string };
  /**
   * Where a user signs out everywhere, when the first link leads elsewhere and the mail may be the
   * first that its reader hears of a thief.
   */
  readonly signOut?: string;
}

type Layouts = { readonly [T in TemplateName]: (data: MailData[T], scene: Scene) => Layout<T> };

const codeMail = ({ code, minutes }: CodeData, { words }: Scene) => ({
  values: { code, lifetime: words.duration(minutes) },
  action: { code },
});

interface LinkData {
  readonly token: string;
  readonly minutes: number;
}

/** A mail that brings a link, and says how long it works. */
const linkMail =
  <D extends LinkData>(build: (links: Links, data: D) => string) =>
  (data: D, { links, words }: Scene) => ({
    values: { lifetime: words.duration(data.minutes) },
    action: { link: build(links, data) },
  });

/** A notice that leads to a page of the application; null: to where it begins. */
const notice =
  (page: LinkedPage | null) =>
  (_data: object, { links }: Scene) => ({
    values: {},
    action: { link: page === null ? links.home : links.page(page, null) },
  });

const signOutLink = (links: Links): string => links.page("sessions", null);

/**
 * A notice that leads to a page of the application, and to where the user signs out everywhere,
 * which ends copies of this session too.
 */
const alarm =
  (page: LinkedPage) =>
  (_data: object, { links }: Scene) => ({
    values: {},
    action: { link: links.page(page, null) },
    signOut: signOutLink(links),
  });

const resetLink = linkMail<MailData["password-reset-link"]>((links, { token, redirectTo }) =>
  links.resetPassword(token, redirectTo),
);

/** What every mail brings. What it says stands in the catalogue of its language. */
const LAYOUTS: Layouts = {
  "sign-in-code": codeMail,
  "email-verification-code": codeMail,
  "password-reset-code": codeMail,
  "verify-email": linkMail((links, { token }) => links.verifyEmail(token)),
  "password-reset-link": resetLink,
  "account-created": resetLink,
  "magic-link": linkMail<MailData["magic-link"]>((links, { token, destinations }) =>
    links.magicLink(token, destinations),
  ),
  "email-change": ({ token, from, minutes }, { links, words }) => ({
    values: { from, lifetime: words.duration(minutes) },
    action: { link: links.confirmEmailChange(token) },
  }),
  invitation: ({ token, organization, inviter, days }, { links, words }) => ({
    values: {
      inviter: nameInMail(inviter.name) || inviter.email,
      organization: nameInMail(organization),
      lifetime: words.days(days),
    },
    action: { link: links.invitation(token) },
  }),
  "deletion-requested": (
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
  "deletion-rejected": ({ organizations }, { links, words }) => ({
    values: { organizations: words.list(organizations.map(nameInMail)) },
    action: { link: links.page("organizations", null) },
  }),
  "deletion-cancelled": notice("sessions"),
  "account-deleted": notice(null),
  "email-change-requested": notice("sessions"),
  "email-changed": notice(null),
  "sign-up-attempt": notice(null),
  "sign-in-from-new-browser": ({ byPassword = false }, { links }) => ({
    values: { byPassword },
    action: { link: signOutLink(links) },
  }),
  "sessions-ended": ({ all }, { links }) => ({
    values: { all },
    action: { link: signOutLink(links) },
  }),
  "language-changed": notice("sessions"),
  "password-changed": notice("forgot-password"),
  "password-reset-done": notice("forgot-password"),
  "passkey-added": ({ passkey }, { links }) => ({
    values: {},
    action: { link: links.page("passkeys", passkey?.id ?? null) },
    signOut: signOutLink(links),
  }),
  "passkey-removed": alarm("passkeys"),
  "account-linked": alarm("linked-accounts"),
  "account-unlinked": alarm("linked-accounts"),
  "account-not-linked": notice("linked-accounts"),
  "account-reclaimed": notice(null),
  "export-ready": alarm("exports"),
  "export-failed": notice("exports"),
  "role-changed": notice("organizations"),
  "owners-changed": alarm("organizations"),
  "owner-invited": alarm("organizations"),
  "member-removed": notice(null),
  "organization-deleted": notice("sessions"),
};

/** Returns whether this release knows a template of that name. */
export const isTemplate = (name: string): name is TemplateName => Object.hasOwn(LAYOUTS, name);

/**
 * The mails that someone asked for by entering the email address. The others but the invitation are
 * notices.
 */
type AskedName = Exclude<TemplateName, NoticeName | "invitation">;
const ASKED: ReadonlySet<TemplateName> = new Set<AskedName | "sign-up-attempt">([
  "sign-in-code",
  "email-verification-code",
  "password-reset-code",
  "verify-email",
  "password-reset-link",
  "account-created",
  "magic-link",
  "email-change",
  "sign-up-attempt",
]);

interface Parts {
  readonly layOut: (data: Mail["data"], scene: Scene) => Layout<TemplateName>;
  readonly text: Pick<MailText<object>, "subject" | "intro"> & Partial<MailText<object>>;
}

/** Returns what a mail says, in the language of the sender's catalogue. */
export function draftMail(mail: Mail, sender: Sender): Draft {
  const { appName: app, links, catalogue } = sender;
  const words = wordsOf(catalogue);
  const { template } = mail;
  // The compiler cannot see that the parts of one template belong together.
  const { layOut, text } = { layOut: LAYOUTS[template], text: catalogue.mails[template] } as Parts;
  const { values, action, signOut } = layOut(mail.data, { links, words });
  const said = { ...values, app };
  const [preview = "", ...intro] = text.intro(said);
  const facts = factsOf(mail.data, { ...sender, words });
  return {
    subject: inOneLine(text.subject(said)),
    pieces: [
      { text: preview },
      ...(facts.length > 0 ? [{ facts }] : []),
      ...textPieces(intro),
      "code" in action ? action : { ...action, label: text.button?.(said) ?? app },
      ...(signOut === undefined ? [] : [{ link: signOut, label: catalogue.signOutEverywhere }]),
      ...textPieces(text.outro?.(said) ?? []),
    ],
    footer: footerOf(mail, sender),
    colon: catalogue.colon,
  };
}

const textPieces = (lines: readonly string[]): readonly Piece[] => lines.map((text) => ({ text }));

function footerOf({ template, to }: Mail, { appName, links, catalogue }: Sender): string {
  const kind =
    template === "invitation" ? "invitation" : ASKED.has(template) ? "request" : "notice";
  return catalogue.footer[kind]({ app: appName, host: hostOf(links.home), to });
}

/** The host name of a URL, with its port. A whole URL would become a link. */
export const hostOf = (url: string): string => /^[a-z]+:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url;
