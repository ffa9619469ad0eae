import type { NoticeName } from "../../mail/mails.js";
import type { MailTexts } from "../catalogue.js";

const SIGN_OUT =
  "cierra la sesión en todas partes cuanto antes, también en este dispositivo, y vuelve a iniciarla";

/** The mails that tell what was done to an account. */
export const NOTICES: Pick<MailTexts, NoticeName> = {
  "deletion-requested": {
    subject: ({ app }) => `Tu cuenta de ${app} se va a eliminar`,
    intro: ({ app, day, atOnce, organizations, byPassword }) => [
      atOnce
        ? `Has pedido que se elimine tu cuenta de ${app}. Se hará de inmediato.`
        : `Has pedido que se elimine tu cuenta de ${app}. Se hará el ${day}; hasta entonces puedes cambiar de opinión.`,
      ...(organizations
        ? [
            `Eres el único propietario de ${organizations}. Mientras sea así, tu cuenta no se puede eliminar: transfiere la propiedad o elimina la organización.`,
          ]
        : []),
      atOnce
        ? `Si no lo has pedido, ponte en contacto con ${app} cuanto antes.`
        : byPassword
          ? `Si no lo has pedido, alguien conoce tu contraseña: conserva tu cuenta y cambia la contraseña; después, ${SIGN_OUT}.`
          : `Si no lo has pedido, conserva tu cuenta; después, ${SIGN_OUT}.`,
    ],
    button: ({ app, atOnce }) => (atOnce ? `Abrir ${app}` : "Conservar mi cuenta"),
  },
  "deletion-rejected": {
    subject: ({ app }) => `Tu cuenta de ${app} no se ha eliminado`,
    intro: ({ app, organizations }) => [
      `Tu cuenta de ${app} debía eliminarse hoy. No se ha hecho y no se ha borrado nada: eres el único propietario de ${organizations}.`,
      "Transfiere la propiedad o elimina la organización y vuelve a pedir la eliminación.",
    ],
    button: () => "Abrir tus organizaciones",
  },
  "deletion-cancelled": {
    subject: ({ app }) => `Tu cuenta de ${app} se conserva`,
    intro: ({ app }) => [
      `Se ha cancelado la eliminación de tu cuenta de ${app}. Todo sigue igual.`,
      `Si no has sido tú, ${SIGN_OUT}.`,
    ],
    button: () => "Cerrar la sesión en todas partes",
  },
  "account-deleted": {
    subject: ({ app }) => `Tu cuenta de ${app} se ha eliminado`,
    intro: ({ app }) => [
      `Tu cuenta de ${app} y todo lo que contenía se han eliminado, como pediste. Este es el último correo al respecto.`,
      "Puedes volver cuando quieras: empezarías de cero.",
    ],
    button: ({ app }) => `Abrir ${app}`,
  },
  "email-change-requested": {
    subject: ({ app }) => `Han pedido cambiar la dirección de correo de tu cuenta de ${app}`,
    intro: ({ app }) => [
      `Alguien con la sesión iniciada en tu cuenta de ${app} ha pedido usar otra dirección de correo. El cambio se hará cuando se confirme la nueva; hasta entonces no cambia nada.`,
      `Si no has sido tú, ${SIGN_OUT}: así también se anula la solicitud.`,
    ],
    button: () => "Cerrar la sesión en todas partes",
  },
  "email-changed": {
    subject: ({ app }) => `Tu dirección de correo de ${app} ha cambiado`,
    intro: ({ app }) => [
      `Tu cuenta de ${app} usa ahora otra dirección de correo. A esta no se enviará nada más.`,
      `Si no has sido tú, ponte en contacto con ${app} cuanto antes.`,
    ],
    button: ({ app }) => `Abrir ${app}`,
  },
  "sign-up-attempt": {
    subject: ({ app }) => `Alguien ha intentado registrarse en ${app} con tu dirección de correo`,
    intro: ({ app }) => [
      `Alguien ha intentado registrarse en ${app} con esta dirección de correo, que ya tiene una cuenta. No se ha cambiado nada.`,
      "Si has sido tú, inicia sesión o restablece tu contraseña. Si no, puedes ignorar este correo.",
    ],
    button: () => "Iniciar sesión",
  },
  "sign-in-from-new-browser": {
    subject: ({ app }) => `Nuevo inicio de sesión en tu cuenta de ${app}`,
    intro: ({ app, byPassword }) => [
      `Alguien ha iniciado sesión en tu cuenta de ${app} desde un navegador que no se había usado antes.`,
      byPassword
        ? `Si has sido tú, no tienes que hacer nada. Si no, alguien conoce tu contraseña: cámbiala; después, ${SIGN_OUT}.`
        : `Si has sido tú, no tienes que hacer nada. Si no, ${SIGN_OUT}. Después, elimina las llaves de acceso y las cuentas vinculadas que no sean tuyas.`,
    ],
    button: () => "Cerrar la sesión en todas partes",
  },
  "sessions-ended": {
    subject: ({ app }) => `Se ha cerrado la sesión en dispositivos de tu cuenta de ${app}`,
    intro: ({ app, all }) => [
      all
        ? `Se ha cerrado la sesión en todos los dispositivos de tu cuenta de ${app}.`
        : `Se ha cerrado la sesión en todos los dispositivos de tu cuenta de ${app}, salvo en el que se ha pedido.`,
      `Si no has sido tú, ${SIGN_OUT}.`,
    ],
    button: () => "Cerrar la sesión en todas partes",
  },
  "language-changed": {
    subject: ({ app }) => `El idioma de tus correos de ${app} ha cambiado`,
    intro: ({ app }) => [
      `A partir de ahora, ${app} te escribe en otro idioma.`,
      `Si no has sido tú, ${SIGN_OUT}.`,
    ],
    button: () => "Cerrar la sesión en todas partes",
  },
  "password-changed": {
    subject: ({ app }) => `Tu contraseña de ${app} ha cambiado`,
    intro: ({ app }) => [
      `Tu contraseña de ${app} ha cambiado y se ha cerrado la sesión en tus demás dispositivos.`,
      "Si no has sido tú, restablece tu contraseña cuanto antes: así también se cierra la sesión en todos los dispositivos.",
    ],
    button: () => "Restablecer mi contraseña",
  },
  "password-reset-done": {
    subject: ({ app }) => `Tu contraseña de ${app} se ha restablecido`,
    intro: ({ app }) => [
      `Se ha elegido una contraseña nueva para tu cuenta de ${app} y se ha cerrado la sesión en todos los dispositivos.`,
      "Si no has sido tú, vuelve a restablecerla: quien lo ha hecho puede leer tu correo.",
    ],
    button: () => "Restablecer mi contraseña",
  },
  "passkey-added": {
    subject: ({ app }) => `Se ha añadido una llave de acceso a tu cuenta de ${app}`,
    intro: ({ app }) => [
      `Se ha añadido una llave de acceso a tu cuenta de ${app}. Quien la tenga puede iniciar sesión.`,
      `Si no has sido tú, elimínala; después, ${SIGN_OUT}.`,
    ],
    button: () => "Ver esta llave de acceso",
  },
  "passkey-removed": {
    subject: ({ app }) => `Se ha eliminado una llave de acceso de tu cuenta de ${app}`,
    intro: ({ app }) => [
      `Se ha eliminado una llave de acceso de tu cuenta de ${app} y se ha cerrado la sesión en tus demás dispositivos.`,
      `Si no has sido tú, ${SIGN_OUT}.`,
    ],
    button: () => "Ver tus llaves de acceso",
  },
  "account-linked": {
    subject: ({ app }) => `Se ha añadido otra forma de entrar en ${app}`,
    intro: ({ app }) => [
      `Se ha vinculado una cuenta de otro proveedor a tu cuenta de ${app}. Quien la tenga puede iniciar sesión.`,
      `Si no has sido tú, desvincúlala; después, ${SIGN_OUT}.`,
    ],
    button: () => "Ver las cuentas vinculadas",
  },
  "account-unlinked": {
    subject: ({ app }) => `Se ha quitado una cuenta vinculada de ${app}`,
    intro: ({ app }) => [
      `Una cuenta de otro proveedor ya no puede iniciar sesión en tu cuenta de ${app}.`,
      `Si no has sido tú, ${SIGN_OUT}.`,
    ],
    button: () => "Ver las cuentas vinculadas",
  },
  "account-not-linked": {
    subject: ({ app }) =>
      `Se ha rechazado un inicio de sesión en ${app} con tu dirección de correo`,
    intro: ({ app }) => [
      `Alguien ha intentado iniciar sesión en ${app} con una cuenta de otro proveedor que indica tu dirección de correo. Tu cuenta de ${app} no está vinculada a ella, así que nadie ha entrado y no se ha cambiado nada.`,
      "Si has sido tú, inicia sesión como siempre y después vincula esa cuenta. Si no, puedes ignorar este correo.",
    ],
    button: () => "Ver las cuentas vinculadas",
  },
  "account-reclaimed": {
    subject: ({ app }) => `Tu cuenta de ${app} vuelve a ser solo tuya`,
    intro: ({ app }) => [
      `Acabas de demostrar que esta dirección de correo es tuya. Tu cuenta de ${app} no se había confirmado nunca, así que es posible que la creara otra persona.`,
      "Por seguridad hemos eliminado su contraseña, sus llaves de acceso, sus cuentas vinculadas y sus enlaces pendientes, hemos cerrado todas sus sesiones y hemos cancelado cualquier eliminación pendiente. El nombre, la imagen y las organizaciones se mantienen; ninguna organización está activa hasta que elijas una.",
    ],
    button: ({ app }) => `Abrir ${app}`,
  },
  "export-ready": {
    subject: ({ app }) => `Tus datos de ${app} están listos`,
    intro: ({ app }) => [
      `La exportación de tus datos de ${app} está lista. Inicia sesión para descargarla: el enlace funciona allí durante un día.`,
      `Si no la has pedido, ${SIGN_OUT}.`,
    ],
    button: () => "Descargar tus datos",
  },
  "export-failed": {
    subject: ({ app }) => `Tus datos de ${app} no se han podido exportar`,
    intro: ({ app }) => [
      `La exportación de tus datos de ${app} ha fallado. Vuelve a pedirla, por favor.`,
    ],
    button: () => "Volver a pedirla",
  },
  "role-changed": {
    subject: ({ app }) => `Tu rol en una organización de ${app} ha cambiado`,
    intro: ({ app }) => [
      `Tu rol en una de tus organizaciones de ${app} ha cambiado.`,
      "Si te sorprende, pregunta al propietario de la organización.",
    ],
    button: () => "Abrir tus organizaciones",
  },
  "owners-changed": {
    subject: ({ app }) => `Los propietarios de una organización de ${app} han cambiado`,
    intro: ({ app }) => [
      `Alguien es ahora propietario de una de tus organizaciones de ${app}, o ha dejado de serlo.`,
      `Si te sorprende, mira los miembros y el registro de la organización; después, ${SIGN_OUT}.`,
    ],
    button: () => "Abrir tus organizaciones",
  },
  "owner-invited": {
    subject: ({ app }) => `Han invitado a un nuevo propietario a una organización de ${app}`,
    intro: ({ app }) => [
      `Se ha invitado a alguien a ser propietario de una de tus organizaciones de ${app}.`,
      `Si te sorprende, cancela la invitación; después, ${SIGN_OUT}.`,
    ],
    button: () => "Abrir tus organizaciones",
  },
  "member-removed": {
    subject: ({ app }) => `Ya no formas parte de una organización de ${app}`,
    intro: ({ app }) => [
      `Ya no eres miembro de una de tus organizaciones de ${app}.`,
      "Si te sorprende, pregunta al propietario de la organización.",
    ],
    button: ({ app }) => `Abrir ${app}`,
  },
  "organization-deleted": {
    subject: ({ app }) => `Se ha eliminado una organización de ${app}`,
    intro: ({ app }) => [
      `Se ha eliminado una organización de ${app} de la que eras propietario, con sus miembros e invitaciones.`,
      `Si te sorprende, pregunta a los demás propietarios; después, ${SIGN_OUT}.`,
    ],
    button: () => "Cerrar la sesión en todas partes",
  },
  "organization-second-factor-required": {
    subject: ({ app }) => `Una organización de ${app} exige ahora un segundo factor`,
    intro: ({ app }) => [
      `Una de tus organizaciones de ${app} se abre ahora solo a los miembros que han iniciado sesión con un segundo factor.`,
      `No se ha eliminado a nadie. Si te sorprende, pregunta a los demás propietarios; después, ${SIGN_OUT}.`,
    ],
    button: () => "Abrir tus organizaciones",
  },
  "organization-second-factor-waived": {
    subject: ({ app }) => `Una organización de ${app} ya no exige un segundo factor`,
    intro: ({ app }) => [
      `Una de tus organizaciones de ${app} se abre ahora también a los miembros que han iniciado sesión sin un segundo factor.`,
      `Si te sorprende, pregunta a los demás propietarios; después, ${SIGN_OUT}.`,
    ],
    button: () => "Abrir tus organizaciones",
  },
};
