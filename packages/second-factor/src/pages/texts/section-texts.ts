import type { InEachLanguage } from "./in-each-language.js";

/** The section of the second factor on the page of security, and turning it off. */
export interface SectionTexts {
  readonly title: string;
  readonly hint: string;
  readonly off: string;
  readonly on: string;
  readonly app: string;
  /** "Set up {date}" */
  readonly since: (date: string) => string;
  readonly noApp: string;
  readonly replace: string;
  readonly setUp: string;
  readonly codes: string;
  readonly left: (count: number) => string;
  /** "Made {date}" */
  readonly made: (date: string) => string;
  readonly few: string;
  readonly newCodes: string;
  /** How many passkeys are first and second step at once. */
  readonly passkeysCount: (count: number) => string;
  readonly turnOff: string;
  readonly turnOffLead: string;
  readonly turnedOff: string;
  /** Organizations in which nothing works without it. */
  readonly requiredBy: (names: string) => string;
}

export const SECTION_TEXTS: InEachLanguage<SectionTexts> = {
  en: {
    title: "Two-step verification",
    hint: "Someone who has your password, or reads your mail, still can't sign in.",
    off: "Two-step verification is off.",
    on: "On",
    app: "Authenticator app",
    since: (date) => `Set up ${date}`,
    noApp: "Not set up",
    replace: "Replace",
    setUp: "Set up",
    codes: "Recovery codes",
    left: (count) => `${count} left`,
    made: (date) => `Made ${date}`,
    few: "Few left",
    newCodes: "Replace",
    passkeysCount: (count) =>
      count === 1 ? "One of them is both steps at once" : `${count} of them are both steps at once`,
    turnOff: "Turn off two‑step verification",
    turnOffLead:
      "One step is enough to sign in, and recovery codes stop working. Passkeys stay. You'll be signed out everywhere else.",
    turnedOff: "Two-step verification was turned off.",
    requiredBy: (names) => `${names} requires two-step verification.`,
  },
  de: {
    title: "Bestätigung in zwei Schritten",
    hint: "Auch wer dein Passwort kennt oder deine Mails liest, kann sich nicht anmelden.",
    off: "Die Bestätigung in zwei Schritten ist aus.",
    on: "An",
    app: "Authenticator-App",
    since: (date) => `Eingerichtet am ${date}`,
    noApp: "Nicht eingerichtet",
    replace: "Ersetzen",
    setUp: "Einrichten",
    codes: "Wiederherstellungscodes",
    left: (count) => `${count} übrig`,
    made: (date) => `Erstellt am ${date}`,
    few: "Wenige übrig",
    newCodes: "Ersetzen",
    passkeysCount: (count) =>
      count === 1
        ? "Einer davon ist beide Schritte zugleich"
        : `${count} davon sind beide Schritte zugleich`,
    turnOff: "Bestätigung in zwei Schritten ausschalten",
    turnOffLead:
      "Zum Anmelden genügt ein Schritt, Wiederherstellungscodes gelten nicht mehr. Passkeys bleiben. Du wirst überall sonst abgemeldet.",
    turnedOff: "Die Bestätigung in zwei Schritten wurde ausgeschaltet.",
    requiredBy: (names) => `Bestätigung in zwei Schritten ist Pflicht bei: ${names}.`,
  },
  fr: {
    title: "Vérification en deux étapes",
    hint: "Même avec votre mot de passe ou vos e-mails, personne d’autre ne peut se connecter.",
    off: "La vérification en deux étapes est désactivée.",
    on: "Activée",
    app: "Application d’authentification",
    since: (date) => `Configurée le ${date}`,
    noApp: "Non configurée",
    replace: "Remplacer",
    setUp: "Configurer",
    codes: "Codes de récupération",
    left: (count) => (count > 1 ? `${count} restants` : `${count} restant`),
    made: (date) => `Créés le ${date}`,
    few: "Presque épuisés",
    newCodes: "Remplacer",
    passkeysCount: (count) =>
      count === 1
        ? "L’une d’elles vaut les deux étapes à la fois"
        : `${count} d’entre elles valent les deux étapes à la fois`,
    turnOff: "Désactiver la vérification en deux étapes",
    turnOffLead:
      "Une seule étape suffira, et les codes de récupération ne serviront plus. Les clés d’accès restent. Vous serez déconnecté partout ailleurs.",
    turnedOff: "La vérification en deux étapes a été désactivée.",
    requiredBy: (names) => `Vérification en deux étapes exigée par : ${names}.`,
  },
  es: {
    title: "Verificación en dos pasos",
    hint: "Aunque alguien sepa tu contraseña o lea tu correo, no podrá iniciar sesión.",
    off: "La verificación en dos pasos está desactivada.",
    on: "Activada",
    app: "Aplicación de autenticación",
    since: (date) => `Configurada el ${date}`,
    noApp: "Sin configurar",
    replace: "Sustituir",
    setUp: "Configurar",
    codes: "Códigos de recuperación",
    left: (count) => (count === 1 ? "Queda 1" : `Quedan ${count}`),
    made: (date) => `Creados el ${date}`,
    few: "Quedan pocos",
    newCodes: "Sustituir",
    passkeysCount: (count) =>
      count === 1
        ? "Una de ellas vale por los dos pasos"
        : `${count} de ellas valen por los dos pasos`,
    turnOff: "Desactivar la verificación en dos pasos",
    turnOffLead:
      "Bastará un paso para iniciar sesión y los códigos de recuperación dejarán de servir. Las llaves de acceso se conservan. Se cerrará tu sesión en los demás sitios.",
    turnedOff: "La verificación en dos pasos se ha desactivado.",
    requiredBy: (names) => `Exigen la verificación en dos pasos: ${names}.`,
  },
  ja: {
    title: "2段階認証",
    hint: "パスワードやメールを知られても、ほかの人はログインできません。",
    off: "2段階認証は無効です。",
    on: "有効",
    app: "認証アプリ",
    since: (date) => `${date}に設定`,
    noApp: "未設定",
    replace: "変更",
    setUp: "設定",
    codes: "リカバリーコード",
    left: (count) => `残り${count}個`,
    made: (date) => `${date}に作成`,
    few: "残りわずか",
    newCodes: "新しく作成",
    passkeysCount: (count) => `${count}個は両方の段階を兼ねます`,
    turnOff: "2段階認証を無効にする",
    turnOffLead:
      "1段階だけでログインできるようになり、リカバリーコードは使えなくなります。パスキーは残ります。ほかのすべての場所からログアウトします。",
    turnedOff: "2段階認証を無効にしました。",
    requiredBy: (names) => `2段階認証が必須の組織: ${names}`,
  },
};
