import type { InEachLanguage } from "./in-each-language.js";

/** Recovery codes: making new ones, and showing them. */
export interface CodeTexts {
  readonly section: string;
  readonly newTitle: string;
  readonly newLead: string;
  readonly make: string;
  readonly savedTitle: string;
  readonly savedLead: string;
  readonly once: string;
  readonly done: string;
  readonly copy: string;
  readonly print: string;
}

export const CODE_TEXTS: InEachLanguage<CodeTexts> = {
  en: {
    section: "Two-step verification",
    newTitle: "Make new recovery codes",
    newLead: "Your present codes stop working. You'll be signed out everywhere else.",
    make: "Make new codes",
    savedTitle: "Save your recovery codes",
    savedLead: "Each of them lets you in once when you don't have your phone.",
    once: "We show them only now. Keep them where you'll find them without your phone.",
    done: "I've saved them",
    copy: "Copy codes",
    print: "Print codes",
  },
  de: {
    section: "Bestätigung in zwei Schritten",
    newTitle: "Neue Wiederherstellungscodes erstellen",
    newLead: "Die bisherigen Codes gelten dann nicht mehr. Du wirst überall sonst abgemeldet.",
    make: "Neue Codes erstellen",
    savedTitle: "Speichere deine Wiederherstellungscodes",
    savedLead: "Jeder lässt dich einmal hinein, wenn du dein Telefon nicht hast.",
    once: "Wir zeigen sie nur jetzt. Bewahre sie dort auf, wo du sie ohne dein Telefon findest.",
    done: "Codes sind gespeichert",
    copy: "Codes kopieren",
    print: "Codes drucken",
  },
  fr: {
    section: "Vérification en deux étapes",
    newTitle: "Créer de nouveaux codes de récupération",
    newLead: "Les codes actuels ne serviront plus. Vous serez déconnecté partout ailleurs.",
    make: "Créer de nouveaux codes",
    savedTitle: "Enregistrez vos codes de récupération",
    savedLead: "Chacun vous laisse entrer une fois quand vous n’avez pas votre téléphone.",
    once: "Nous ne les montrons que maintenant. Gardez-les là où vous les trouverez sans votre téléphone.",
    done: "Codes enregistrés",
    copy: "Copier les codes",
    print: "Imprimer les codes",
  },
  es: {
    section: "Verificación en dos pasos",
    newTitle: "Crear nuevos códigos de recuperación",
    newLead: "Los códigos actuales dejarán de servir. Se cerrará tu sesión en los demás sitios.",
    make: "Crear códigos nuevos",
    savedTitle: "Guarda tus códigos de recuperación",
    savedLead: "Cada uno te deja entrar una vez cuando no tienes tu teléfono.",
    once: "Solo los mostramos ahora. Guárdalos donde los encuentres sin tu teléfono.",
    done: "Ya los he guardado",
    copy: "Copiar los códigos",
    print: "Imprimir los códigos",
  },
  ja: {
    section: "2段階認証",
    newTitle: "新しいリカバリーコードを作成",
    newLead: "現在のコードは使えなくなります。ほかのすべての場所からログアウトします。",
    make: "新しいコードを作成",
    savedTitle: "リカバリーコードを保存",
    savedLead: "スマートフォンがないときに、1つのコードで1回ログインできます。",
    once: "表示されるのは今だけです。スマートフォンがなくても見つけられる場所に保管してください。",
    done: "保存しました",
    copy: "コードをコピー",
    print: "コードを印刷",
  },
};
