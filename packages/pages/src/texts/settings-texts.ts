import type { InEachLanguage } from "./in-each-language.js";

/** The settings of an organization, and its end. */
export interface SettingsTexts {
  readonly title: string;
  readonly general: string;
  readonly transfer: string;
  readonly transferHint: string;
  /** What becomes of the chosen member and of the caller. */
  readonly transferLead: (organization: string) => string;
  readonly newOwner: string;
  readonly noMembers: string;
  readonly leave: string;
  readonly leaveHint: string;
  /** "You'll lose access to {name} right away." */
  readonly leaveLead: (organization: string) => string;
  readonly delete: string;
  readonly deleteHint: string;
  /** "3 members will lose access right away, and 2 invitations will be withdrawn." */
  readonly deleteLead: (members: number, invitations: number) => string;
  /** "Type {name} to confirm." */
  readonly typeName: (organization: string) => string;
}

export const SETTINGS_TEXTS: InEachLanguage<SettingsTexts> = {
  en: {
    title: "Settings",
    general: "General",
    transfer: "Transfer ownership",
    transferHint: "Make another member the owner in your place.",
    transferLead: (name) => `The member you choose becomes the owner of ${name}, and you an admin.`,
    newOwner: "New owner",
    noMembers: "There's no other member to transfer to.",
    leave: "Leave organization",
    leaveHint: "You lose access right away.",
    leaveLead: (name) => `You'll lose access to ${name} right away.`,
    delete: "Delete organization",
    deleteHint: "For everyone, for good.",
    deleteLead: (members, invitations) =>
      `${members} ${members === 1 ? "member" : "members"} will lose access right away${invitations === 0 ? "" : `, and ${invitations} ${invitations === 1 ? "invitation stops" : "invitations stop"} working`}. This can't be undone.`,
    typeName: (name) => `Type ${name} to confirm.`,
  },
  de: {
    title: "Einstellungen",
    general: "Allgemein",
    transfer: "Inhaberschaft übertragen",
    transferHint: "Gib deine Inhaberrolle an ein anderes Mitglied.",
    transferLead: (name) =>
      `Das gewählte Mitglied erhält die Inhaberrolle von ${name}, und du wirst Admin.`,
    newOwner: "Neue Inhaberrolle für",
    noMembers: "Es gibt kein anderes Mitglied.",
    leave: "Organisation verlassen",
    leaveHint: "Dein Zugriff endet sofort.",
    leaveLead: (name) => `Du verlierst sofort den Zugriff auf ${name}.`,
    delete: "Organisation löschen",
    deleteHint: "Für alle, endgültig.",
    deleteLead: (members, invitations) =>
      `${members} ${members === 1 ? "Mitglied verliert" : "Mitglieder verlieren"} sofort den Zugriff${invitations === 0 ? "" : `, und ${invitations} ${invitations === 1 ? "Einladung gilt" : "Einladungen gelten"} nicht mehr`}. Das lässt sich nicht rückgängig machen.`,
    typeName: (name) => `Gib zur Bestätigung ${name} ein.`,
  },
  fr: {
    title: "Paramètres",
    general: "Général",
    transfer: "Transférer la propriété",
    transferHint: "Nommez un autre membre propriétaire à votre place.",
    transferLead: (name) =>
      `Le membre choisi devient propriétaire de ${name}, et vous devenez admin.`,
    newOwner: "Nouveau propriétaire",
    noMembers: "Il n’y a aucun autre membre.",
    leave: "Quitter l’organisation",
    leaveHint: "Votre accès prend fin immédiatement.",
    leaveLead: (name) => `Vous perdrez immédiatement l’accès à ${name}.`,
    delete: "Supprimer l’organisation",
    deleteHint: "Pour tout le monde, définitivement.",
    deleteLead: (members, invitations) =>
      `${members} ${members === 1 ? "membre perdra" : "membres perdront"} immédiatement l’accès${invitations === 0 ? "" : `, et ${invitations} ${invitations === 1 ? "invitation ne sera plus valable" : "invitations ne seront plus valables"}`}. Cette action est irréversible.`,
    typeName: (name) => `Saisissez ${name} pour confirmer.`,
  },
  es: {
    title: "Ajustes",
    general: "General",
    transfer: "Transferir la propiedad",
    transferHint: "Nombra propietario a otro miembro en tu lugar.",
    transferLead: (name) =>
      `El miembro elegido será propietario de ${name}, y tú serás administrador.`,
    newOwner: "Nuevo propietario",
    noMembers: "No hay ningún otro miembro.",
    leave: "Salir de la organización",
    leaveHint: "Pierdes el acceso de inmediato.",
    leaveLead: (name) => `Perderás el acceso a ${name} de inmediato.`,
    delete: "Eliminar la organización",
    deleteHint: "Para todos y para siempre.",
    deleteLead: (members, invitations) =>
      `${members} ${members === 1 ? "miembro perderá" : "miembros perderán"} el acceso de inmediato${invitations === 0 ? "" : ` y ${invitations} ${invitations === 1 ? "invitación dejará" : "invitaciones dejarán"} de funcionar`}. No se puede deshacer.`,
    typeName: (name) => `Escribe ${name} para confirmar.`,
  },
  ja: {
    title: "設定",
    general: "全般",
    transfer: "オーナー権限を譲渡",
    transferHint: "別のメンバーをオーナーにします。",
    transferLead: (name) => `選択したメンバーが${name}のオーナーになり、あなたは管理者になります。`,
    newOwner: "新しいオーナー",
    noMembers: "ほかにメンバーがいません。",
    leave: "組織から退出",
    leaveHint: "すぐにアクセスできなくなります。",
    leaveLead: (name) => `すぐに${name}にアクセスできなくなります。`,
    delete: "組織を削除",
    deleteHint: "全員が使えなくなります。",
    deleteLead: (members, invitations) =>
      `${members}人のメンバーがすぐにアクセスできなくなります${invitations === 0 ? "" : `。${invitations}件の招待も無効になります`}。この操作は取り消せません。`,
    typeName: (name) => `確認のため「${name}」と入力してください。`,
  },
};
