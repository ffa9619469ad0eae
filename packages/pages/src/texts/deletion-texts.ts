import type { InEachLanguage } from "./in-each-language.js";

/** The deletion of the account. */
export interface DeletionTexts {
  readonly title: string;
  /** What happens, with a time to change one's mind. */
  readonly deleteOn: (date: string) => string;
  /** What happens, without one. */
  readonly deleteNow: string;
  /** "Your account will be deleted on {date}." */
  readonly scheduled: (date: string) => string;
  readonly keep: string;
  /** What stands in the way: a list of organizations. */
  readonly inTheWay: (organizations: string) => string;
  readonly owned: string;
  /** "3 members" */
  readonly members: (count: number) => string;
  readonly transfer: string;
  readonly remove: string;
  readonly password: string;
  readonly reason: string;
  readonly gone: string;
}

export const DELETION_TEXTS: InEachLanguage<DeletionTexts> = {
  en: {
    title: "Delete account",
    deleteOn: (date) =>
      `If you ask for it now, your account and everything in it will be deleted on ${date}. Until then you can change your mind.`,
    deleteNow: "Your account and everything in it is deleted right away. This can't be undone.",
    scheduled: (date) => `Your account will be deleted on ${date}.`,
    keep: "Keep my account",
    inTheWay: (organizations) =>
      `You're the only owner of ${organizations}. Transfer or delete first what should not stay without an owner.`,
    owned: "You're the only owner of these organizations. Transfer or delete each of them first.",
    members: (count) => (count === 1 ? "1 member" : `${count} members`),
    transfer: "Transfer",
    remove: "Delete",
    password: "Password",
    reason: "Why are you leaving?",
    gone: "Your account has been deleted.",
  },
  de: {
    title: "Konto löschen",
    deleteOn: (date) =>
      `Wenn du es jetzt anforderst, wird dein Konto mit allem darin am ${date} gelöscht. Bis dahin kannst du es dir anders überlegen.`,
    deleteNow:
      "Dein Konto wird mit allem darin sofort gelöscht. Das lässt sich nicht rückgängig machen.",
    scheduled: (date) => `Dein Konto wird am ${date} gelöscht.`,
    keep: "Konto behalten",
    inTheWay: (organizations) =>
      `Nur dir gehört ${organizations}. Übertrage oder lösche zuerst, was nicht ohne Inhaber bleiben soll.`,
    owned: "Diese Organisationen gehören nur dir. Übertrage oder lösche zuerst jede von ihnen.",
    members: (count) => (count === 1 ? "1 Mitglied" : `${count} Mitglieder`),
    transfer: "Übertragen",
    remove: "Löschen",
    password: "Passwort",
    reason: "Warum gehst du?",
    gone: "Dein Konto wurde gelöscht.",
  },
  fr: {
    title: "Supprimer le compte",
    deleteOn: (date) =>
      `Demandée maintenant, la suppression de votre compte et de tout son contenu aura lieu le ${date}. D’ici là, vous pouvez changer d’avis.`,
    deleteNow: "Votre compte et tout son contenu sont supprimés immédiatement. C’est irréversible.",
    scheduled: (date) => `Votre compte sera supprimé le ${date}.`,
    keep: "Garder mon compte",
    inTheWay: (organizations) =>
      `Vous êtes seul propriétaire de ${organizations}. Transférez ou supprimez d’abord ce qui ne doit pas rester sans propriétaire.`,
    owned:
      "Vous êtes seul propriétaire de ces organisations. Transférez ou supprimez d’abord chacune d’elles.",
    members: (count) => (count === 1 ? "1 membre" : `${count} membres`),
    transfer: "Transférer",
    remove: "Supprimer",
    password: "Mot de passe",
    reason: "Pourquoi partez-vous ?",
    gone: "Votre compte a été supprimé.",
  },
  es: {
    title: "Eliminar la cuenta",
    deleteOn: (date) =>
      `Si la pides ahora, tu cuenta y todo su contenido se eliminarán el ${date}. Hasta entonces puedes cambiar de idea.`,
    deleteNow: "Tu cuenta y todo su contenido se eliminan de inmediato. No se puede deshacer.",
    scheduled: (date) => `Tu cuenta se eliminará el ${date}.`,
    keep: "Conservar mi cuenta",
    inTheWay: (organizations) =>
      `Eres la única persona propietaria de ${organizations}. Transfiere o elimina antes lo que no deba quedar sin propietario.`,
    owned:
      "Eres la única persona propietaria de estas organizaciones. Transfiere o elimina antes cada una.",
    members: (count) => (count === 1 ? "1 miembro" : `${count} miembros`),
    transfer: "Transferir",
    remove: "Eliminar",
    password: "Contraseña",
    reason: "¿Por qué te vas?",
    gone: "Tu cuenta se ha eliminado.",
  },
  ja: {
    title: "アカウントを削除",
    deleteOn: (date) =>
      `今申請すると、アカウントとその内容は${date}に削除されます。それまでは取り消せます。`,
    deleteNow: "アカウントとその内容はすぐに削除されます。元に戻すことはできません。",
    scheduled: (date) => `アカウントは${date}に削除されます。`,
    keep: "アカウントを残す",
    inTheWay: (organizations) =>
      `${organizations}の所有者はあなただけです。先に譲渡するか、削除してください。`,
    owned: "次の組織の所有者はあなただけです。先にそれぞれを譲渡するか、削除してください。",
    members: (count) => `メンバー${count}人`,
    transfer: "譲渡",
    remove: "削除",
    password: "パスワード",
    reason: "退会の理由",
    gone: "アカウントを削除しました。",
  },
};
