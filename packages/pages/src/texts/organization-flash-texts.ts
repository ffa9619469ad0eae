import type { FlashText } from "./flash-text.js";
import type { InEachLanguage } from "./in-each-language.js";

/** What pages of organizations say once about the step before them. */
export interface OrganizationFlashTexts {
  /** The organization, and the role: `member`, `admin` or `owner`. */
  readonly joined: FlashText;
  /** The organization, and why. */
  readonly notJoined: FlashText;
  readonly invitationDeclined: FlashText;
  readonly memberRemoved: FlashText;
  /** How many invitations were mailed. */
  readonly invited: FlashText;
  readonly invitationResent: FlashText;
  readonly invitationCancelled: FlashText;
  readonly organizationLeft: FlashText;
  readonly organizationDeleted: FlashText;
  readonly ownershipTransferred: FlashText;
}

export const ORGANIZATION_FLASH_TEXTS: InEachLanguage<OrganizationFlashTexts> = {
  en: {
    joined: (name, role) =>
      `You've joined ${name} as ${role === "member" ? "a member" : role === "admin" ? "an admin" : "an owner"}.`,
    notJoined: (name, reason) => `You haven't joined ${name}. ${reason}`,
    invitationDeclined: (name) => `You've declined the invitation to ${name}.`,
    memberRemoved: (name) => `${name} is no longer a member.`,
    invited: (count) => `${count} invited`,
    invitationResent: (email) => `We've sent a new link to ${email}.`,
    invitationCancelled: (email) => `The invitation to ${email} is cancelled.`,
    organizationLeft: (name) => `You've left ${name}.`,
    organizationDeleted: (name) => `${name} is deleted.`,
    ownershipTransferred: (name) => `${name} is the owner now.`,
  },
  de: {
    joined: (name, role) =>
      `Du bist ${name} beigetreten. Deine Rolle: ${role === "member" ? "Mitglied" : role === "admin" ? "Admin" : "Inhaber"}.`,
    notJoined: (name, reason) => `Du bist ${name} nicht beigetreten. ${reason}`,
    invitationDeclined: (name) => `Du hast die Einladung zu ${name} abgelehnt.`,
    memberRemoved: (name) => `${name} ist kein Mitglied mehr.`,
    invited: (count) => `${count} eingeladen`,
    invitationResent: (email) => `Wir haben einen neuen Link an ${email} gesendet.`,
    invitationCancelled: (email) => `Die Einladung an ${email} ist zurückgezogen.`,
    organizationLeft: (name) => `Du hast ${name} verlassen.`,
    organizationDeleted: (name) => `${name} ist gelöscht.`,
    ownershipTransferred: (name) => `${name} hat jetzt die Inhaberrolle.`,
  },
  fr: {
    joined: (name, role) =>
      `Vous avez rejoint ${name}. Votre rôle : ${role === "member" ? "membre" : role === "admin" ? "admin" : "propriétaire"}.`,
    notJoined: (name, reason) => `Vous n’avez pas rejoint ${name}. ${reason}`,
    invitationDeclined: (name) => `Vous avez refusé l’invitation à ${name}.`,
    memberRemoved: (name) => `${name} n’est plus membre.`,
    invited: (count) => (count === "1" ? "1 invitation envoyée" : `${count} invitations envoyées`),
    invitationResent: (email) => `Nous avons envoyé un nouveau lien à ${email}.`,
    invitationCancelled: (email) => `L’invitation à ${email} est annulée.`,
    organizationLeft: (name) => `Vous avez quitté ${name}.`,
    organizationDeleted: (name) => `${name} est supprimée.`,
    ownershipTransferred: (name) => `${name} est désormais propriétaire.`,
  },
  es: {
    joined: (name, role) =>
      `Te has unido a ${name}. Tu rol: ${role === "member" ? "miembro" : role === "admin" ? "administrador" : "propietario"}.`,
    notJoined: (name, reason) => `No te has unido a ${name}. ${reason}`,
    invitationDeclined: (name) => `Has rechazado la invitación a ${name}.`,
    memberRemoved: (name) => `${name} ya no es miembro.`,
    invited: (count) => (count === "1" ? "1 invitación enviada" : `${count} invitaciones enviadas`),
    invitationResent: (email) => `Hemos enviado un enlace nuevo a ${email}.`,
    invitationCancelled: (email) => `La invitación a ${email} está cancelada.`,
    organizationLeft: (name) => `Has salido de ${name}.`,
    organizationDeleted: (name) => `${name} se ha eliminado.`,
    ownershipTransferred: (name) => `Ahora la propiedad es de ${name}.`,
  },
  ja: {
    joined: (name, role) =>
      `${role === "member" ? "メンバー" : role === "admin" ? "管理者" : "オーナー"}として${name}に参加しました。`,
    notJoined: (name, reason) => `${name}に参加できませんでした。${reason}`,
    invitationDeclined: (name) => `${name}への招待を辞退しました。`,
    memberRemoved: (name) => `${name}さんはメンバーではなくなりました。`,
    invited: (count) => `${count}件の招待を送信しました`,
    invitationResent: (email) => `${email}に新しいリンクを送信しました。`,
    invitationCancelled: (email) => `${email}への招待を取り消しました。`,
    organizationLeft: (name) => `${name}から退出しました。`,
    organizationDeleted: (name) => `${name}を削除しました。`,
    ownershipTransferred: (name) => `${name}さんがオーナーになりました。`,
  },
};
