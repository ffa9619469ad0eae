import type { PageTexts } from "../page-texts.js";
import { ROLES } from "./roles.js";

/** The pages that mailed links open. */
export const PAGES: PageTexts = {
  verifyEmail: {
    title: "メールアドレスをご確認ください",
    text: ({ email }) =>
      `${email} での登録がありました。ご本人の場合は、メールアドレスを確認してください。`,
    button: "このメールアドレスを確認する",
    note: "お心当たりがない場合は、このページを閉じてください。ボタンを押すまで、何も行われません。",
  },
  emailVerified: {
    title: "メールアドレスが確認されました",
    text: ({ email }) => `${email} は、あなたのアカウントのメールアドレスになりました。`,
  },
  changeEmail: {
    title: "メールアドレスの変更",
    text: ({ from, to }) => `アカウントのメールアドレスが、${from} から ${to} に変わります。`,
    button: "新しいメールアドレスを使う",
    note: "ボタンを押すまで、何も行われません。",
  },
  emailChanged: {
    title: "メールアドレスが変更されました",
    text: ({ to }) => `アカウントのメールアドレスは ${to} になりました。`,
  },
  signIn: {
    title: "ログイン",
    text: ({ email }) => `このブラウザーで、${email} としてログインします。`,
    button: "ログインする",
    note: "お心当たりがない場合は、このページを閉じてください。ボタンを押すまで、何も行われません。",
  },
  invitation: {
    title: ({ organization }) => `「${organization}」への招待`,
    text: ({ inviter, email, organization, role }) =>
      `${inviter === null ? "" : `${inviter} さんから、`}「${organization}」に招待されています。${email} 宛ての、${ROLES[role]}としての招待です。`,
    button: "招待を見る",
    note: "送信者にお心当たりがない場合は、このページを閉じてください。承諾するまで、何も行われません。",
    roles: {
      member: "メンバーは、組織とメンバーを閲覧できます。",
      admin: "管理者は、招待、メンバーの削除、役割の変更もできます（オーナーを除く）。",
      owner: "オーナーは、オーナーの指名、譲渡、組織の削除もできます。",
    },
    join: ({ email }) => `${email} として参加`,
    otherAccount: ({ signedInAs }) => `現在 ${signedInAs} でログインしています。`,
    switchAccount: ({ email }) => `ログアウトして ${email} で続ける`,
  },
  deadLink: {
    title: "このリンクは使えません",
    text: () => "このリンクは使用済みか、新しいリンクに置き換えられています。",
    perhapsUsed: "すでに使用した場合は、手続きは完了しています。いつもどおりログインしてください。",
    askInviter: "招待した人に、新しい招待を送ってもらってください。",
  },
  expiredLink: {
    title: "このリンクは期限切れです",
    text: () => "このリンクの有効期限が切れました。新しいリンクを請求してください。",
  },
  endedChange:
    "変更を申し込んだセッションが終了したため、変更は取り消されました。ログインして、もう一度お申し込みください。",
  suspended: "このアカウントは停止されています。サービスの運営者にお問い合わせください。",
  notOffered: "このログイン方法は利用できません。",
  noNewAccount: "ここではアカウントを作成できません。",
  refused: "受け付けられませんでした",
  failed: {
    title: "うまくいきませんでした",
    text: () => "このページを閉じるか、もう一度お試しください。",
    retry: "戻ってもう一度試す",
    help: "お問い合わせの際は、次のコードをお知らせください。",
  },
  proceed: "続ける",
  startAgain: "最初からやり直す",
};
