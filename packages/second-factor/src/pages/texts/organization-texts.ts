import type { InEachLanguage } from "./in-each-language.js";

/** Whether an organization requires two-step verification. */
export interface OrganizationTexts {
  readonly title: string;
  readonly hint: string;
  readonly isRequired: string;
  readonly isNotRequired: string;
  readonly require: string;
  readonly waive: string;
  readonly requireTitle: string;
  /** With the number of members that it would shut out. */
  readonly requireLead: (name: string, shutOut: number) => string;
  readonly waiveTitle: string;
  readonly waiveLead: (name: string) => string;
  readonly required: string;
  readonly waived: string;
}

export const ORGANIZATION_TEXTS: InEachLanguage<OrganizationTexts> = {
  en: {
    title: "Security",
    hint: "What members have to prove to work here.",
    isRequired: "Required of every member",
    isNotRequired: "Up to each member",
    require: "Require it",
    waive: "Stop requiring it",
    requireTitle: "Require two‑step verification?",
    requireLead: (name, shutOut) =>
      shutOut === 0
        ? `All members of ${name} have it. Whoever joins later needs it too.`
        : shutOut === 1
          ? `One member can't work in ${name} until they turn it on. They stay a member.`
          : `${shutOut} members can't work in ${name} until they turn it on. They stay members.`,
    waiveTitle: "Stop requiring two‑step verification?",
    waiveLead: (name) => `Members can then work in ${name} without a second step.`,
    required: "Two-step verification is required.",
    waived: "Two-step verification isn't required any more.",
  },
  de: {
    title: "Sicherheit",
    hint: "Was Mitglieder nachweisen müssen, um hier zu arbeiten.",
    isRequired: "Pflicht für alle Mitglieder",
    isNotRequired: "Jedem Mitglied freigestellt",
    require: "Zur Pflicht machen",
    waive: "Pflicht aufheben",
    requireTitle: "Bestätigung in zwei Schritten zur Pflicht machen?",
    requireLead: (name, shutOut) =>
      shutOut === 0
        ? `Alle Mitglieder von ${name} haben sie. Wer später dazukommt, braucht sie auch.`
        : shutOut === 1
          ? `Ein Mitglied kann in ${name} erst wieder arbeiten, wenn es sie eingeschaltet hat. Es bleibt Mitglied.`
          : `${shutOut} Mitglieder können in ${name} erst wieder arbeiten, wenn sie sie eingeschaltet haben. Sie bleiben Mitglied.`,
    waiveTitle: "Pflicht zur Bestätigung in zwei Schritten aufheben?",
    waiveLead: (name) => `Mitglieder können dann ohne zweiten Schritt in ${name} arbeiten.`,
    required: "Die Bestätigung in zwei Schritten ist Pflicht.",
    waived: "Die Bestätigung in zwei Schritten ist keine Pflicht mehr.",
  },
  fr: {
    title: "Sécurité",
    hint: "Ce que les membres doivent prouver pour travailler ici.",
    isRequired: "Exigée de tous les membres",
    isNotRequired: "Au choix de chaque membre",
    require: "L’exiger",
    waive: "Ne plus l’exiger",
    requireTitle: "Exiger la vérification en deux étapes ?",
    requireLead: (name, shutOut) =>
      shutOut === 0
        ? `Tous les membres de ${name} l’ont. Les prochains en auront besoin aussi.`
        : shutOut === 1
          ? `Un membre ne pourra pas travailler dans ${name} avant de l’activer. Il reste membre.`
          : `${shutOut} membres ne pourront pas travailler dans ${name} avant de l’activer. Ils restent membres.`,
    waiveTitle: "Ne plus exiger la vérification en deux étapes ?",
    waiveLead: (name) => `Les membres pourront travailler dans ${name} sans seconde étape.`,
    required: "La vérification en deux étapes est exigée.",
    waived: "La vérification en deux étapes n’est plus exigée.",
  },
  es: {
    title: "Seguridad",
    hint: "Lo que los miembros deben demostrar para trabajar aquí.",
    isRequired: "Obligatoria para todos los miembros",
    isNotRequired: "A elección de cada miembro",
    require: "Exigirla",
    waive: "Dejar de exigirla",
    requireTitle: "¿Exigir la verificación en dos pasos?",
    requireLead: (name, shutOut) =>
      shutOut === 0
        ? `Todos los miembros de ${name} la tienen. Quien se una después también la necesitará.`
        : shutOut === 1
          ? `Un miembro no podrá trabajar en ${name} hasta activarla. Sigue siendo miembro.`
          : `${shutOut} miembros no podrán trabajar en ${name} hasta activarla. Siguen siendo miembros.`,
    waiveTitle: "¿Dejar de exigir la verificación en dos pasos?",
    waiveLead: (name) => `Los miembros podrán trabajar en ${name} sin un segundo paso.`,
    required: "La verificación en dos pasos es obligatoria.",
    waived: "La verificación en dos pasos ya no es obligatoria.",
  },
  ja: {
    title: "セキュリティ",
    hint: "この組織で作業するためにメンバーに求める認証です。",
    isRequired: "すべてのメンバーに必須",
    isNotRequired: "各メンバーの任意",
    require: "必須にする",
    waive: "必須を解除",
    requireTitle: "2段階認証を必須にしますか？",
    requireLead: (name, shutOut) =>
      shutOut === 0
        ? `${name}のメンバーは全員、2段階認証を使えます。後から参加する人にも必要になります。`
        : `${shutOut}人のメンバーが、2段階認証を有効にするまで${name}で作業できません。メンバーのままです。`,
    waiveTitle: "2段階認証の必須を解除しますか？",
    waiveLead: (name) => `メンバーは2段階目なしで${name}で作業できるようになります。`,
    required: "2段階認証が必須になりました。",
    waived: "2段階認証は必須ではなくなりました。",
  },
};
