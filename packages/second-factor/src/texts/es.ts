import type { FactorTexts } from "./mail-texts.js";

const NOT_YOU =
  "Si no has sido tú, alguien está en tu cuenta: cierra la sesión en todos los dispositivos, pon una contraseña nueva y escribe a los responsables de este servicio.";
const BUTTON = "Ver los dispositivos conectados";

export const es: FactorTexts = {
  enabled: {
    subject: ({ app }) => `Verificación en dos pasos activada en ${app}`,
    intro: ({ app, byPasskey }) => [
      byPasskey
        ? `Para entrar en tu cuenta de ${app} hace falta ahora tu llave de acceso o un segundo paso.`
        : `Para entrar en tu cuenta de ${app} hace falta ahora también un código de tu aplicación de autenticación.`,
      "Guarda tus códigos de recuperación donde los encuentres sin tu teléfono: cada uno te deja entrar una vez.",
      NOT_YOU,
    ],
    button: () => BUTTON,
  },
  replaced: {
    subject: ({ app }) => `Nuevo segundo paso para tu cuenta de ${app}`,
    intro: ({ app }) => [
      `El segundo paso para entrar en tu cuenta de ${app} se ha configurado de nuevo. Los códigos de recuperación anteriores ya no valen.`,
      NOT_YOU,
    ],
    button: () => BUTTON,
  },
  disabled: {
    subject: ({ app }) => `Verificación en dos pasos desactivada en ${app}`,
    intro: ({ app, byUser }) => [
      byUser
        ? `Tu cuenta de ${app} ya no pide un segundo paso.`
        : `Se ha quitado el segundo paso de tu cuenta de ${app}.`,
      NOT_YOU,
    ],
    button: () => BUTTON,
  },
  guessed: {
    subject: ({ app }) => `Códigos incorrectos para tu cuenta de ${app}`,
    intro: ({ app, byPassword }) => [
      `Alguien ha escrito hoy cinco códigos incorrectos para tu cuenta de ${app}. No ha entrado.`,
      byPassword
        ? "Esa persona sabe tu contraseña. Si no has sido tú, pon una nueva ahora."
        : "Esa persona ha superado el primer paso. Si no has sido tú, comprueba quién puede leer tu correo y usar tus cuentas vinculadas.",
    ],
    button: () => BUTTON,
  },
  codesReplaced: {
    subject: ({ app }) => `Nuevos códigos de recuperación para tu cuenta de ${app}`,
    intro: ({ app }) => [
      `Se han creado códigos de recuperación nuevos para tu cuenta de ${app}. Los anteriores ya no valen.`,
      NOT_YOU,
    ],
    button: () => BUTTON,
  },
  codeUsed: {
    subject: ({ app }) => `Se ha usado un código de recuperación en ${app}`,
    intro: ({ app, left }) => [
      `Se ha usado uno de tus códigos de recuperación para tu cuenta de ${app}. Códigos que quedan: ${left}.`,
      left === 0
        ? "Crea otros ahora: sin ellos, si pierdes el teléfono no podrás entrar."
        : NOT_YOU,
    ],
    button: () => BUTTON,
  },
  recovery: {
    subject: ({ app, stage }) =>
      stage === "started"
        ? `¿Eres tú? Acceso a tu cuenta de ${app} sin el segundo paso`
        : `Sigue en marcha: acceso a tu cuenta de ${app} sin el segundo paso`,
    intro: ({ app, stage, startedAt, dueAt, expiresAt, place }) => [
      `El ${startedAt}${place === "" ? "" : ` (${place})`} alguien que puede leer este buzón pidió entrar en tu cuenta de ${app} sin el segundo paso.`,
      stage === "started" || stage === "waits"
        ? `Si no haces nada, será posible el ${dueAt}.`
        : `Ya es posible, hasta el ${expiresAt}.`,
      "Si no has sido tú, detenlo con el botón. Entrar con tu segundo paso también lo detiene.",
    ],
    button: () => "Detener",
    outro: ({ dueAt }) => [
      `Si has sido tú: vuelve a entrar por correo después del ${dueAt}. Entonces se quitarán tu contraseña, tus llaves de acceso, tus cuentas vinculadas y tus segundos pasos.`,
    ],
  },
  recoveryVetoed: {
    subject: ({ app }) => `Detenido: acceso a tu cuenta de ${app} sin el segundo paso`,
    intro: ({ app, startedAt }) => [
      `Se ha detenido la petición del ${startedAt} de entrar en tu cuenta de ${app} sin el segundo paso.`,
      "Si no hiciste esa petición, otra persona puede leer tu correo: cambia la contraseña de tu buzón.",
    ],
    button: () => BUTTON,
  },
  recoveryCompleted: {
    subject: ({ app }) => `Se ha recuperado tu cuenta de ${app}`,
    intro: ({ app }) => [
      `Tu cuenta de ${app} se ha recuperado por correo. Se han quitado la contraseña, las llaves de acceso, las cuentas vinculadas y los segundos pasos, y se ha cerrado la sesión en todos los dispositivos.`,
      "Si no has sido tú, escribe enseguida a los responsables de este servicio.",
    ],
    button: () => BUTTON,
  },
};
