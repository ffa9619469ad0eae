import type { Catalogue } from "../catalogue.js";
import { CODES_AND_LINKS } from "./codes-and-links.js";
import { NOTICES } from "./notices.js";
import { PAGES } from "./pages.js";
import { ROLES } from "./roles.js";

/** French. */
export const FRENCH: Catalogue = {
  locale: "fr",
  mails: { ...CODES_AND_LINKS, ...NOTICES },
  pages: PAGES,
  facts: {
    passkey: "Clé d’accès",
    provider: "Fournisseur",
    organization: "Organisation",
    role: "Rôle",
    when: "Quand",
    device: "Appareil",
    network: "Adresse IP",
    by: "Par",
    roles: ROLES,
    actors: {
      session: "Une personne connectée à votre compte",
      mailbox: "Une personne qui peut lire vos messages",
      provider: "Une personne connectée avec ce fournisseur",
      "new-mailbox": "Une personne qui peut lire les messages envoyés à la nouvelle adresse e-mail",
      operator: "L’exploitant du service",
    },
    browserOn: (browser, system) => `${browser} sur ${system}`,
    unknown: "Inconnu",
    more: (count) => (count === 1 ? "une autre" : `${count} autres`),
  },
  footer: {
    request: ({ app, host, to }) =>
      `${app} (${host}) a envoyé ce message à ${to} parce que quelqu’un y a saisi cette adresse e-mail.`,
    created: ({ app, host, to }) =>
      `${app} (${host}) a envoyé ce message à ${to} parce qu’un administrateur de ${app} a créé un compte pour vous.`,
    notice: ({ app, host, to }) =>
      `${app} (${host}) a envoyé ce message à ${to} parce que vous y avez un compte. Les messages de ce type le protègent\u00a0: il n’est pas possible de s’en désabonner.`,
    invitation: ({ app, host, to }) =>
      `${app} (${host}) a envoyé ce message à ${to} parce qu’un membre d’une organisation y a saisi cette adresse e-mail.`,
  },
  brandLinks: {
    terms: "Conditions d’utilisation",
    privacy: "Confidentialité",
    support: "Assistance",
  },
  signOutEverywhere: "Se déconnecter partout",
  orOpen: "Ou copiez ce lien dans votre navigateur\u00a0:",
  colon: "\u00a0: ",
};
