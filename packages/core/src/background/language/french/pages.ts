import type { PageTexts } from "../page-texts.js";
import { ROLES } from "./roles.js";

/** The pages that mailed links open. */
export const PAGES: PageTexts = {
  verifyEmail: {
    title: "Confirmez votre adresse e‑mail",
    text: ({ email }) =>
      `Un compte a été créé avec ${email}. Si c’est bien vous, confirmez cette adresse e-mail\u00a0:`,
    button: "Confirmer cette adresse e-mail",
    note: "Si ce n’est pas vous, fermez cette page. Rien ne se passe tant que vous n’avez pas appuyé sur le bouton.",
  },
  emailVerified: {
    title: "Votre adresse e‑mail est confirmée",
    text: ({ email }) => `${email} est désormais associée à votre compte.`,
  },
  changeEmail: {
    title: "Changer votre adresse e‑mail",
    text: ({ from, to }) => `L’adresse e-mail de votre compte passera de ${from} à ${to}.`,
    button: "Utiliser la nouvelle adresse e-mail",
    note: "Rien ne se passe tant que vous n’avez pas appuyé sur le bouton.",
  },
  emailChanged: {
    title: "Votre adresse e‑mail a été changée",
    text: ({ to }) => `Votre compte utilise désormais ${to}.`,
  },
  signIn: {
    title: "Se connecter",
    text: ({ email }) => `Vous allez vous connecter en tant que ${email} dans ce navigateur.`,
    button: "Se connecter",
    note: "Si vous n’avez rien demandé, fermez cette page. Rien ne se passe tant que vous n’avez pas appuyé sur le bouton.",
  },
  invitation: {
    title: ({ organization }) => `Rejoindre ${organization}`,
    text: ({ inviter, email, organization, role }) =>
      `${inviter === null ? "Vous avez reçu une invitation" : `${inviter} vous invite`} à rejoindre ${organization}. L’invitation est pour ${email}, en tant que ${ROLES[role].toLowerCase()}.`,
    button: "Voir l’invitation",
    note: "Si vous ne savez pas qui l’a envoyée, fermez cette page. Rien ne se passe tant que vous n’avez pas accepté.",
    roles: {
      member: "Un membre voit l’organisation et ses membres.",
      admin:
        "Un administrateur peut aussi inviter, retirer et changer les rôles, sauf ceux des propriétaires.",
      owner:
        "Un propriétaire peut aussi nommer des propriétaires, transférer et supprimer l’organisation.",
    },
    join: ({ email }) => `Rejoindre en tant que ${email}`,
    otherAccount: ({ signedInAs }) => `Vous êtes connecté en tant que ${signedInAs}.`,
    switchAccount: ({ email }) => `Se déconnecter et continuer en tant que ${email}`,
  },
  deadLink: {
    title: "Ce lien ne fonctionne pas",
    text: () => "Ce lien a déjà été utilisé ou remplacé.",
    perhapsUsed: "Déjà utilisé\u00a0? Alors c’est fait\u00a0: connectez-vous comme d’habitude.",
    askInviter: "Demandez une nouvelle invitation à la personne qui vous a invité.",
  },
  expiredLink: {
    title: "Ce lien a expiré",
    text: () => "Ce lien n’est plus valable. Demandez-en un nouveau.",
  },
  endedChange:
    "La session qui a demandé ce changement est terminée, et le changement est annulé. Connectez-vous et refaites la demande.",
  suspended: "Ce compte est suspendu. Adressez-vous aux responsables de ce service.",
  notOffered: "Ce mode de connexion n’est pas proposé ici.",
  noNewAccount: "Vous ne pouvez pas créer de compte ici.",
  refused: "La demande a été refusée",
  failed: {
    title: "Cela n’a pas fonctionné",
    text: () => "Vous pouvez fermer cette page ou réessayer.",
    retry: "Revenir et réessayer",
    help: "Si vous demandez de l’aide, indiquez",
  },
  proceed: "Continuer",
  startAgain: "Recommencer",
};
