import { ACCOUNT_FIELD_TEXTS, type AccountFieldTexts } from "./account-field-texts.js";
import type { FieldFault } from "./field-fault.js";
import type { InEachLanguage } from "./in-each-language.js";
import {
  ORGANIZATION_FIELD_TEXTS,
  type OrganizationFieldTexts,
} from "./organization-field-texts.js";

/** By the name of the field. A fault of any other field is told above the form. */
export interface FieldTexts extends AccountFieldTexts, OrganizationFieldTexts {
  readonly email: FieldFault;
  readonly code: FieldFault;
  readonly name: FieldFault;
}

export const FIELD_TEXTS: InEachLanguage<FieldTexts> = {
  en: {
    ...ACCOUNT_FIELD_TEXTS.en,
    ...ORGANIZATION_FIELD_TEXTS.en,
    email: {
      missing: "Enter your email address.",
      invalid: "Enter an email address like name@example.com.",
    },
    code: { missing: "Enter the code.", invalid: "Enter the six digits of the code." },
    name: { missing: "Enter a name.", invalid: "Enter a shorter name, without line breaks." },
  },
  de: {
    ...ACCOUNT_FIELD_TEXTS.de,
    ...ORGANIZATION_FIELD_TEXTS.de,
    email: {
      missing: "Gib deine E-Mail-Adresse ein.",
      invalid: "Gib eine E-Mail-Adresse wie name@example.com ein.",
    },
    code: { missing: "Gib den Code ein.", invalid: "Gib die sechs Ziffern des Codes ein." },
    name: {
      missing: "Gib einen Namen ein.",
      invalid: "Gib einen kürzeren Namen ohne Zeilenumbrüche ein.",
    },
  },
  fr: {
    ...ACCOUNT_FIELD_TEXTS.fr,
    ...ORGANIZATION_FIELD_TEXTS.fr,
    email: {
      missing: "Saisissez votre adresse e-mail.",
      invalid: "Saisissez une adresse e-mail comme nom@example.com.",
    },
    code: { missing: "Saisissez le code.", invalid: "Saisissez les six chiffres du code." },
    name: {
      missing: "Saisissez un nom.",
      invalid: "Saisissez un nom plus court, sans saut de ligne.",
    },
  },
  es: {
    ...ACCOUNT_FIELD_TEXTS.es,
    ...ORGANIZATION_FIELD_TEXTS.es,
    email: {
      missing: "Introduce tu correo electrónico.",
      invalid: "Introduce un correo electrónico como nombre@example.com.",
    },
    code: { missing: "Introduce el código.", invalid: "Introduce los seis dígitos del código." },
    name: {
      missing: "Introduce un nombre.",
      invalid: "Introduce un nombre más corto, sin saltos de línea.",
    },
  },
  ja: {
    ...ACCOUNT_FIELD_TEXTS.ja,
    ...ORGANIZATION_FIELD_TEXTS.ja,
    email: {
      missing: "メールアドレスを入力してください。",
      invalid: "name@example.com のようなメールアドレスを入力してください。",
    },
    code: {
      missing: "コードを入力してください。",
      invalid: "6桁のコードを入力してください。",
    },
    name: {
      missing: "名前を入力してください。",
      invalid: "改行を含まない短い名前を入力してください。",
    },
  },
};
