import type { FieldFault } from "./field-fault.js";
import type { InEachLanguage } from "./in-each-language.js";

/** What is said below fields of the organizations' forms. */
export interface OrganizationFieldTexts {
  readonly slug: FieldFault;
  readonly role: FieldFault;
  readonly member: FieldFault;
}

const both = (text: string): FieldFault => ({ missing: text, invalid: text });

export const ORGANIZATION_FIELD_TEXTS: InEachLanguage<OrganizationFieldTexts> = {
  en: {
    slug: both("Enter a URL of lowercase letters, digits and dashes."),
    role: both("Choose a role."),
    member: both("Choose a member."),
  },
  de: {
    slug: both("Gib eine URL aus Kleinbuchstaben, Ziffern und Bindestrichen ein."),
    role: both("Wähle eine Rolle."),
    member: both("Wähle ein Mitglied."),
  },
  fr: {
    slug: both("Saisissez une URL en minuscules, chiffres et tirets."),
    role: both("Choisissez un rôle."),
    member: both("Choisissez un membre."),
  },
  es: {
    slug: both("Introduce una URL con minúsculas, cifras y guiones."),
    role: both("Elige un rol."),
    member: both("Elige un miembro."),
  },
  ja: {
    slug: both("半角の小文字、数字、ハイフンでURLを入力してください。"),
    role: both("役割を選択してください。"),
    member: both("メンバーを選択してください。"),
  },
};
