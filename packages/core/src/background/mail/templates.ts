import { minutesInWords } from "../../kernel/duration.js";
import { POLICY } from "../../kernel/policy.js";
import type { Links } from "../../ports/links.js";
import type { Role } from "../../kernel/role.js";
import { nameInMail } from "./name-in-mail.js";
import type { CodeData, Mail, MailData, TemplateName } from "./mails.js";

/** A mail's content as pieces; one renderer makes plain text of them, another HTML. */
export type Piece =
  | { readonly text: string }
  | { readonly code: string }
  | { readonly link: string; readonly label: string };

export interface Draft {
  readonly subject: string;
  readonly pieces: readonly Piece[];
}

/** What every mail may speak of. */
export interface Sender {
  readonly appName: string;
  readonly links: Links;
}

const ROLE_IN_WORDS: Readonly<Record<Role, string>> = {
  owner: "an owner",
  admin: "an admin",
  member: "a member",
};

/** `2026-12-21`: a day that reads the same everywhere. */
const dayOf = (instant: string): string => instant.slice(0, 10);

/** The first few names, and how many more there are. */
function listOf(names: readonly string[]): string {
  const shown = names.slice(0, POLICY.organizationsPerMail.value).map(nameInMail);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

type Templates = { readonly [T in TemplateName]: (data: MailData[T], sender: Sender) => Draft };

const codeMail =
  (what: string, doing: string) =>
  ({ code, minutes }: CodeData, { appName }: Sender): Draft => ({
    subject: `Your ${appName} ${what} code`,
    pieces: [
      { text: `Enter this code to ${doing.replace("{app}", () => appName)}:` },
      { code },
      {
        text: `It works once and for ${minutesInWords(minutes)}. Nobody from ${appName} will ever ask you for it.`,
      },
      { text: "If you did not ask for it, you can ignore this mail." },
    ],
  });

const notice =
  (subject: (appName: string) => string, ...lines: readonly string[]) =>
  (_data: object, { appName, links }: Sender): Draft => ({
    subject: subject(appName),
    pieces: [
      ...lines.map((text) => ({ text: text.replaceAll("{app}", () => appName) })),
      { link: links.home, label: `Open ${appName}` },
    ],
  });

/** What every mail says. Subjects are constant for a template and hold nothing a user chose. */
export const TEMPLATES: Templates = {
  "sign-in-code": codeMail("sign-in", "sign in to {app}"),
  "email-verification-code": codeMail(
    "verification",
    "confirm that this address belongs to your {app} account",
  ),
  "password-reset-code": codeMail("password reset", "set a new password at {app}"),

  "verify-email": ({ token, minutes }, { appName, links }) => ({
    subject: `Confirm your address for ${appName}`,
    pieces: [
      { text: `Somebody signed up for ${appName} with this address. If that was you, confirm it:` },
      { link: links.verifyEmail(token), label: "Confirm my address" },
      {
        text: `The link works for ${minutesInWords(minutes)}. If it was not you, ignore this mail: confirming would leave the account to whoever signed up.`,
      },
    ],
  }),
  "password-reset-link": ({ token, redirectTo, minutes }, { appName, links }) => ({
    subject: `Set a new ${appName} password`,
    pieces: [
      { text: `Open this link to set a new password at ${appName}:` },
      { link: links.resetPassword(token, redirectTo), label: "Set a new password" },
      {
        text: `It works once and for ${minutesInWords(minutes)}. If you did not ask for it, ignore this mail: your password stays as it is.`,
      },
    ],
  }),
  "account-created": ({ token, redirectTo, minutes }, { appName, links }) => ({
    subject: `Your ${appName} account`,
    pieces: [
      {
        text: `An account at ${appName} was made for you with this address. Open this link to set its password:`,
      },
      { link: links.resetPassword(token, redirectTo), label: "Set a password" },
      {
        text: `It works once and for ${minutesInWords(minutes)}. Later you can ask for a new one where you sign in. If you do not know why you get this mail, you can ignore it.`,
      },
    ],
  }),
  "magic-link": ({ token, destinations, minutes }, { appName, links }) => ({
    subject: `Your ${appName} sign-in link`,
    pieces: [
      { text: `Open this link to sign in to ${appName}:` },
      { link: links.magicLink(token, destinations), label: "Sign in" },
      {
        text: `It works once and for ${minutesInWords(minutes)}. If you did not ask for it, you can ignore this mail.`,
      },
    ],
  }),
  "email-change": ({ token, from, minutes }, { appName, links }) => ({
    subject: `Confirm your new address for ${appName}`,
    pieces: [
      {
        text: `The ${appName} account of ${from} wants to use this address from now on. If that is yours, confirm it:`,
      },
      { link: links.confirmEmailChange(token), label: "Use this address" },
      {
        text: `The link works once and for ${minutesInWords(minutes)}. If you do not know that account, ignore this mail.`,
      },
    ],
  }),

  invitation: ({ token, organization, inviter, role, days }, { appName, links }) => ({
    subject: `You are invited to an organization at ${appName}`,
    pieces: [
      {
        text: `${nameInMail(inviter.name) || inviter.email} invites you to join ${nameInMail(organization)} at ${appName} as ${ROLE_IN_WORDS[role]}.`,
      },
      { link: links.invitation(token), label: "See the invitation" },
      {
        text: `It works for ${days} day${days === 1 ? "" : "s"}, and for this address alone. If you do not know who sent it, ignore this mail.`,
      },
    ],
  }),

  "deletion-requested": ({ scheduledFor, organizations, atOnce = false }, { appName, links }) => ({
    subject: `Your ${appName} account will be deleted`,
    pieces: [
      {
        text: atOnce
          ? `You asked for your ${appName} account to be deleted. That happens at once.`
          : `You asked for your ${appName} account to be deleted. That happens on ${dayOf(scheduledFor)}, and until then you can change your mind: sign in and cancel it.`,
      },
      ...(organizations.length > 0
        ? [
            {
              text: `You are the only owner of ${listOf(organizations)}. As long as that is so, your account cannot be deleted: transfer the ownership, or delete the organization.`,
            },
          ]
        : []),
      {
        text: atOnce
          ? `If you did not ask for this, get in touch with ${appName} at once.`
          : "If you did not ask for this, sign in, cancel it and change your password at once.",
      },
      { link: links.home, label: `Open ${appName}` },
    ],
  }),
  "deletion-rejected": ({ organizations }, { appName, links }) => ({
    subject: `Your ${appName} account was not deleted`,
    pieces: [
      {
        text: `Your ${appName} account was to be deleted today. It was not, and nothing of it was removed: you are the only owner of ${listOf(organizations)}.`,
      },
      {
        text: "Transfer the ownership or delete the organization, then ask for the deletion again.",
      },
      { link: links.home, label: `Open ${appName}` },
    ],
  }),

  "email-change-requested": notice(
    (app) => `Your ${app} account was asked to use another address`,
    "Somebody who is signed in to your {app} account asked to move it to another email address. It moves once that address is confirmed; until then nothing changes.",
    "If you did not do this, sign out all other sessions and change your password at once: that also ends the request.",
  ),
  "email-changed": notice(
    (app) => `Your ${app} address was changed`,
    "Your {app} account now uses another address. Nothing more will be sent to this one.",
    "If you did not do this, get in touch with {app} at once.",
  ),
  "sign-up-attempt": notice(
    (app) => `Somebody tried to sign up for ${app} with your address`,
    "Somebody tried to sign up for {app} with this address, which has an account already. Nothing was changed.",
    "If it was you: sign in instead, or reset your password. If it was not, you can ignore this mail.",
  ),
  "password-changed": notice(
    (app) => `Your ${app} password was changed`,
    "Your {app} password was changed, and your other devices were signed out.",
    "If you did not do this, reset your password at once.",
  ),
  "password-reset-done": notice(
    (app) => `Your ${app} password was reset`,
    "A new password was set for your {app} account, and all devices were signed out.",
    "If you did not do this, reset your password again: whoever did it can read your mail.",
  ),
  "passkey-added": notice(
    (app) => `A passkey was added to your ${app} account`,
    "A passkey was added to your {app} account. Whoever holds it can sign in.",
    "If you did not do this, remove it in your account at once, and change your password.",
  ),
  "passkey-removed": notice(
    (app) => `A passkey was removed from your ${app} account`,
    "A passkey was removed from your {app} account, and your other devices were signed out.",
    "If you did not do this, change your password at once.",
  ),
  "account-linked": notice(
    (app) => `Another way to sign in to ${app} was added`,
    "An account at an external provider was linked to your {app} account. Whoever holds it can sign in.",
    "If you did not do this, unlink it in your account at once.",
  ),
  "deletion-cancelled": notice(
    (app) => `Your ${app} account stays`,
    "The deletion of your {app} account was cancelled. Everything stays as it is.",
    "If you did not do this, change your password.",
  ),
  "account-deleted": notice(
    (app) => `Your ${app} account was deleted`,
    "Your {app} account and everything that belonged to it were deleted, as you asked. This is the last mail about it.",
    "You are welcome to come back: you would start anew.",
  ),
  "export-ready": notice(
    (app) => `Your ${app} data is ready`,
    "The export of your data at {app} is ready. Sign in to download it: the link there works for a day.",
    "If you did not ask for it, change your password at once.",
  ),
  "export-failed": notice(
    (app) => `Your ${app} data could not be exported`,
    "The export of your data at {app} could not be made. Please ask for it again.",
  ),
  "role-changed": notice(
    (app) => `Your role in an organization at ${app} was changed`,
    "Your role in one of your organizations at {app} was changed.",
    "If that surprises you, ask the organization's owner.",
  ),
  "owners-changed": notice(
    (app) => `The owners of an organization at ${app} changed`,
    "Somebody became an owner of one of your organizations at {app}, or is no longer one.",
    "If that surprises you, look at the organization's members and at its log, and change your password.",
  ),
  "owner-invited": notice(
    (app) => `An invitation to own an organization at ${app} was sent`,
    "Somebody was invited to become an owner of one of your organizations at {app}.",
    "If that surprises you, cancel the invitation and change your password.",
  ),
  "member-removed": notice(
    (app) => `You were removed from an organization at ${app}`,
    "You are no longer a member of one of your organizations at {app}.",
    "If that surprises you, ask the organization's owner.",
  ),
  "organization-deleted": notice(
    (app) => `An organization at ${app} was deleted`,
    "One of the organizations you owned at {app} was deleted, with its memberships and invitations.",
    "If that surprises you, ask its other owners, and change your password.",
  ),
  "account-unlinked": notice(
    (app) => `A linked account was removed from ${app}`,
    "An account at an external provider can no longer sign in to your {app} account.",
    "If you did not do this, change your password at once.",
  ),
  "account-reclaimed": notice(
    (app) => `Your ${app} account is yours alone again`,
    "You have just proven that this address is yours. Your {app} account had never been confirmed before, so somebody else may have set it up.",
    "To be safe we removed its password, passkeys, linked accounts and pending links, ended all its sessions and cancelled a pending deletion. Name, picture and memberships stayed; no organization is active until you choose one.",
  ),
};

export function draftMail(mail: Mail, sender: Sender): Draft {
  const template = TEMPLATES[mail.template] as (data: Mail["data"], sender: Sender) => Draft;
  return template(mail.data, sender);
}
