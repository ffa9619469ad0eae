import type { NoticeName } from "../../mail/mails.js";
import type { MailTexts } from "../catalogue.js";

interface CodeOutro {
  readonly app: string;
  readonly lifetime: string;
}

const codeOutro = ({ app, lifetime }: CodeOutro): readonly string[] => [
  `It works once and for ${lifetime}. Nobody from ${app} will ever ask you for it.`,
  "If you did not ask for it, you can ignore this mail.",
];

/** The mails that bring a code or a link. */
export const CODES_AND_LINKS: Omit<MailTexts, NoticeName> = {
  "sign-in-code": {
    subject: ({ app, code }) => `${code} is your ${app} code`,
    intro: ({ app }) => [`Enter this code to sign in to ${app}:`],
    outro: codeOutro,
  },
  "email-verification-code": {
    subject: ({ app, code }) => `${code} is your ${app} verification code`,
    intro: ({ app }) => [
      `Enter this code to confirm that this email address belongs to your ${app} account:`,
    ],
    outro: codeOutro,
  },
  "password-reset-code": {
    subject: ({ app, code }) => `${code} is your ${app} password reset code`,
    intro: ({ app }) => [`Enter this code to set a new password at ${app}:`],
    outro: codeOutro,
  },
  "verify-email": {
    subject: ({ app }) => `Confirm your email address for ${app}`,
    intro: ({ app }) => [
      `Someone signed up for ${app} with this email address. If that was you, confirm it:`,
    ],
    button: () => "Confirm my email address",
    outro: ({ lifetime }) => [
      `The link works for ${lifetime}. If it was not you, ignore this mail: confirming would leave the account to whoever signed up.`,
    ],
  },
  "password-reset-link": {
    subject: ({ app }) => `Set a new ${app} password`,
    intro: ({ app }) => [`Open this link to set a new password at ${app}:`],
    button: () => "Set a new password",
    outro: ({ lifetime }) => [
      `It works once and for ${lifetime}. If you did not ask for it, ignore this mail: your password stays as it is.`,
    ],
  },
  "account-created": {
    subject: ({ app }) => `Your ${app} account`,
    intro: ({ app }) => [
      `An account at ${app} was made for you with this email address. Open this link to set its password:`,
    ],
    button: () => "Set a password",
    outro: ({ lifetime }) => [
      `It works once and for ${lifetime}. Later you can ask for a new one where you sign in. If you do not know why you get this mail, you can ignore it.`,
    ],
  },
  "magic-link": {
    subject: ({ app }) => `Your ${app} sign-in link`,
    intro: ({ app }) => [`Open this link to sign in to ${app}:`],
    button: () => "Sign in",
    outro: ({ lifetime }) => [
      `It works once and for ${lifetime}. If you did not ask for it, you can ignore this mail.`,
    ],
  },
  "email-change": {
    subject: ({ app }) => `Confirm your new email address for ${app}`,
    intro: ({ app, from }) => [
      `The ${app} account of ${from} wants to use this email address from now on. If that is yours, confirm it:`,
    ],
    button: () => "Use this email address",
    outro: ({ lifetime }) => [
      `The link works once and for ${lifetime}. If you do not know that account, ignore this mail.`,
    ],
  },
  invitation: {
    subject: ({ app }) => `You are invited to an organization at ${app}`,
    intro: ({ app, inviter, organization }) => [
      `${inviter} invites you to join ${organization} at ${app}.`,
    ],
    button: () => "See the invitation",
    outro: ({ lifetime }) => [
      `It works for ${lifetime}, and for this email address alone. If you do not know who sent it, ignore this mail.`,
    ],
  },
};
