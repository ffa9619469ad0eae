import type { NoticeName } from "../../mail/mails.js";
import type { MailTexts } from "../catalogue.js";

const SIGN_OUT =
  "déconnectez-vous partout sans attendre, y compris sur cet appareil, puis reconnectez-vous";

/** The mails that tell what was done to an account. */
export const NOTICES: Pick<MailTexts, NoticeName> = {
  "deletion-requested": {
    subject: ({ app }) => `Votre compte ${app} va être supprimé`,
    intro: ({ app, day, atOnce, organizations, byPassword }) => [
      atOnce
        ? `Vous avez demandé la suppression de votre compte ${app}. Elle a lieu immédiatement.`
        : `Vous avez demandé la suppression de votre compte ${app}. Elle aura lieu le ${day}\u00a0; d’ici là, vous pouvez changer d’avis.`,
      ...(organizations
        ? [
            `Vous êtes seul propriétaire de ${organizations}. Tant que c’est le cas, votre compte ne peut pas être supprimé\u00a0: transférez la propriété ou supprimez l’organisation.`,
          ]
        : []),
      atOnce
        ? `Si vous n’avez rien demandé, contactez ${app} sans attendre.`
        : byPassword
          ? `Si vous n’avez rien demandé, quelqu’un connaît votre mot de passe\u00a0: conservez votre compte, changez le mot de passe, puis ${SIGN_OUT}.`
          : `Si vous n’avez rien demandé, conservez votre compte, puis ${SIGN_OUT}.`,
    ],
    button: ({ app, atOnce }) => (atOnce ? `Ouvrir ${app}` : "Conserver mon compte"),
  },
  "deletion-rejected": {
    subject: ({ app }) => `Votre compte ${app} n’a pas été supprimé`,
    intro: ({ app, organizations }) => [
      `Votre compte ${app} devait être supprimé aujourd’hui. Il ne l’a pas été, et rien n’a été effacé\u00a0: vous êtes seul propriétaire de ${organizations}.`,
      "Transférez la propriété ou supprimez l’organisation, puis demandez de nouveau la suppression.",
    ],
    button: () => "Ouvrir vos organisations",
  },
  "deletion-cancelled": {
    subject: ({ app }) => `Votre compte ${app} est conservé`,
    intro: ({ app }) => [
      `La suppression de votre compte ${app} a été annulée. Tout reste en place.`,
      `Si ce n’est pas vous, ${SIGN_OUT}.`,
    ],
    button: () => "Se déconnecter partout",
  },
  "account-deleted": {
    subject: ({ app }) => `Votre compte ${app} a été supprimé`,
    intro: ({ app }) => [
      `Votre compte ${app} et tout ce qui lui appartenait ont été supprimés, comme vous l’avez demandé. Ceci est le dernier message à ce sujet.`,
      "Vous pouvez revenir quand vous voulez\u00a0: vous repartiriez de zéro.",
    ],
    button: ({ app }) => `Ouvrir ${app}`,
  },
  "email-change-requested": {
    subject: ({ app }) => `Demande de changement d’adresse e-mail pour votre compte ${app}`,
    intro: ({ app }) => [
      `Une personne connectée à votre compte ${app} a demandé à utiliser une autre adresse e-mail. Le changement aura lieu une fois la nouvelle confirmée\u00a0; d’ici là, rien ne change.`,
      `Si ce n’est pas vous, ${SIGN_OUT}\u00a0: la demande sera annulée aussi.`,
    ],
    button: () => "Se déconnecter partout",
  },
  "email-changed": {
    subject: ({ app }) => `Votre adresse e-mail ${app} a été changée`,
    intro: ({ app }) => [
      `Votre compte ${app} utilise désormais une autre adresse e-mail. Plus rien ne sera envoyé à celle-ci.`,
      `Si ce n’est pas vous, contactez ${app} sans attendre.`,
    ],
    button: ({ app }) => `Ouvrir ${app}`,
  },
  "sign-up-attempt": {
    subject: ({ app }) => `Quelqu’un a essayé de s’inscrire sur ${app} avec votre adresse e-mail`,
    intro: ({ app }) => [
      `Quelqu’un a essayé de s’inscrire sur ${app} avec cette adresse e-mail, qui a déjà un compte. Rien n’a été modifié.`,
      "Si c’est vous, connectez-vous ou réinitialisez votre mot de passe. Sinon, vous pouvez ignorer ce message.",
    ],
    button: () => "Se connecter",
  },
  "sign-in-from-new-browser": {
    subject: ({ app }) => `Nouvelle connexion à votre compte ${app}`,
    intro: ({ app, byPassword }) => [
      `Quelqu’un s’est connecté à votre compte ${app} depuis un navigateur qui n’y avait jamais servi.`,
      byPassword
        ? `Si c’est vous, il n’y a rien à faire. Sinon, quelqu’un connaît votre mot de passe\u00a0: changez-le, puis ${SIGN_OUT}.`
        : `Si c’est vous, il n’y a rien à faire. Sinon, ${SIGN_OUT}. Supprimez ensuite les clés d’accès et les comptes associés qui ne sont pas à vous.`,
    ],
    button: () => "Se déconnecter partout",
  },
  "sessions-ended": {
    subject: ({ app }) => `Des appareils ont été déconnectés de votre compte ${app}`,
    intro: ({ app, all }) => [
      all
        ? `Tous les appareils connectés à votre compte ${app} ont été déconnectés.`
        : `Tous les appareils connectés à votre compte ${app} ont été déconnectés, sauf celui qui l’a demandé.`,
      `Si ce n’est pas vous, ${SIGN_OUT}.`,
    ],
    button: () => "Se déconnecter partout",
  },
  "language-changed": {
    subject: ({ app }) => `La langue de vos messages ${app} a été changée`,
    intro: ({ app }) => [
      `Désormais, ${app} vous écrit dans une autre langue.`,
      `Si ce n’est pas vous, ${SIGN_OUT}.`,
    ],
    button: () => "Se déconnecter partout",
  },
  "password-changed": {
    subject: ({ app }) => `Votre mot de passe ${app} a été changé`,
    intro: ({ app }) => [
      `Votre mot de passe ${app} a été changé, et vos autres appareils ont été déconnectés.`,
      "Si ce n’est pas vous, réinitialisez votre mot de passe sans attendre\u00a0: tous les appareils seront aussi déconnectés.",
    ],
    button: () => "Réinitialiser mon mot de passe",
  },
  "password-reset-done": {
    subject: ({ app }) => `Votre mot de passe ${app} a été réinitialisé`,
    intro: ({ app }) => [
      `Un nouveau mot de passe a été choisi pour votre compte ${app}, et tous les appareils ont été déconnectés.`,
      "Si ce n’est pas vous, réinitialisez-le de nouveau\u00a0: la personne qui l’a fait peut lire vos messages.",
    ],
    button: () => "Réinitialiser mon mot de passe",
  },
  "passkey-added": {
    subject: ({ app }) => `Clé d’accès ajoutée à votre compte ${app}`,
    intro: ({ app }) => [
      `Une clé d’accès a été ajoutée à votre compte ${app}. La personne qui la possède peut se connecter.`,
      `Si ce n’est pas vous, supprimez-la, puis ${SIGN_OUT}.`,
    ],
    button: () => "Voir cette clé d’accès",
  },
  "passkey-removed": {
    subject: ({ app }) => `Clé d’accès supprimée de votre compte ${app}`,
    intro: ({ app }) => [
      `Une clé d’accès a été supprimée de votre compte ${app}, et vos autres appareils ont été déconnectés.`,
      `Si ce n’est pas vous, ${SIGN_OUT}.`,
    ],
    button: () => "Voir vos clés d’accès",
  },
  "account-linked": {
    subject: ({ app }) => `Un autre moyen de se connecter à ${app} a été ajouté`,
    intro: ({ app }) => [
      `Un compte chez un autre fournisseur a été associé à votre compte ${app}. La personne qui le possède peut se connecter.`,
      `Si ce n’est pas vous, dissociez-le, puis ${SIGN_OUT}.`,
    ],
    button: () => "Voir les comptes associés",
  },
  "account-unlinked": {
    subject: ({ app }) => `Un compte associé a été retiré de ${app}`,
    intro: ({ app }) => [
      `Un compte chez un autre fournisseur ne permet plus de se connecter à votre compte ${app}.`,
      `Si ce n’est pas vous, ${SIGN_OUT}.`,
    ],
    button: () => "Voir les comptes associés",
  },
  "account-not-linked": {
    subject: ({ app }) => `Une connexion à ${app} avec votre adresse e-mail a été refusée`,
    intro: ({ app }) => [
      `Quelqu’un a essayé de se connecter à ${app} avec un compte chez un autre fournisseur qui porte votre adresse e-mail. Votre compte ${app} n’y est pas associé : personne n’a été connecté et rien n’a été modifié.`,
      "Si c’est vous, connectez-vous comme d’habitude, puis associez ce compte. Sinon, vous pouvez ignorer ce message.",
    ],
    button: () => "Voir les comptes associés",
  },
  "account-reclaimed": {
    subject: ({ app }) => `Votre compte ${app} est de nouveau à vous seul`,
    intro: ({ app }) => [
      `Vous venez de prouver que cette adresse e-mail est la vôtre. Votre compte ${app} n’avait jamais été confirmé\u00a0: une autre personne a donc pu le créer.`,
      "Par sécurité, nous avons supprimé son mot de passe, ses clés d’accès, ses comptes associés et ses liens en attente, mis fin à toutes ses sessions et annulé toute suppression en attente. Le nom, l’image et les organisations restent\u00a0; aucune organisation n’est active tant que vous n’en choisissez pas une.",
    ],
    button: ({ app }) => `Ouvrir ${app}`,
  },
  "export-ready": {
    subject: ({ app }) => `Vos données ${app} sont prêtes`,
    intro: ({ app }) => [
      `L’export de vos données ${app} est prêt. Connectez-vous pour le télécharger\u00a0: le lien y fonctionne pendant un jour.`,
      `Si vous ne l’avez pas demandé, ${SIGN_OUT}.`,
    ],
    button: () => "Télécharger vos données",
  },
  "export-failed": {
    subject: ({ app }) => `Vos données ${app} n’ont pas pu être exportées`,
    intro: ({ app }) => [
      `L’export de vos données ${app} a échoué. Veuillez le demander de nouveau.`,
    ],
    button: () => "Demander de nouveau",
  },
  "role-changed": {
    subject: ({ app }) => `Votre rôle dans une organisation sur ${app} a été changé`,
    intro: ({ app }) => [
      `Votre rôle dans l’une de vos organisations sur ${app} a été changé.`,
      "Si cela vous étonne, demandez au propriétaire de l’organisation.",
    ],
    button: () => "Ouvrir vos organisations",
  },
  "owners-changed": {
    subject: ({ app }) => `Les propriétaires d’une organisation sur ${app} ont changé`,
    intro: ({ app }) => [
      `Quelqu’un est devenu propriétaire de l’une de vos organisations sur ${app}, ou ne l’est plus.`,
      `Si cela vous étonne, regardez les membres et le journal de l’organisation, puis ${SIGN_OUT}.`,
    ],
    button: () => "Ouvrir vos organisations",
  },
  "owner-invited": {
    subject: ({ app }) => `Invitation à devenir propriétaire d’une organisation sur ${app}`,
    intro: ({ app }) => [
      `Quelqu’un a été invité à devenir propriétaire de l’une de vos organisations sur ${app}.`,
      `Si cela vous étonne, annulez l’invitation, puis ${SIGN_OUT}.`,
    ],
    button: () => "Ouvrir vos organisations",
  },
  "member-removed": {
    subject: ({ app }) => `Vous avez été retiré d’une organisation sur ${app}`,
    intro: ({ app }) => [
      `Vous n’êtes plus membre de l’une de vos organisations sur ${app}.`,
      "Si cela vous étonne, demandez au propriétaire de l’organisation.",
    ],
    button: ({ app }) => `Ouvrir ${app}`,
  },
  "organization-deleted": {
    subject: ({ app }) => `Une organisation sur ${app} a été supprimée`,
    intro: ({ app }) => [
      `L’une des organisations dont vous étiez propriétaire sur ${app} a été supprimée, avec ses membres et ses invitations.`,
      `Si cela vous étonne, demandez aux autres propriétaires, puis ${SIGN_OUT}.`,
    ],
    button: () => "Se déconnecter partout",
  },
  "organization-second-factor-required": {
    subject: ({ app }) => `Une organisation sur ${app} exige désormais un second facteur`,
    intro: ({ app }) => [
      `L’une de vos organisations sur ${app} n’est plus ouverte qu’aux membres connectés avec un second facteur.`,
      `Personne n’a été retiré. Si cela vous étonne, demandez aux autres propriétaires, puis ${SIGN_OUT}.`,
    ],
    button: () => "Ouvrir vos organisations",
  },
  "organization-second-factor-waived": {
    subject: ({ app }) => `Une organisation sur ${app} n’exige plus de second facteur`,
    intro: ({ app }) => [
      `L’une de vos organisations sur ${app} est désormais ouverte aussi aux membres connectés sans second facteur.`,
      `Si cela vous étonne, demandez aux autres propriétaires, puis ${SIGN_OUT}.`,
    ],
    button: () => "Ouvrir vos organisations",
  },
};
