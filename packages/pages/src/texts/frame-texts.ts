import type { InEachLanguage } from "./in-each-language.js";

/** What is around every page, and what its parts say by themselves. */
export interface FrameTexts {
  readonly skipToContent: string;
  readonly optional: string;
  readonly saved: string;
  readonly save: string;
  readonly cancel: string;
  readonly back: string;
  readonly error: string;
  readonly or: string;
  readonly lastUsed: string;
  readonly language: string;
  readonly theme: string;
  readonly terms: string;
  readonly privacy: string;
  readonly support: string;
  readonly change: string;
  readonly openInbox: string;
  readonly account: string;
  readonly accountMenu: string;
  readonly preferences: string;
  readonly signOut: string;
  readonly organizations: string;
  readonly noOrganization: string;
  readonly createOrganization: string;
  readonly sections: string;
  /** The name of the switcher, read before that of the organization. */
  readonly switchOrganization: string;
  /** Beside the name of an organization, in the list of organizations. */
  readonly invitation: string;
  /** How many invitations wait for an answer. */
  readonly invitationsWaiting: (count: number) => string;
  readonly showPassword: string;
  /** What the script says by itself, from here on. */
  readonly hidePassword: string;
  readonly copied: string;
  readonly passkeyCancelled: string;
  readonly passkeyExists: string;
  readonly passkeyFailed: string;
}

const ENGLISH: FrameTexts = {
  skipToContent: "Skip to content",
  optional: "(optional)",
  saved: "Saved",
  save: "Save",
  cancel: "Cancel",
  back: "Back",
  error: "Error:",
  or: "or",
  lastUsed: "Last used",
  language: "Language",
  theme: "Theme",
  terms: "Terms",
  privacy: "Privacy",
  support: "Support",
  change: "Change",
  openInbox: "Mails are printed here: open the inbox",
  account: "Account",
  accountMenu: "Account menu",
  preferences: "Preferences",
  signOut: "Sign out",
  organizations: "Your organizations",
  noOrganization: "No organization",
  createOrganization: "Create organization",
  sections: "Sections",
  switchOrganization: "Organization",
  invitation: "Invitation",
  invitationsWaiting: (count) =>
    count === 1 ? "1 invitation is waiting" : `${count} invitations are waiting`,
  showPassword: "Show password",
  hidePassword: "Hide password",
  copied: "Copied",
  passkeyCancelled: "The passkey request was cancelled or timed out. Try again.",
  passkeyExists: "This device already has a passkey for your account.",
  passkeyFailed: "The passkey couldn't be used. Try again in a moment.",
};

const GERMAN: FrameTexts = {
  skipToContent: "Zum Inhalt springen",
  optional: "(optional)",
  saved: "Gespeichert",
  save: "Speichern",
  cancel: "Abbrechen",
  back: "Zurück",
  error: "Fehler:",
  or: "oder",
  lastUsed: "Zuletzt verwendet",
  language: "Sprache",
  theme: "Darstellung",
  terms: "Nutzungsbedingungen",
  privacy: "Datenschutz",
  support: "Hilfe",
  change: "Ändern",
  openInbox: "Mails werden hier gesammelt: Posteingang öffnen",
  account: "Konto",
  accountMenu: "Kontomenü",
  preferences: "Sprache und Darstellung",
  signOut: "Abmelden",
  organizations: "Deine Organisationen",
  noOrganization: "Keine Organisation",
  createOrganization: "Organisation erstellen",
  sections: "Bereiche",
  switchOrganization: "Organisation",
  invitation: "Einladung",
  invitationsWaiting: (count) =>
    count === 1 ? "1 Einladung wartet" : `${count} Einladungen warten`,
  showPassword: "Passwort anzeigen",
  hidePassword: "Passwort verbergen",
  copied: "Kopiert",
  passkeyCancelled:
    "Die Passkey-Abfrage wurde abgebrochen oder ist abgelaufen. Versuche es noch einmal.",
  passkeyExists: "Dieses Gerät hat schon einen Passkey für dein Konto.",
  passkeyFailed: "Der Passkey konnte nicht verwendet werden. Versuche es gleich noch einmal.",
};

const FRENCH: FrameTexts = {
  skipToContent: "Aller au contenu",
  optional: "(facultatif)",
  saved: "Enregistré",
  save: "Enregistrer",
  cancel: "Annuler",
  back: "Retour",
  error: "Erreur :",
  or: "ou",
  lastUsed: "Utilisé en dernier",
  language: "Langue",
  theme: "Apparence",
  terms: "Conditions",
  privacy: "Confidentialité",
  support: "Assistance",
  change: "Modifier",
  openInbox: "Les e-mails sont affichés ici : ouvrir la boîte de réception",
  account: "Compte",
  accountMenu: "Menu du compte",
  preferences: "Préférences",
  signOut: "Se déconnecter",
  organizations: "Vos organisations",
  noOrganization: "Aucune organisation",
  createOrganization: "Créer une organisation",
  sections: "Rubriques",
  switchOrganization: "Organisation",
  invitation: "Invitation",
  invitationsWaiting: (count) =>
    count === 1 ? "1 invitation en attente" : `${count} invitations en attente`,
  showPassword: "Afficher le mot de passe",
  hidePassword: "Masquer le mot de passe",
  copied: "Copié",
  passkeyCancelled: "La demande de clé d’accès a été annulée ou a expiré. Réessayez.",
  passkeyExists: "Cet appareil a déjà une clé d’accès pour votre compte.",
  passkeyFailed: "La clé d’accès n’a pas pu être utilisée. Réessayez dans un instant.",
};

const SPANISH: FrameTexts = {
  skipToContent: "Ir al contenido",
  optional: "(opcional)",
  saved: "Guardado",
  save: "Guardar",
  cancel: "Cancelar",
  back: "Volver",
  error: "Error:",
  or: "o",
  lastUsed: "Usado la última vez",
  language: "Idioma",
  theme: "Apariencia",
  terms: "Condiciones",
  privacy: "Privacidad",
  support: "Ayuda",
  change: "Cambiar",
  openInbox: "Los correos se muestran aquí: abrir la bandeja de entrada",
  account: "Cuenta",
  accountMenu: "Menú de la cuenta",
  preferences: "Preferencias",
  signOut: "Cerrar sesión",
  organizations: "Tus organizaciones",
  noOrganization: "Sin organización",
  createOrganization: "Crear organización",
  sections: "Secciones",
  switchOrganization: "Organización",
  invitation: "Invitación",
  invitationsWaiting: (count) =>
    count === 1 ? "1 invitación pendiente" : `${count} invitaciones pendientes`,
  showPassword: "Mostrar la contraseña",
  hidePassword: "Ocultar la contraseña",
  copied: "Copiado",
  passkeyCancelled: "La solicitud de la llave de acceso se canceló o caducó. Inténtalo de nuevo.",
  passkeyExists: "Este dispositivo ya tiene una llave de acceso para tu cuenta.",
  passkeyFailed: "No se pudo usar la llave de acceso. Inténtalo de nuevo en un momento.",
};

const JAPANESE: FrameTexts = {
  skipToContent: "本文へ移動",
  optional: "（任意）",
  saved: "保存しました",
  save: "保存",
  cancel: "キャンセル",
  back: "戻る",
  error: "エラー：",
  or: "または",
  lastUsed: "前回使用",
  language: "言語",
  theme: "テーマ",
  terms: "利用規約",
  privacy: "プライバシー",
  support: "サポート",
  change: "変更",
  openInbox: "メールはここに表示されます：受信箱を開く",
  account: "アカウント",
  accountMenu: "アカウントメニュー",
  preferences: "環境設定",
  signOut: "ログアウト",
  organizations: "所属する組織",
  noOrganization: "組織なし",
  createOrganization: "組織を作成",
  sections: "セクション",
  switchOrganization: "組織",
  invitation: "招待",
  invitationsWaiting: (count) => `招待が${count}件あります`,
  showPassword: "パスワードを表示",
  hidePassword: "パスワードを隠す",
  copied: "コピーしました",
  passkeyCancelled:
    "パスキーの操作がキャンセルされたか、時間切れになりました。もう一度お試しください。",
  passkeyExists: "このデバイスには、すでにこのアカウントのパスキーがあります。",
  passkeyFailed: "パスキーを使用できませんでした。しばらくしてからもう一度お試しください。",
};

export const FRAME_TEXTS: InEachLanguage<FrameTexts> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  ja: JAPANESE,
};
