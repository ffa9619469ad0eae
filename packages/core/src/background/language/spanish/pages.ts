import type { PageTexts } from "../page-texts.js";
import { ROLES } from "./roles.js";

/** The pages that mailed links open. */
export const PAGES: PageTexts = {
  verifyEmail: {
    title: "Confirma tu dirección de correo",
    text: ({ email }) => `Se ha creado una cuenta con ${email}. Si has sido tú, confírmala:`,
    button: "Confirmar esta dirección de correo",
    note: "Si no has sido tú, cierra esta página. No pasará nada hasta que pulses el botón.",
  },
  emailVerified: {
    title: "Tu dirección de correo está confirmada",
    text: ({ email }) => `${email} ya pertenece a tu cuenta.`,
  },
  changeEmail: {
    title: "Cambia tu dirección de correo",
    text: ({ from, to }) => `Tu cuenta pasará de ${from} a ${to}.`,
    button: "Usar la nueva dirección de correo",
    note: "No pasará nada hasta que pulses el botón.",
  },
  emailChanged: {
    title: "Tu dirección de correo ha cambiado",
    text: ({ to }) => `Tu cuenta usa ahora ${to}.`,
  },
  signIn: {
    title: "Iniciar sesión",
    text: ({ email }) => `Vas a iniciar sesión como ${email} en este navegador.`,
    button: "Iniciar sesión",
    note: "Si no lo has pedido, cierra esta página. No pasará nada hasta que pulses el botón.",
  },
  invitation: {
    title: ({ organization }) => `Unirse a ${organization}`,
    text: ({ inviter, email, organization, role }) =>
      `${inviter === null ? "Has recibido una invitación" : `${inviter} te ha invitado`} a unirte a ${organization}. La invitación es para ${email}, como ${ROLES[role].toLowerCase()}.`,
    button: "Ver la invitación",
    note: "Si no sabes quién la ha enviado, cierra esta página. No pasará nada hasta que aceptes.",
    roles: {
      member: "Un miembro ve la organización y sus miembros.",
      admin:
        "Un administrador también invita, quita miembros y cambia roles, salvo los de los propietarios.",
      owner: "Un propietario también nombra propietarios, transfiere y elimina la organización.",
    },
    join: ({ email }) => `Unirme como ${email}`,
    otherAccount: ({ signedInAs }) => `Has iniciado sesión como ${signedInAs}.`,
    switchAccount: ({ email }) => `Cerrar sesión y continuar como ${email}`,
  },
  deadLink: {
    title: "Este enlace no funciona",
    text: () => "Este enlace ya se ha usado o se ha sustituido por otro.",
    perhapsUsed: "¿Ya lo has usado? Entonces ya está: inicia sesión como siempre.",
    askInviter: "Pide una nueva invitación a la persona que te invitó.",
  },
  expiredLink: {
    title: "Este enlace ha caducado",
    text: () => "Este enlace ya no es válido. Pide uno nuevo.",
  },
  endedChange:
    "La sesión que pidió este cambio ha terminado, y el cambio con ella. Inicia sesión y vuelve a pedirlo.",
  suspended: "Esta cuenta está suspendida. Consulta a los responsables de este servicio.",
  notOffered: "Esta forma de iniciar sesión no se ofrece aquí.",
  noNewAccount: "Aquí no puedes crear una cuenta.",
  refused: "Se ha rechazado",
  failed: {
    title: "No ha funcionado",
    text: () => "Puedes cerrar esta página o volver a intentarlo.",
    retry: "Volver e intentarlo de nuevo",
    help: "Si pides ayuda, menciona",
  },
  proceed: "Continuar",
  startAgain: "Empezar de nuevo",
};
