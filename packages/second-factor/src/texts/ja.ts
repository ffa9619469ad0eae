import type { FactorTexts } from "./mail-texts.js";

const NOT_YOU =
  "心当たりがない場合は、ほかの人がアカウントに入っています。すべてのデバイスからログアウトし、新しいパスワードを設定して、このサービスの運営者にご連絡ください。";
const BUTTON = "ログイン中のデバイスを見る";

export const ja: FactorTexts = {
  enabled: {
    subject: ({ app }) => `${app}の2段階認証が有効になりました`,
    intro: ({ app, byPasskey }) => [
      byPasskey
        ? `${app}のアカウントへのログインには、今後パスキーまたは2段階目の確認が必要です。`
        : `${app}のアカウントへのログインには、今後認証アプリのコードも必要です。`,
      "リカバリーコードは、スマートフォンがなくても見つけられる場所に保管してください。1つのコードで1回ログインできます。",
      NOT_YOU,
    ],
    button: () => BUTTON,
  },
  replaced: {
    subject: ({ app }) => `${app}のアカウントの2段階目が新しくなりました`,
    intro: ({ app }) => [
      `${app}のアカウントの2段階目の確認が新しく設定されました。以前のリカバリーコードは使えません。`,
      NOT_YOU,
    ],
    button: () => BUTTON,
  },
  disabled: {
    subject: ({ app }) => `${app}の2段階認証が無効になりました`,
    intro: ({ app, byUser }) => [
      byUser
        ? `${app}のアカウントでは、2段階目の確認が不要になりました。`
        : `${app}のアカウントの2段階目の確認が削除されました。`,
      NOT_YOU,
    ],
    button: () => BUTTON,
  },
  guessed: {
    subject: ({ app }) => `${app}のアカウントに誤ったコードが入力されました`,
    intro: ({ app, byPassword }) => [
      `本日、${app}のアカウントに誤ったコードが5回入力されました。ログインはされていません。`,
      byPassword
        ? "入力した人はパスワードを知っています。心当たりがない場合は、今すぐ新しいパスワードを設定してください。"
        : "入力した人は1段階目を通過しています。心当たりがない場合は、メールを読める人や連携アカウントを使える人がいないか確認してください。",
    ],
    button: () => BUTTON,
  },
  codesReplaced: {
    subject: ({ app }) => `${app}のアカウントの新しいリカバリーコード`,
    intro: ({ app }) => [
      `${app}のアカウントの新しいリカバリーコードが作成されました。以前のコードは使えません。`,
      NOT_YOU,
    ],
    button: () => BUTTON,
  },
  codeUsed: {
    subject: ({ app }) => `${app}でリカバリーコードが使われました`,
    intro: ({ app, left }) => [
      `${app}のアカウントでリカバリーコードが1つ使われました。残りのコード：${left}`,
      left === 0
        ? "今すぐ新しいコードを作成してください。コードがないと、スマートフォンをなくしたときにログインできません。"
        : NOT_YOU,
    ],
    button: () => BUTTON,
  },
  recovery: {
    subject: ({ app, stage }) =>
      stage === "started"
        ? `ご本人ですか？2段階目なしでの${app}のアカウントへのアクセス`
        : `進行中：2段階目なしでの${app}のアカウントへのアクセス`,
    intro: ({ app, stage, startedAt, dueAt, expiresAt, place }) => [
      `${startedAt}${place === "" ? "" : `（${place}）`}に、このメールボックスを読める人が、2段階目の確認なしで${app}のアカウントに入ることを求めました。`,
      stage === "started" || stage === "waits"
        ? `何もしなければ、${dueAt}に可能になります。`
        : `${expiresAt}まで可能です。`,
      "心当たりがない場合は、ボタンで止めてください。2段階目を使ってログインしても止まります。",
    ],
    button: () => "止める",
    outro: ({ dueAt }) => [
      `ご本人の場合は、${dueAt}以降にもう一度メールでログインしてください。そのとき、パスワード、パスキー、連携アカウント、2段階目の確認は削除されます。`,
    ],
  },
  recoveryVetoed: {
    subject: ({ app }) => `停止：2段階目なしでの${app}のアカウントへのアクセス`,
    intro: ({ app, startedAt }) => [
      `2段階目の確認なしで${app}のアカウントに入る${startedAt}の要求は停止されました。`,
      "この要求に心当たりがない場合は、ほかの人があなたのメールを読めます。メールボックスのパスワードを変更してください。",
    ],
    button: () => BUTTON,
  },
  recoveryCompleted: {
    subject: ({ app }) => `${app}のアカウントが復旧されました`,
    intro: ({ app }) => [
      `${app}のアカウントがメールで復旧されました。パスワード、パスキー、連携アカウント、2段階目の確認は削除され、すべてのデバイスからログアウトしました。`,
      "心当たりがない場合は、すぐにこのサービスの運営者にご連絡ください。",
    ],
    button: () => BUTTON,
  },
};
