import type { InEachLanguage } from "./in-each-language.js";

/** Where one is signed in: the list, and the question before others end. */
export interface DeviceTexts {
  readonly title: string;
  readonly lead: string;
  readonly thisDevice: string;
  /** A browser on a system: "Chrome on macOS". */
  readonly browserOn: (browser: string, system: string) => string;
  readonly unknown: string;
  /** Ways to sign in, by the name that sessions give them. */
  readonly ways: Readonly<Record<string, string>>;
  /** "Last used {time}" */
  readonly usedAt: (time: string) => string;
  /** "Signed in {time}" */
  readonly signedInAt: (time: string) => string;
  readonly signOutOthers: string;
  /** "You'll be signed out of 2 other devices." */
  readonly othersLead: (devices: number) => string;
  readonly everywhere: string;
  readonly everywhereLead: string;
}

export const DEVICE_TEXTS: InEachLanguage<DeviceTexts> = {
  en: {
    title: "Devices",
    lead: "Where you're signed in.",
    thisDevice: "This device",
    browserOn: (browser, system) => `${browser} on ${system}`,
    unknown: "Unknown device",
    ways: {
      password: "Password",
      "email-otp": "Code",
      "magic-link": "Link",
      passkey: "Passkey",
      oauth: "Linked account",
    },
    usedAt: (time) => `Last used ${time}`,
    signedInAt: (time) => `Signed in ${time}`,
    signOutOthers: "Sign out of all other devices",
    othersLead: (devices) =>
      devices === 1
        ? "You'll be signed out of 1 other device."
        : `You'll be signed out of ${devices} other devices.`,
    everywhere: "Sign out everywhere",
    everywhereLead:
      "Someone else may be in? Sign out everywhere, this device too. That also ends a copy of this session, which no list can show.",
  },
  de: {
    title: "Geräte",
    lead: "Wo du angemeldet bist.",
    thisDevice: "Dieses Gerät",
    browserOn: (browser, system) => `${browser} auf ${system}`,
    unknown: "Unbekanntes Gerät",
    ways: {
      password: "Passwort",
      "email-otp": "Code",
      "magic-link": "Link",
      passkey: "Passkey",
      oauth: "Verknüpftes Konto",
    },
    usedAt: (time) => `Zuletzt verwendet: ${time}`,
    signedInAt: (time) => `Angemeldet: ${time}`,
    signOutOthers: "Auf allen anderen Geräten abmelden",
    othersLead: (devices) =>
      devices === 1
        ? "Du wirst auf 1 anderen Gerät abgemeldet."
        : `Du wirst auf ${devices} anderen Geräten abgemeldet.`,
    everywhere: "Überall abmelden",
    everywhereLead:
      "Hat vielleicht jemand anderes Zugang? Melde dich überall ab, auch auf diesem Gerät. Das beendet auch eine Kopie dieser Sitzung, die keine Liste zeigen kann.",
  },
  fr: {
    title: "Appareils",
    lead: "Où vous êtes connecté.",
    thisDevice: "Cet appareil",
    browserOn: (browser, system) => `${browser} sur ${system}`,
    unknown: "Appareil inconnu",
    ways: {
      password: "Mot de passe",
      "email-otp": "Code",
      "magic-link": "Lien",
      passkey: "Clé d’accès",
      oauth: "Compte associé",
    },
    usedAt: (time) => `Dernière utilisation : ${time}`,
    signedInAt: (time) => `Connexion : ${time}`,
    signOutOthers: "Déconnecter tous les autres appareils",
    othersLead: (devices) =>
      devices === 1
        ? "1 autre appareil sera déconnecté."
        : `${devices} autres appareils seront déconnectés.`,
    everywhere: "Se déconnecter partout",
    everywhereLead:
      "Quelqu’un d’autre a peut-être accès ? Déconnectez-vous partout, y compris ici. Cela met fin aussi à une copie de cette session, qu’aucune liste ne peut montrer.",
  },
  es: {
    title: "Dispositivos",
    lead: "Dónde tienes la sesión iniciada.",
    thisDevice: "Este dispositivo",
    browserOn: (browser, system) => `${browser} en ${system}`,
    unknown: "Dispositivo desconocido",
    ways: {
      password: "Contraseña",
      "email-otp": "Código",
      "magic-link": "Enlace",
      passkey: "Llave de acceso",
      oauth: "Cuenta vinculada",
    },
    usedAt: (time) => `Último uso: ${time}`,
    signedInAt: (time) => `Inicio de sesión: ${time}`,
    signOutOthers: "Cerrar sesión en los demás dispositivos",
    othersLead: (devices) =>
      devices === 1
        ? "Se cerrará la sesión en 1 dispositivo."
        : `Se cerrará la sesión en otros ${devices} dispositivos.`,
    everywhere: "Cerrar sesión en todas partes",
    everywhereLead:
      "¿Puede haber entrado otra persona? Cierra sesión en todas partes, también aquí. Así termina además una copia de esta sesión, que ninguna lista puede mostrar.",
  },
  ja: {
    title: "デバイス",
    lead: "ログイン中のデバイスです。",
    thisDevice: "このデバイス",
    browserOn: (browser, system) => `${browser}（${system}）`,
    unknown: "不明なデバイス",
    ways: {
      password: "パスワード",
      "email-otp": "コード",
      "magic-link": "リンク",
      passkey: "パスキー",
      oauth: "連携アカウント",
    },
    usedAt: (time) => `最終使用：${time}`,
    signedInAt: (time) => `ログイン：${time}`,
    signOutOthers: "ほかのすべてのデバイスからログアウト",
    othersLead: (devices) => `ほかの${devices}台のデバイスからログアウトします。`,
    everywhere: "すべてのデバイスからログアウト",
    everywhereLead:
      "ほかの人が使っている可能性がありますか？このデバイスも含めてログアウトしてください。一覧に表示されないこのセッションのコピーも無効になります。",
  },
};
