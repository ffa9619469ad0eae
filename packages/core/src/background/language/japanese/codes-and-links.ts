import type { NoticeName } from "../../mail/mails.js";
import type { MailTexts } from "../catalogue.js";

interface CodeOutro {
  readonly app: string;
  readonly lifetime: string;
}

const codeOutro = ({ app, lifetime }: CodeOutro): readonly string[] => [
  `コードは${lifetime}以内に一度だけ使えます。${app} の担当者がコードをお尋ねすることはありません。`,
  "お心当たりがない場合は、このメールを無視してください。",
];

/** The mails that bring a code or a link. */
export const CODES_AND_LINKS: Omit<MailTexts, NoticeName> = {
  "sign-in-code": {
    subject: ({ app, code }) => `${code} は ${app} の確認コードです`,
    intro: ({ app }) => [`${app} にログインするには、次のコードを入力してください。`],
    outro: codeOutro,
  },
  "email-verification-code": {
    subject: ({ app, code }) => `${code} は ${app} のメールアドレス確認コードです`,
    intro: ({ app }) => [
      `このメールアドレスが ${app} のアカウントのものであることを確認するには、次のコードを入力してください。`,
    ],
    outro: codeOutro,
  },
  "password-reset-code": {
    subject: ({ app, code }) => `${code} は ${app} のパスワード再設定コードです`,
    intro: ({ app }) => [`${app} の新しいパスワードを設定するには、次のコードを入力してください。`],
    outro: codeOutro,
  },
  "verify-email": {
    subject: ({ app }) => `${app} のメールアドレスをご確認ください`,
    intro: ({ app }) => [
      `このメールアドレスで ${app} への登録がありました。ご本人の場合は、メールアドレスを確認してください。`,
    ],
    button: () => "メールアドレスを確認する",
    outro: ({ lifetime }) => [
      `リンクは${lifetime}有効です。お心当たりがない場合は、このメールを無視してください。確認すると、登録した人がアカウントを使い続けることになります。`,
    ],
  },
  "password-reset-link": {
    subject: ({ app }) => `${app} の新しいパスワードの設定`,
    intro: ({ app }) => [`${app} の新しいパスワードを設定するには、次のリンクを開いてください。`],
    button: () => "新しいパスワードを設定する",
    outro: ({ lifetime }) => [
      `リンクは${lifetime}以内に一度だけ使えます。お心当たりがない場合は、このメールを無視してください。パスワードは変わりません。`,
    ],
  },
  "account-created": {
    subject: ({ app }) => `${app} のアカウントのご案内`,
    intro: ({ app }) => [
      `このメールアドレスで ${app} のアカウントが作成されました。パスワードを設定するには、次のリンクを開いてください。`,
    ],
    button: () => "パスワードを設定する",
    outro: ({ lifetime }) => [
      `リンクは${lifetime}以内に一度だけ使えます。期限が切れた場合は、ログイン画面から新しいリンクを請求できます。お心当たりがない場合は、このメールを無視してください。`,
    ],
  },
  "magic-link": {
    subject: ({ app }) => `${app} のログインリンク`,
    intro: ({ app }) => [`${app} にログインするには、次のリンクを開いてください。`],
    button: () => "ログインする",
    outro: ({ lifetime }) => [
      `リンクは${lifetime}以内に一度だけ使えます。お心当たりがない場合は、このメールを無視してください。`,
    ],
  },
  "email-change": {
    subject: ({ app }) => `${app} の新しいメールアドレスをご確認ください`,
    intro: ({ app, from }) => [
      `${app} のアカウント（${from}）で、今後このメールアドレスを使う手続きがありました。ご本人の場合は、確認してください。`,
    ],
    button: () => "このメールアドレスを使う",
    outro: ({ lifetime }) => [
      `リンクは${lifetime}以内に一度だけ使えます。このアカウントにお心当たりがない場合は、このメールを無視してください。`,
    ],
  },
  invitation: {
    subject: ({ app }) => `${app} の組織への招待`,
    intro: ({ app, inviter, organization }) => [
      `${inviter} さんが、${app} の「${organization}」にあなたを招待しています。`,
    ],
    button: () => "招待を見る",
    outro: ({ lifetime }) => [
      `招待は${lifetime}有効で、このメールアドレスでのみ使えます。送信者にお心当たりがない場合は、このメールを無視してください。`,
    ],
  },
};
