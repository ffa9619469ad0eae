import type { NoticeName } from "../../mail/mails.js";
import type { MailTexts } from "../catalogue.js";

interface CodeOutro {
  readonly app: string;
  readonly lifetime: string;
}

const codeOutro = ({ app, lifetime }: CodeOutro): readonly string[] => [
  `Il ne fonctionne qu’une fois, pendant ${lifetime}. Personne de ${app} ne vous le demandera jamais.`,
  "Si vous ne l’avez pas demandé, vous pouvez ignorer ce message.",
];

/** The mails that bring a code or a link. */
export const CODES_AND_LINKS: Omit<MailTexts, NoticeName> = {
  "sign-in-code": {
    subject: ({ app, code }) => `${code} est votre code ${app}`,
    intro: ({ app }) => [`Saisissez ce code pour vous connecter à ${app}\u00a0:`],
    outro: codeOutro,
  },
  "email-verification-code": {
    subject: ({ app, code }) => `${code} est votre code de vérification ${app}`,
    intro: ({ app }) => [
      `Saisissez ce code pour confirmer que cette adresse e-mail appartient à votre compte ${app}\u00a0:`,
    ],
    outro: codeOutro,
  },
  "password-reset-code": {
    subject: ({ app, code }) => `${code} est votre code pour un nouveau mot de passe ${app}`,
    intro: ({ app }) => [
      `Saisissez ce code pour choisir un nouveau mot de passe sur ${app}\u00a0:`,
    ],
    outro: codeOutro,
  },
  "verify-email": {
    subject: ({ app }) => `Confirmez votre adresse e-mail pour ${app}`,
    intro: ({ app }) => [
      `Quelqu’un s’est inscrit sur ${app} avec cette adresse e-mail. Si c’est vous, confirmez-la\u00a0:`,
    ],
    button: () => "Confirmer mon adresse e-mail",
    outro: ({ lifetime }) => [
      `Le lien fonctionne pendant ${lifetime}. Si ce n’est pas vous, ignorez ce message\u00a0: confirmer laisserait le compte à la personne qui s’est inscrite.`,
    ],
  },
  "password-reset-link": {
    subject: ({ app }) => `Choisissez un nouveau mot de passe ${app}`,
    intro: ({ app }) => [`Ouvrez ce lien pour choisir un nouveau mot de passe sur ${app}\u00a0:`],
    button: () => "Choisir un mot de passe",
    outro: ({ lifetime }) => [
      `Il ne fonctionne qu’une fois, pendant ${lifetime}. Si vous ne l’avez pas demandé, ignorez ce message\u00a0: votre mot de passe reste le même.`,
    ],
  },
  "account-created": {
    subject: ({ app }) => `Votre compte ${app}`,
    intro: ({ app }) => [
      `Un compte ${app} a été créé pour vous avec cette adresse e-mail. Ouvrez ce lien pour choisir son mot de passe\u00a0:`,
    ],
    button: () => "Choisir un mot de passe",
    outro: ({ lifetime }) => [
      `Il ne fonctionne qu’une fois, pendant ${lifetime}. Plus tard, vous pourrez en demander un autre sur la page de connexion. Si vous ne savez pas pourquoi vous recevez ce message, vous pouvez l’ignorer.`,
    ],
  },
  "magic-link": {
    subject: ({ app }) => `Votre lien de connexion à ${app}`,
    intro: ({ app }) => [`Ouvrez ce lien pour vous connecter à ${app}\u00a0:`],
    button: () => "Se connecter",
    outro: ({ lifetime }) => [
      `Il ne fonctionne qu’une fois, pendant ${lifetime}. Si vous ne l’avez pas demandé, vous pouvez ignorer ce message.`,
    ],
  },
  "email-change": {
    subject: ({ app }) => `Confirmez votre nouvelle adresse e-mail pour ${app}`,
    intro: ({ app, from }) => [
      `Le compte ${app} de ${from} doit désormais utiliser cette adresse e-mail. Si c’est le vôtre, confirmez-le\u00a0:`,
    ],
    button: () => "Utiliser cette adresse e-mail",
    outro: ({ lifetime }) => [
      `Le lien ne fonctionne qu’une fois, pendant ${lifetime}. Si vous ne connaissez pas ce compte, ignorez ce message.`,
    ],
  },
  invitation: {
    subject: ({ app }) => `Invitation à rejoindre une organisation sur ${app}`,
    intro: ({ app, inviter, organization }) => [
      `${inviter} vous invite à rejoindre ${organization} sur ${app}.`,
    ],
    button: () => "Voir l’invitation",
    outro: ({ lifetime }) => [
      `Elle est valable pendant ${lifetime}, et pour cette adresse e-mail seulement. Si vous ne savez pas qui l’a envoyée, ignorez ce message.`,
    ],
  },
};
