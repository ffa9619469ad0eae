import type { Catalogue } from "../catalogue.js";
import { CODES_AND_LINKS } from "./codes-and-links.js";
import { NOTICES } from "./notices.js";
import { PAGES } from "./pages.js";
import { ROLES } from "./roles.js";

/** Spanish. */
export const SPANISH: Catalogue = {
  locale: "es",
  mails: { ...CODES_AND_LINKS, ...NOTICES },
  pages: PAGES,
  facts: {
    passkey: "Llave de acceso",
    provider: "Proveedor",
    organization: "Organización",
    role: "Rol",
    when: "Cuándo",
    device: "Dispositivo",
    network: "Dirección IP",
    by: "Quién",
    roles: ROLES,
    actors: {
      session: "Alguien con la sesión iniciada en tu cuenta",
      mailbox: "Alguien que puede leer tu correo",
      provider: "Alguien que ha iniciado sesión con este proveedor",
      "new-mailbox": "Alguien que puede leer lo que llega a la nueva dirección de correo",
      operator: "El operador del servicio",
    },
    browserOn: (browser, system) => `${browser} en ${system}`,
    unknown: "Desconocido",
    more: (count) => `${count} más`,
  },
  footer: {
    request: ({ app, host, to }) =>
      `${app} (${host}) ha enviado este correo a ${to} porque alguien ha introducido allí esta dirección de correo.`,
    created: ({ app, host, to }) =>
      `${app} (${host}) ha enviado este correo a ${to} porque un administrador de ${app} ha creado una cuenta para ti.`,
    notice: ({ app, host, to }) =>
      `${app} (${host}) ha enviado este correo a ${to} porque tienes una cuenta allí. Los correos como este la protegen y no se pueden desactivar.`,
    invitation: ({ app, host, to }) =>
      `${app} (${host}) ha enviado este correo a ${to} porque un miembro de una organización ha introducido allí esta dirección de correo.`,
  },
  brandLinks: { terms: "Condiciones de uso", privacy: "Privacidad", support: "Ayuda" },
  signOutEverywhere: "Cerrar la sesión en todas partes",
  orOpen: "O copia este enlace en tu navegador:",
  colon: ": ",
};
