import type { NoticeName } from "../../mail/mails.js";
import type { MailTexts } from "../catalogue.js";

interface CodeOutro {
  readonly app: string;
  readonly lifetime: string;
}

const codeOutro = ({ app, lifetime }: CodeOutro): readonly string[] => [
  `Der Code gilt einmal und ${lifetime} lang. Niemand von ${app} wird dich je danach fragen.`,
  "Falls du ihn nicht angefordert hast, kannst du diese Mail ignorieren.",
];

/** The mails that bring a code or a link. */
export const CODES_AND_LINKS: Omit<MailTexts, NoticeName> = {
  "sign-in-code": {
    subject: ({ app, code }) => `${code} ist dein Code für ${app}`,
    intro: ({ app }) => [`Gib diesen Code ein, um dich bei ${app} anzumelden:`],
    outro: codeOutro,
  },
  "email-verification-code": {
    subject: ({ app, code }) => `${code} ist dein Bestätigungscode für ${app}`,
    intro: ({ app }) => [
      `Gib diesen Code ein, um zu bestätigen, dass diese E-Mail-Adresse zu deinem Konto bei ${app} gehört:`,
    ],
    outro: codeOutro,
  },
  "password-reset-code": {
    subject: ({ app, code }) => `${code} ist dein Code für ein neues Passwort bei ${app}`,
    intro: ({ app }) => [`Gib diesen Code ein, um bei ${app} ein neues Passwort festzulegen:`],
    outro: codeOutro,
  },
  "verify-email": {
    subject: ({ app }) => `Bestätige deine E-Mail-Adresse für ${app}`,
    intro: ({ app }) => [
      `Mit dieser E-Mail-Adresse wurde ein Konto bei ${app} angelegt. Wenn du das warst, bestätige sie:`,
    ],
    button: () => "E-Mail-Adresse bestätigen",
    outro: ({ lifetime }) => [
      `Der Link gilt ${lifetime} lang. Wenn du es nicht warst, ignoriere diese Mail: Eine Bestätigung würde das Konto der Person überlassen, die es angelegt hat.`,
    ],
  },
  "password-reset-link": {
    subject: ({ app }) => `Neues Passwort für ${app}`,
    intro: ({ app }) => [`Öffne diesen Link, um bei ${app} ein neues Passwort festzulegen:`],
    button: () => "Neues Passwort festlegen",
    outro: ({ lifetime }) => [
      `Der Link gilt einmal und ${lifetime} lang. Falls du ihn nicht angefordert hast, ignoriere diese Mail: Dein Passwort bleibt, wie es ist.`,
    ],
  },
  "account-created": {
    subject: ({ app }) => `Dein Konto bei ${app}`,
    intro: ({ app }) => [
      `Für dich wurde mit dieser E-Mail-Adresse ein Konto bei ${app} angelegt. Öffne diesen Link, um dein Passwort festzulegen:`,
    ],
    button: () => "Passwort festlegen",
    outro: ({ lifetime }) => [
      `Der Link gilt einmal und ${lifetime} lang. Später kannst du bei der Anmeldung einen neuen anfordern. Falls du nicht weißt, warum du diese Mail bekommst, kannst du sie ignorieren.`,
    ],
  },
  "magic-link": {
    subject: ({ app }) => `Dein Anmeldelink für ${app}`,
    intro: ({ app }) => [`Öffne diesen Link, um dich bei ${app} anzumelden:`],
    button: () => "Anmelden",
    outro: ({ lifetime }) => [
      `Der Link gilt einmal und ${lifetime} lang. Falls du ihn nicht angefordert hast, kannst du diese Mail ignorieren.`,
    ],
  },
  "email-change": {
    subject: ({ app }) => `Bestätige deine neue E-Mail-Adresse für ${app}`,
    intro: ({ app, from }) => [
      `Das Konto von ${from} bei ${app} soll ab jetzt diese E-Mail-Adresse verwenden. Wenn es deines ist, bestätige das:`,
    ],
    button: () => "Diese E-Mail-Adresse verwenden",
    outro: ({ lifetime }) => [
      `Der Link gilt einmal und ${lifetime} lang. Falls du dieses Konto nicht kennst, ignoriere diese Mail.`,
    ],
  },
  invitation: {
    subject: ({ app }) => `Einladung in eine Organisation bei ${app}`,
    intro: ({ app, inviter, organization }) => [
      `${inviter} lädt dich ein, ${organization} bei ${app} beizutreten.`,
    ],
    button: () => "Einladung ansehen",
    outro: ({ lifetime }) => [
      `Die Einladung gilt ${lifetime} lang und nur für diese E-Mail-Adresse. Falls du nicht weißt, wer sie geschickt hat, ignoriere diese Mail.`,
    ],
  },
};
