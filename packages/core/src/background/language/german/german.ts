import type { Catalogue } from "../catalogue.js";
import { CODES_AND_LINKS } from "./codes-and-links.js";
import { NOTICES } from "./notices.js";
import { PAGES } from "./pages.js";
import { ROLES } from "./roles.js";

/** German. */
export const GERMAN: Catalogue = {
  locale: "de",
  mails: { ...CODES_AND_LINKS, ...NOTICES },
  pages: PAGES,
  facts: {
    passkey: "Passkey",
    provider: "Anbieter",
    organization: "Organisation",
    role: "Rolle",
    when: "Wann",
    device: "Gerät",
    network: "IP-Adresse",
    by: "Durch",
    roles: ROLES,
    actors: {
      session: "Jemand, der in deinem Konto angemeldet ist",
      mailbox: "Jemand, der deine Mails lesen kann",
      provider: "Jemand, der sich bei diesem Anbieter angemeldet hat",
      "new-mailbox": "Jemand, der Mails an die neue E-Mail-Adresse lesen kann",
      operator: "Den Betreiber",
    },
    browserOn: (browser, system) => `${browser} auf ${system}`,
    unknown: "Unbekannt",
    more: (count) => (count === 1 ? "eine weitere" : `${count} weitere`),
  },
  footer: {
    request: ({ app, host, to }) =>
      `${app} (${host}) hat diese Mail an ${to} geschickt, weil jemand dort diese E-Mail-Adresse eingegeben hat.`,
    created: ({ app, host, to }) =>
      `${app} (${host}) hat diese Mail an ${to} geschickt, weil jemand aus der Verwaltung von ${app} ein Konto für dich angelegt hat.`,
    notice: ({ app, host, to }) =>
      `${app} (${host}) hat diese Mail an ${to} geschickt, weil du dort ein Konto hast. Mails wie diese schützen es und lassen sich nicht abbestellen.`,
    invitation: ({ app, host, to }) =>
      `${app} (${host}) hat diese Mail an ${to} geschickt, weil ein Mitglied einer Organisation dort diese E-Mail-Adresse eingegeben hat.`,
  },
  brandLinks: { terms: "Nutzungsbedingungen", privacy: "Datenschutz", support: "Hilfe" },
  signOutEverywhere: "Überall abmelden",
  orOpen: "Oder kopiere diesen Link in deinen Browser:",
  colon: ": ",
};
