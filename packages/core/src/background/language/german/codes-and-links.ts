import type { NoticeName } from "../../mail/mails.js";
import type { MailTexts } from "../catalogue.js";

interface CodeOutro {
  readonly app: string;
  readonly lifetime: string;
}

const codeOutro = ({ app, lifetime }: CodeOutro): readonly string[] => [
  `Der Code gilt einmal und ${lifetime} lang. Niemand von ${app} wird Sie je danach fragen.`,
  "Falls Sie ihn nicht angefordert haben, können Sie diese Mail ignorieren.",
];

/** The mails that bring a code or a link. */
export const CODES_AND_LINKS: Omit<MailTexts, NoticeName> = {
  "sign-in-code": {
    subject: ({ app, code }) => `${code} ist Ihr Code für ${app}`,
    intro: ({ app }) => [`Geben Sie diesen Code ein, um sich bei ${app} anzumelden:`],
    outro: codeOutro,
  },
  "email-verification-code": {
    subject: ({ app, code }) => `${code} ist Ihr Bestätigungscode für ${app}`,
    intro: ({ app }) => [
      `Geben Sie diesen Code ein, um zu bestätigen, dass diese E-Mail-Adresse zu Ihrem Konto bei ${app} gehört:`,
    ],
    outro: codeOutro,
  },
  "password-reset-code": {
    subject: ({ app, code }) => `${code} ist Ihr Code für ein neues Passwort bei ${app}`,
    intro: ({ app }) => [
      `Geben Sie diesen Code ein, um bei ${app} ein neues Passwort festzulegen:`,
    ],
    outro: codeOutro,
  },
  "verify-email": {
    subject: ({ app }) => `Bestätigen Sie Ihre E-Mail-Adresse für ${app}`,
    intro: ({ app }) => [
      `Mit dieser E-Mail-Adresse wurde ein Konto bei ${app} angelegt. Wenn Sie das waren, bestätigen Sie sie:`,
    ],
    button: () => "E-Mail-Adresse bestätigen",
    outro: ({ lifetime }) => [
      `Der Link gilt ${lifetime} lang. Wenn Sie es nicht waren, ignorieren Sie diese Mail: Eine Bestätigung würde das Konto der Person überlassen, die es angelegt hat.`,
    ],
  },
  "password-reset-link": {
    subject: ({ app }) => `Neues Passwort für ${app}`,
    intro: ({ app }) => [`Öffnen Sie diesen Link, um bei ${app} ein neues Passwort festzulegen:`],
    button: () => "Neues Passwort festlegen",
    outro: ({ lifetime }) => [
      `Der Link gilt einmal und ${lifetime} lang. Falls Sie ihn nicht angefordert haben, ignorieren Sie diese Mail: Ihr Passwort bleibt, wie es ist.`,
    ],
  },
  "account-created": {
    subject: ({ app }) => `Ihr Konto bei ${app}`,
    intro: ({ app }) => [
      `Für Sie wurde mit dieser E-Mail-Adresse ein Konto bei ${app} angelegt. Öffnen Sie diesen Link, um das Passwort festzulegen:`,
    ],
    button: () => "Passwort festlegen",
    outro: ({ lifetime }) => [
      `Der Link gilt einmal und ${lifetime} lang. Später können Sie bei der Anmeldung einen neuen anfordern. Falls Sie nicht wissen, warum Sie diese Mail bekommen, können Sie sie ignorieren.`,
    ],
  },
  "magic-link": {
    subject: ({ app }) => `Ihr Anmeldelink für ${app}`,
    intro: ({ app }) => [`Öffnen Sie diesen Link, um sich bei ${app} anzumelden:`],
    button: () => "Anmelden",
    outro: ({ lifetime }) => [
      `Der Link gilt einmal und ${lifetime} lang. Falls Sie ihn nicht angefordert haben, können Sie diese Mail ignorieren.`,
    ],
  },
  "email-change": {
    subject: ({ app }) => `Bestätigen Sie Ihre neue E-Mail-Adresse für ${app}`,
    intro: ({ app, from }) => [
      `Das Konto von ${from} bei ${app} soll ab jetzt diese E-Mail-Adresse verwenden. Wenn es Ihres ist, bestätigen Sie das:`,
    ],
    button: () => "Diese E-Mail-Adresse verwenden",
    outro: ({ lifetime }) => [
      `Der Link gilt einmal und ${lifetime} lang. Falls Sie dieses Konto nicht kennen, ignorieren Sie diese Mail.`,
    ],
  },
  invitation: {
    subject: ({ app }) => `Einladung in eine Organisation bei ${app}`,
    intro: ({ app, inviter, organization }) => [
      `${inviter} lädt Sie ein, ${organization} bei ${app} beizutreten.`,
    ],
    button: () => "Einladung ansehen",
    outro: ({ lifetime }) => [
      `Die Einladung gilt ${lifetime} lang und nur für diese E-Mail-Adresse. Falls Sie nicht wissen, wer sie geschickt hat, ignorieren Sie diese Mail.`,
    ],
  },
};
