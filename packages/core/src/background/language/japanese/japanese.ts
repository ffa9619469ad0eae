import type { Catalogue } from "../catalogue.js";
import { CODES_AND_LINKS } from "./codes-and-links.js";
import { NOTICES } from "./notices.js";
import { PAGES } from "./pages.js";
import { ROLES } from "./roles.js";

/** Japanese. */
export const JAPANESE: Catalogue = {
  locale: "ja",
  mails: { ...CODES_AND_LINKS, ...NOTICES },
  pages: PAGES,
  facts: {
    passkey: "パスキー",
    provider: "連携サービス",
    organization: "組織",
    role: "役割",
    when: "日時",
    device: "端末",
    network: "IP アドレス",
    by: "操作した人",
    roles: ROLES,
    actors: {
      session: "あなたのアカウントにログインしている人",
      mailbox: "あなたのメールを読める人",
      provider: "このプロバイダーでログインした人",
      "new-mailbox": "新しいメールアドレス宛てのメールを読める人",
      operator: "サービスの運営者",
    },
    browserOn: (browser, system) => `${browser}（${system}）`,
    unknown: "不明",
    more: (count) => `ほか ${count} 件`,
  },
  footer: {
    request: ({ app, host, to }) =>
      `このメールは、${app}（${host}）でこのメールアドレスが入力されたため、${to} 宛てに送信されました。`,
    created: ({ app, host, to }) =>
      `このメールは、${app}（${host}）の管理者があなたのアカウントを作成したため、${to} 宛てに送信されました。`,
    notice: ({ app, host, to }) =>
      `このメールは、${app}（${host}）にアカウントをお持ちのため、${to} 宛てに送信されました。アカウントを守るためのお知らせなので、配信を停止することはできません。`,
    invitation: ({ app, host, to }) =>
      `このメールは、${app}（${host}）の組織のメンバーがこのメールアドレスを入力したため、${to} 宛てに送信されました。`,
  },
  brandLinks: { terms: "利用規約", privacy: "プライバシー", support: "サポート" },
  signOutEverywhere: "すべての端末からログアウトする",
  orOpen: "または、次のリンクをブラウザーで開いてください。",
  colon: "：",
};
