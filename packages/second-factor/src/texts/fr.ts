import type { FactorTexts } from "./mail-texts.js";

const NOT_YOU =
  "Si ce n’était pas vous, quelqu’un a accès à votre compte : déconnectez tous les appareils, choisissez un nouveau mot de passe et écrivez aux responsables de ce service.";
const BUTTON = "Voir les appareils connectés";

export const fr: FactorTexts = {
  enabled: {
    subject: ({ app }) => `Vérification en deux étapes activée chez ${app}`,
    intro: ({ app, byPasskey }) => [
      byPasskey
        ? `Pour vous connecter à votre compte ${app}, il faut désormais votre clé d’accès ou une seconde étape.`
        : `Pour vous connecter à votre compte ${app}, il faut désormais aussi un code de votre application d’authentification.`,
      "Gardez vos codes de récupération là où vous les trouverez sans votre téléphone : chacun vous laisse entrer une fois.",
      NOT_YOU,
    ],
    button: () => BUTTON,
  },
  replaced: {
    subject: ({ app }) => `Nouvelle seconde étape pour votre compte ${app}`,
    intro: ({ app }) => [
      `La seconde étape de connexion à votre compte ${app} a été configurée à nouveau. Les anciens codes de récupération ne sont plus valables.`,
      NOT_YOU,
    ],
    button: () => BUTTON,
  },
  disabled: {
    subject: ({ app }) => `Vérification en deux étapes désactivée chez ${app}`,
    intro: ({ app, byUser }) => [
      byUser
        ? `Votre compte ${app} ne demande plus de seconde étape.`
        : `La seconde étape de votre compte ${app} a été supprimée.`,
      NOT_YOU,
    ],
    button: () => BUTTON,
  },
  guessed: {
    subject: ({ app }) => `Codes erronés pour votre compte ${app}`,
    intro: ({ app, byPassword }) => [
      `Quelqu’un a saisi aujourd’hui cinq codes erronés pour votre compte ${app}, sans réussir à entrer.`,
      byPassword
        ? "Cette personne connaît votre mot de passe. Si ce n’était pas vous, changez-le maintenant."
        : "Cette personne a passé la première étape. Si ce n’était pas vous, vérifiez qui peut lire vos e-mails et utiliser vos comptes associés.",
    ],
    button: () => BUTTON,
  },
  codesReplaced: {
    subject: ({ app }) => `Nouveaux codes de récupération pour votre compte ${app}`,
    intro: ({ app }) => [
      `De nouveaux codes de récupération ont été créés pour votre compte ${app}. Les anciens ne sont plus valables.`,
      NOT_YOU,
    ],
    button: () => BUTTON,
  },
  codeUsed: {
    subject: ({ app }) => `Un code de récupération a été utilisé chez ${app}`,
    intro: ({ app, left }) => [
      `Un de vos codes de récupération a été utilisé pour votre compte ${app}. Codes restants : ${left}.`,
      left === 0
        ? "Créez-en de nouveaux maintenant : sans eux, un téléphone perdu vous ferme la porte."
        : NOT_YOU,
    ],
    button: () => BUTTON,
  },
  recovery: {
    subject: ({ app, stage }) =>
      stage === "started"
        ? `Est-ce vous ? Accès à votre compte ${app} sans seconde étape`
        : `Toujours en cours : accès à votre compte ${app} sans seconde étape`,
    intro: ({ app, stage, startedAt, dueAt, expiresAt, place }) => [
      `Le ${startedAt}${place === "" ? "" : ` (${place})`}, quelqu’un qui peut lire cette boîte aux lettres a demandé à entrer dans votre compte ${app} sans la seconde étape.`,
      stage === "started" || stage === "waits"
        ? `Si vous ne faites rien, ce sera possible le ${dueAt}.`
        : `C’est possible maintenant, jusqu’au ${expiresAt}.`,
      "Si ce n’était pas vous, arrêtez-le avec le bouton. Une connexion avec votre seconde étape l’arrête aussi.",
    ],
    button: () => "Arrêter",
    outro: ({ dueAt }) => [
      `Si c’était vous : reconnectez-vous par e-mail après le ${dueAt}. Votre mot de passe, vos clés d’accès, vos comptes associés et vos secondes étapes seront alors supprimés.`,
    ],
  },
  recoveryVetoed: {
    subject: ({ app }) => `Arrêté : accès à votre compte ${app} sans seconde étape`,
    intro: ({ app, startedAt }) => [
      `La demande du ${startedAt} d’entrer dans votre compte ${app} sans la seconde étape a été arrêtée.`,
      "Si cette demande ne venait pas de vous, quelqu’un d’autre peut lire vos e-mails : changez le mot de passe de votre messagerie.",
    ],
    button: () => BUTTON,
  },
  recoveryCompleted: {
    subject: ({ app }) => `Votre compte ${app} a été récupéré`,
    intro: ({ app }) => [
      `Votre compte ${app} a été récupéré par e-mail. Mot de passe, clés d’accès, comptes associés et secondes étapes ont été supprimés, et tous les appareils déconnectés.`,
      "Si ce n’était pas vous, écrivez tout de suite aux responsables de ce service.",
    ],
    button: () => BUTTON,
  },
};
