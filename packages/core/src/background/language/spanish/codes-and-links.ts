import type { NoticeName } from "../../mail/mails.js";
import type { MailTexts } from "../catalogue.js";

interface CodeOutro {
  readonly app: string;
  readonly lifetime: string;
}

const codeOutro = ({ app, lifetime }: CodeOutro): readonly string[] => [
  `Funciona una sola vez y durante ${lifetime}. Nadie de ${app} te lo pedirá nunca.`,
  "Si no lo has pedido, puedes ignorar este correo.",
];

/** The mails that bring a code or a link. */
export const CODES_AND_LINKS: Omit<MailTexts, NoticeName> = {
  "sign-in-code": {
    subject: ({ app, code }) => `${code} es tu código de ${app}`,
    intro: ({ app }) => [`Introduce este código para iniciar sesión en ${app}:`],
    outro: codeOutro,
  },
  "email-verification-code": {
    subject: ({ app, code }) => `${code} es tu código de verificación de ${app}`,
    intro: ({ app }) => [
      `Introduce este código para confirmar que esta dirección de correo es de tu cuenta de ${app}:`,
    ],
    outro: codeOutro,
  },
  "password-reset-code": {
    subject: ({ app, code }) => `${code} es tu código para cambiar la contraseña de ${app}`,
    intro: ({ app }) => [`Introduce este código para elegir una contraseña nueva en ${app}:`],
    outro: codeOutro,
  },
  "verify-email": {
    subject: ({ app }) => `Confirma tu dirección de correo para ${app}`,
    intro: ({ app }) => [
      `Alguien se ha registrado en ${app} con esta dirección de correo. Si has sido tú, confírmala:`,
    ],
    button: () => "Confirmar mi dirección de correo",
    outro: ({ lifetime }) => [
      `El enlace funciona durante ${lifetime}. Si no has sido tú, ignora este correo: al confirmar, dejarías la cuenta en manos de quien se registró.`,
    ],
  },
  "password-reset-link": {
    subject: ({ app }) => `Elige una contraseña nueva para ${app}`,
    intro: ({ app }) => [`Abre este enlace para elegir una contraseña nueva en ${app}:`],
    button: () => "Elegir una contraseña",
    outro: ({ lifetime }) => [
      `Funciona una sola vez y durante ${lifetime}. Si no lo has pedido, ignora este correo: tu contraseña sigue siendo la misma.`,
    ],
  },
  "account-created": {
    subject: ({ app }) => `Tu cuenta de ${app}`,
    intro: ({ app }) => [
      `Se ha creado para ti una cuenta de ${app} con esta dirección de correo. Abre este enlace para elegir la contraseña:`,
    ],
    button: () => "Elegir una contraseña",
    outro: ({ lifetime }) => [
      `Funciona una sola vez y durante ${lifetime}. Más adelante puedes pedir otro donde inicias sesión. Si no sabes por qué recibes este correo, puedes ignorarlo.`,
    ],
  },
  "magic-link": {
    subject: ({ app }) => `Tu enlace para entrar en ${app}`,
    intro: ({ app }) => [`Abre este enlace para iniciar sesión en ${app}:`],
    button: () => "Iniciar sesión",
    outro: ({ lifetime }) => [
      `Funciona una sola vez y durante ${lifetime}. Si no lo has pedido, puedes ignorar este correo.`,
    ],
  },
  "email-change": {
    subject: ({ app }) => `Confirma tu nueva dirección de correo para ${app}`,
    intro: ({ app, from }) => [
      `La cuenta de ${app} de ${from} va a usar esta dirección de correo a partir de ahora. Si es la tuya, confírmalo:`,
    ],
    button: () => "Usar esta dirección de correo",
    outro: ({ lifetime }) => [
      `El enlace funciona una sola vez y durante ${lifetime}. Si no conoces esa cuenta, ignora este correo.`,
    ],
  },
  invitation: {
    subject: ({ app }) => `Te han invitado a una organización en ${app}`,
    intro: ({ app, inviter, organization }) => [
      `${inviter} te invita a unirte a ${organization} en ${app}.`,
    ],
    button: () => "Ver la invitación",
    outro: ({ lifetime }) => [
      `Es válida durante ${lifetime} y solo para esta dirección de correo. Si no sabes quién la ha enviado, ignora este correo.`,
    ],
  },
};
