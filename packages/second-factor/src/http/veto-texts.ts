import type { Catalogue } from "@acme/auth-core/texts";

/** What the page of the link says that stops a way back. */
export interface VetoTexts {
  readonly title: string;
  readonly text: (values: { readonly app: string }) => string;
  readonly button: string;
  readonly note: string;
  /** After the button was pressed. */
  readonly done: { readonly title: string; readonly text: string };
  /** Where it was stopped before, in whichever way. */
  readonly before: { readonly title: string; readonly text: string };
  /** Of a link that stops nothing: not whole, or its way back was completed or has run out. */
  readonly dead: {
    readonly title: string;
    readonly text: (values: { readonly app: string }) => string;
  };
}

const ENGLISH: VetoTexts = {
  title: "Stop the way back?",
  text: ({ app }) =>
    `Someone has asked to get into your account at ${app} without its second step. Stop that if it wasn't you, or if you no longer need it.`,
  button: "Stop it",
  note: "If you asked for it, close this page. Nothing happens until you press the button.",
  done: {
    title: "The way back is stopped",
    text: "Your second step stays as it is. If you didn't ask for this, someone can read your mail: secure your mailbox now.",
  },
  before: {
    title: "The way back was already stopped",
    text: "There's nothing left to do here. If you didn't ask for it, someone can read your mail: secure your mailbox now.",
  },
  dead: {
    title: "This link doesn't work any more",
    text: ({ app }) =>
      `There's nothing left that it could stop. If you can't get into your account, write to the people who run ${app} now.`,
  },
};

/** By BCP 47 tag. A language that is missing reads English. */
const TEXTS: ReadonlyMap<string, VetoTexts> = new Map([
  ["en", ENGLISH],
  [
    "de",
    {
      title: "Den Weg zurück stoppen?",
      text: ({ app }) =>
        `Jemand möchte ohne den zweiten Schritt in dein Konto bei ${app}. Stoppe das, wenn du es nicht warst oder es nicht mehr brauchst.`,
      button: "Stoppen",
      note: "Wenn du es warst, schließe diese Seite. Es passiert nichts, bis du auf die Schaltfläche drückst.",
      done: {
        title: "Der Weg zurück ist gestoppt",
        text: "Dein zweiter Schritt bleibt, wie er ist. Wenn du das nicht warst, kann jemand deine Mails lesen: Sichere jetzt dein Postfach.",
      },
      before: {
        title: "Der Weg zurück ist bereits gestoppt",
        text: "Hier ist nichts mehr zu tun. Wenn du das nicht warst, kann jemand deine Mails lesen: Sichere jetzt dein Postfach.",
      },
      dead: {
        title: "Dieser Link geht nicht mehr",
        text: ({ app }) =>
          `Es gibt nichts mehr, was er stoppen könnte. Wenn du nicht in dein Konto kommst, schreibe jetzt den Betreibern von ${app}.`,
      },
    },
  ],
  [
    "es",
    {
      title: "¿Detener la recuperación?",
      text: ({ app }) =>
        `Alguien ha pedido entrar en tu cuenta de ${app} sin el segundo paso. Detenlo si no has sido tú o si ya no lo necesitas.`,
      button: "Detener",
      note: "Si lo has pedido tú, cierra esta página. No pasa nada hasta que pulses el botón.",
      done: {
        title: "La recuperación se ha detenido",
        text: "Tu segundo paso sigue como está. Si no has sido tú, alguien puede leer tu correo: protege tu buzón ahora.",
      },
      before: {
        title: "La recuperación ya se había detenido",
        text: "No queda nada que hacer aquí. Si no la pediste tú, alguien puede leer tu correo: protege tu buzón ahora.",
      },
      dead: {
        title: "Este enlace ya no funciona",
        text: ({ app }) =>
          `Ya no queda nada que pueda detener. Si no puedes entrar en tu cuenta, escribe ahora a los responsables de ${app}.`,
      },
    },
  ],
  [
    "fr",
    {
      title: "Arrêter la récupération ?",
      text: ({ app }) =>
        `Quelqu’un a demandé à entrer dans votre compte ${app} sans la seconde étape. Arrêtez cela si ce n’était pas vous, ou si vous n’en avez plus besoin.`,
      button: "Arrêter",
      note: "Si vous l’avez demandé, fermez cette page. Rien ne se passe tant que vous n’appuyez pas sur le bouton.",
      done: {
        title: "La récupération est arrêtée",
        text: "Votre seconde étape reste telle quelle. Si ce n’était pas vous, quelqu’un peut lire vos e-mails : sécurisez votre messagerie maintenant.",
      },
      before: {
        title: "La récupération a déjà été arrêtée",
        text: "Il n’y a plus rien à faire ici. Si ce n’était pas vous, quelqu’un peut lire vos e-mails : sécurisez votre messagerie maintenant.",
      },
      dead: {
        title: "Ce lien ne fonctionne plus",
        text: ({ app }) =>
          `Il n’y a plus rien qu’il puisse arrêter. Si vous ne pouvez pas entrer dans votre compte, écrivez maintenant aux responsables de ${app}.`,
      },
    },
  ],
  [
    "ja",
    {
      title: "アカウントの復旧を中止しますか？",
      text: ({ app }) =>
        `2段階目の確認なしで${app}のアカウントに入る手続きが申し込まれました。心当たりがない場合、または不要になった場合は、中止してください。`,
      button: "中止する",
      note: "ご自身で申し込んだ場合は、このページを閉じてください。ボタンを押すまで何も起こりません。",
      done: {
        title: "アカウントの復旧を中止しました",
        text: "2段階目の確認はそのままです。心当たりがない場合は、ほかの人がメールを読んでいるおそれがあります。今すぐメールアカウントを保護してください。",
      },
      before: {
        title: "アカウントの復旧はすでに中止されています",
        text: "ここで行う操作はありません。心当たりがない場合は、ほかの人がメールを読んでいるおそれがあります。今すぐメールアカウントを保護してください。",
      },
      dead: {
        title: "このリンクは使えなくなりました",
        text: ({ app }) =>
          `このリンクで中止できる手続きはありません。アカウントに入れない場合は、今すぐ${app}の運営者にお問い合わせください。`,
      },
    },
  ],
]);

/** Returns the texts in the language of a catalogue. */
export const vetoTextsOf = ({ locale }: Pick<Catalogue, "locale">): VetoTexts =>
  TEXTS.get(locale) ?? ENGLISH;
