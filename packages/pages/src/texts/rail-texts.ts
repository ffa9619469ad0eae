import type { InEachLanguage } from "./in-each-language.js";

/** The entries of the rail. */
export interface RailTexts {
  readonly profile: string;
  readonly security: string;
  readonly devices: string;
  readonly activity: string;
  readonly data: string;
  readonly tokens: string;
  readonly preferences: string;
  readonly members: string;
  readonly invitations: string;
  readonly settings: string;
  readonly auditLog: string;
}

export const RAIL_TEXTS: InEachLanguage<RailTexts> = {
  en: {
    profile: "Profile",
    security: "Security",
    devices: "Devices",
    activity: "Activity",
    data: "Data",
    tokens: "Tokens",
    preferences: "Preferences",
    members: "Members",
    invitations: "Invitations",
    settings: "Settings",
    auditLog: "Audit log",
  },
  de: {
    profile: "Profil",
    security: "Sicherheit",
    devices: "Geräte",
    activity: "Aktivität",
    data: "Daten",
    tokens: "Tokens",
    preferences: "Sprache und Darstellung",
    members: "Mitglieder",
    invitations: "Einladungen",
    settings: "Einstellungen",
    auditLog: "Audit-Protokoll",
  },
  fr: {
    profile: "Profil",
    security: "Sécurité",
    devices: "Appareils",
    activity: "Activité",
    data: "Données",
    tokens: "Jetons",
    preferences: "Préférences",
    members: "Membres",
    invitations: "Invitations",
    settings: "Paramètres",
    auditLog: "Journal d’audit",
  },
  es: {
    profile: "Perfil",
    security: "Seguridad",
    devices: "Dispositivos",
    activity: "Actividad",
    data: "Datos",
    tokens: "Tokens",
    preferences: "Preferencias",
    members: "Miembros",
    invitations: "Invitaciones",
    settings: "Ajustes",
    auditLog: "Registro de auditoría",
  },
  ja: {
    profile: "プロフィール",
    security: "セキュリティ",
    devices: "デバイス",
    activity: "アクティビティ",
    data: "データ",
    tokens: "トークン",
    preferences: "環境設定",
    members: "メンバー",
    invitations: "招待",
    settings: "設定",
    auditLog: "監査ログ",
  },
};
