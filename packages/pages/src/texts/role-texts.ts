import type { Role } from "@acme/auth-core";
import type { InEachLanguage } from "./in-each-language.js";

/** A role, and what it may do. */
export interface RoleText {
  readonly label: string;
  readonly description: string;
}

/** The roles of an organization. */
export interface RoleTexts extends Readonly<Record<Role, RoleText>> {
  readonly title: string;
  /** Only a fresh session makes and unmakes owners. */
  readonly confirmFirst: string;
  readonly confirm: string;
}

export const ROLE_TEXTS: InEachLanguage<RoleTexts> = {
  en: {
    title: "Role",
    confirmFirst: "To name an owner, confirm it's you first.",
    confirm: "Confirm it's you",
    member: { label: "Member", description: "Sees the organization and its members." },
    admin: {
      label: "Admin",
      description: "Also invites, removes and sets roles, except owners'.",
    },
    owner: { label: "Owner", description: "Also names owners, transfers, deletes." },
  },
  de: {
    title: "Rolle",
    confirmFirst: "Um Inhaber zu ernennen, bestätige zuerst deine Identität.",
    confirm: "Bestätige deine Identität",
    member: { label: "Mitglied", description: "Sieht die Organisation und ihre Mitglieder." },
    admin: {
      label: "Admin",
      description: "Lädt auch ein, entfernt Mitglieder und ändert Rollen, außer die von Inhabern.",
    },
    owner: {
      label: "Inhaber",
      description: "Ernennt auch Inhaber, überträgt und löscht die Organisation.",
    },
  },
  fr: {
    title: "Rôle",
    confirmFirst: "Pour nommer un propriétaire, confirmez d’abord votre identité.",
    confirm: "Confirmez votre identité",
    member: { label: "Membre", description: "Voit l’organisation et ses membres." },
    admin: {
      label: "Admin",
      description: "Peut aussi inviter, retirer et changer les rôles, sauf ceux des propriétaires.",
    },
    owner: {
      label: "Propriétaire",
      description: "Peut aussi nommer des propriétaires, transférer et supprimer l’organisation.",
    },
  },
  es: {
    title: "Rol",
    confirmFirst: "Para nombrar un propietario, confirma antes tu identidad.",
    confirm: "Confirma tu identidad",
    member: { label: "Miembro", description: "Ve la organización y sus miembros." },
    admin: {
      label: "Administrador",
      description: "También invita, quita miembros y cambia roles, salvo los de los propietarios.",
    },
    owner: {
      label: "Propietario",
      description: "También nombra propietarios, transfiere y elimina la organización.",
    },
  },
  ja: {
    title: "役割",
    confirmFirst: "オーナーを指名するには、先に本人確認をしてください。",
    confirm: "本人確認",
    member: { label: "メンバー", description: "組織とメンバーを閲覧できます。" },
    admin: {
      label: "管理者",
      description: "招待、メンバーの削除、役割の変更もできます（オーナーを除く）。",
    },
    owner: { label: "オーナー", description: "オーナーの指名、譲渡、組織の削除もできます。" },
  },
};
