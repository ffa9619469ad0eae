import type { RefusalTexts } from "./refusal-table.js";

/** What refusals say in Japanese. */
export const JAPANESE_REFUSALS: RefusalTexts = {
  VALIDATION_ERROR: "入力内容を確認してください。",
  INVALID_JSON: "フォームが正しく届きませんでした。もう一度お試しください。",
  IMAGE_URL_NOT_SUPPORTED: "画像のURLを入力してください。",
  INVALID_ORIGIN: "別のサイトから送信されました。このページを開いて、もう一度お試しください。",
  NOT_FOUND: "このアドレスには何もありません。",
  METHOD_NOT_ALLOWED:
    "このページはその方法では利用できません。前のページに戻り、リンクやボタンを使ってください。",
  PAYLOAD_TOO_LARGE: "送信内容が長すぎます。前のページに戻り、短くしてください。",
  UNSUPPORTED_MEDIA_TYPE:
    "対応していない形式で送信されました。ページを開いて、もう一度お試しください。",
  TOO_MANY_REQUESTS: "試行回数が多すぎます。",
  LIMIT_REACHED: "上限に達しました。",
  BUSY: "混み合っています。しばらくしてからもう一度お試しください。",
  UNAVAILABLE: "現在ご利用いただけません。しばらくしてからもう一度お試しください。",
  INTERNAL_ERROR: "サーバー側の問題です。しばらくしてからもう一度お試しください。",
  UNAUTHORIZED: "ログインしてください。",
  SESSION_NOT_FRESH: "続けるには本人確認が必要です。",
  NO_ACTIVE_ORGANIZATION: "先に組織を選択してください。",
  PERMISSION_DENIED:
    "あなたの権限ではこの操作はできません。組織のオーナーまたは管理者に依頼してください。",
  ACCOUNT_SUSPENDED: "このアカウントは停止されています。サービスの運営者にお問い合わせください。",
  SECOND_FACTOR_REQUIRED:
    "ログインには2つ目の認証が必要ですが、現在は確認できません。このサービスの運営者にご連絡ください。",
  INSUFFICIENT_USER_AUTHENTICATION: "続けるには本人確認が必要です。",
  SECOND_FACTOR_NOT_ENROLLED:
    "この操作には2段階認証が必要です。まず「セキュリティ」で有効にしてください。",
  USER_NOT_FOUND: "このユーザーは存在しません。",
  ORGANIZATION_NOT_FOUND: "この組織は存在しません。",
  SLUG_TAKEN: "このURLは使用されています。別のURLを選んでください。",
  MEMBER_NOT_FOUND: "このメンバーは存在しません。",
  LAST_OWNER: "組織にはオーナーが必要です。先に譲渡するか、組織を削除してください。",
  ALREADY_MEMBER: "この人はすでにメンバーです。",
  ALREADY_INVITED:
    "このアドレスはすでに招待されています。招待し直すには、先にその招待を取り消してください。",
  ROLE_NOT_ALLOWED: "あなたの権限では、この役割で招待することはできません。",
  INVITATION_NOT_FOUND: "この招待は無効になりました。招待した人に確認してください。",
  EMAIL_VERIFICATION_REQUIRED:
    "先にメールアドレスを確認してください。リンクはメールでお送りしています。",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
    "このメールアドレスのアカウントはすでに存在します。ログインするか、別のアドレスを使ってください。",
  SIGN_UP_NOT_ALLOWED: "招待がないと、ここではアカウントを作成できません。",
  PASSWORD_ALREADY_SET: "すでにパスワードが設定されています。変更してください。",
  PASSWORD_TOO_SHORT: "パスワードが短すぎます。",
  PASSWORD_TOO_LONG: "パスワードが長すぎます。",
  PASSWORD_TOO_COMMON: "よく使われるパスワードです。別のパスワードを選んでください。",
  INVALID_EMAIL_OR_PASSWORD: "メールアドレスまたはパスワードが違います。",
  EMAIL_NOT_VERIFIED: "先にメールアドレスを確認してください。リンクはメールでお送りしています。",
  INVALID_PASSWORD: "パスワードが違います。",
  CREDENTIAL_ACCOUNT_NOT_FOUND: "パスワードが設定されていません。",
  EMAIL_CHANGE_NOT_PENDING: "取り消せるメールアドレスの変更はもうありません。",
  INVALID_TOKEN: "このリンクは使用済みか、新しいものに置き換えられました。",
  TOKEN_EXPIRED: "このリンクは有効期限が切れています。",
  INVALID_CALLBACK_URL: "このアドレスには移動できません。",
  CHALLENGE_NOT_FOUND: "時間がかかりすぎました。最初からやり直してください。",
  FAILED_TO_VERIFY_REGISTRATION: "パスキーを追加できませんでした。もう一度お試しください。",
  CONDITIONAL_CREATE_NOT_ALLOWED:
    "この方法でパスキーを作成するには、パスワードでログインしてください。",
  AUTHENTICATION_FAILED:
    "パスキーを確認できませんでした。もう一度試すか、別の方法を使ってください。",
  PASSKEY_NOT_FOUND: "このパスキーは登録されていません。別の方法を使ってください。",
  LAST_SIGN_IN_METHOD: "これは最後のログイン方法です。先に別の方法を追加してください。",
  PROVIDER_NOT_FOUND: "このプロバイダーは利用できません。",
  ID_TOKEN_NOT_SUPPORTED: "このログイン方法は利用できません。",
  ACCOUNT_NOT_FOUND: "この連携アカウントは存在しません。",
  FAILED_TO_UNLINK_LAST_ACCOUNT: "これは最後のログイン方法です。先に別の方法を追加してください。",
  SIGN_IN_METHOD_NOT_OFFERED: "このログイン方法は利用できません。",
  DELETION_ALREADY_PENDING: "このアカウントの削除はすでに進行中です。",
  DELETION_NOT_PENDING: "取り消せる削除はありません。",
  EXPORT_NOT_FOUND: "このコピーは存在しません。",
  EXPORT_EXPIRED: "このコピーは利用できなくなりました。新しいコピーを作成してください。",
  INVALID_OTP: "コードが違います。",
  OTP_EXPIRED: "コードの有効期限が切れています。新しいコードを取得してください。",
  TOO_MANY_ATTEMPTS: "間違ったコードが多すぎます。後で新しいコードを取得してください。",
};
