import type { FlashText } from "./flash-text.js";
import type { InEachLanguage } from "./in-each-language.js";

/** What pages of the account say once about the step before them. */
export interface AccountFlashTexts {
  /** To a new email address, also to one that is taken. */
  readonly changeLinkSent: FlashText;
  readonly changeCancelled: FlashText;
  /** By the form of a mailed link. */
  readonly emailChanged: FlashText;
  readonly emailVerified: FlashText;
  readonly verificationSent: FlashText;
  readonly passkeyAdded: FlashText;
  readonly passkeyRemoved: FlashText;
  /** The password is on lists of common ones, where that is only warned of. */
  readonly savedCommonPassword: FlashText;
  readonly accountUnlinked: FlashText;
  readonly deviceSignedOut: FlashText;
  readonly othersSignedOut: FlashText;
  readonly signedOutEverywhere: FlashText;
  readonly copyRequested: FlashText;
  readonly accountStays: FlashText;
}

export const ACCOUNT_FLASH_TEXTS: InEachLanguage<AccountFlashTexts> = {
  en: {
    changeLinkSent: (email) => `We've sent a link to ${email}.`,
    changeCancelled: () => "The change of your email address is cancelled.",
    emailChanged: (email) => `Your email address is now ${email}.`,
    emailVerified: () => "Your email address is verified.",
    verificationSent: (email) => `We've sent a link to ${email}.`,
    passkeyAdded: () => "Passkey added",
    passkeyRemoved: () => "Passkey removed",
    savedCommonPassword: () =>
      "Saved. This password is on lists of common passwords: choose another one soon.",
    accountUnlinked: (provider) => `${provider} is unlinked.`,
    deviceSignedOut: () => "Signed out on that device",
    othersSignedOut: () => "You're signed out of all other devices.",
    signedOutEverywhere: () => "You're signed out everywhere. Sign in again.",
    copyRequested: () => "We're preparing your copy.",
    accountStays: () => "Your account stays.",
  },
  de: {
    changeLinkSent: (email) => `Wir haben einen Link an ${email} gesendet.`,
    changeCancelled: () => "Die Änderung deiner E-Mail-Adresse ist abgebrochen.",
    emailChanged: (email) => `Deine E-Mail-Adresse ist jetzt ${email}.`,
    emailVerified: () => "Deine E-Mail-Adresse ist bestätigt.",
    verificationSent: (email) => `Wir haben einen Link an ${email} gesendet.`,
    passkeyAdded: () => "Passkey hinzugefügt",
    passkeyRemoved: () => "Passkey entfernt",
    savedCommonPassword: () =>
      "Gespeichert. Dieses Passwort steht auf Listen häufiger Passwörter: Wähle bald ein anderes.",
    accountUnlinked: (provider) => `${provider} ist nicht mehr verknüpft.`,
    deviceSignedOut: () => "Auf diesem Gerät abgemeldet",
    othersSignedOut: () => "Du bist auf allen anderen Geräten abgemeldet.",
    signedOutEverywhere: () => "Du bist überall abgemeldet. Melde dich neu an.",
    copyRequested: () => "Wir bereiten deine Kopie vor.",
    accountStays: () => "Dein Konto bleibt bestehen.",
  },
  fr: {
    changeLinkSent: (email) => `Nous avons envoyé un lien à ${email}.`,
    changeCancelled: () => "Le changement de votre adresse e-mail est annulé.",
    emailChanged: (email) => `Votre adresse e-mail est désormais ${email}.`,
    emailVerified: () => "Votre adresse e-mail est vérifiée.",
    verificationSent: (email) => `Nous avons envoyé un lien à ${email}.`,
    passkeyAdded: () => "Clé d’accès ajoutée",
    passkeyRemoved: () => "Clé d’accès supprimée",
    savedCommonPassword: () =>
      "Enregistré. Ce mot de passe figure dans des listes de mots de passe courants : changez-le bientôt.",
    accountUnlinked: (provider) => `${provider} n’est plus associé.`,
    deviceSignedOut: () => "Cet appareil est déconnecté",
    othersSignedOut: () => "Vos autres appareils sont déconnectés.",
    signedOutEverywhere: () => "Vous êtes déconnecté partout. Connectez-vous à nouveau.",
    copyRequested: () => "Nous préparons votre copie.",
    accountStays: () => "Votre compte est conservé.",
  },
  es: {
    changeLinkSent: (email) => `Hemos enviado un enlace a ${email}.`,
    changeCancelled: () => "El cambio de tu correo electrónico se ha cancelado.",
    emailChanged: (email) => `Tu correo electrónico es ahora ${email}.`,
    emailVerified: () => "Tu correo electrónico está verificado.",
    verificationSent: (email) => `Hemos enviado un enlace a ${email}.`,
    passkeyAdded: () => "Llave de acceso añadida",
    passkeyRemoved: () => "Llave de acceso eliminada",
    savedCommonPassword: () =>
      "Guardado. Esta contraseña está en listas de contraseñas comunes: elige otra pronto.",
    accountUnlinked: (provider) => `${provider} ya no está vinculado.`,
    deviceSignedOut: () => "Sesión cerrada en ese dispositivo",
    othersSignedOut: () => "Has cerrado sesión en los demás dispositivos.",
    signedOutEverywhere: () =>
      "Has cerrado sesión en todos los dispositivos. Inicia sesión de nuevo.",
    copyRequested: () => "Estamos preparando tu copia.",
    accountStays: () => "Tu cuenta se conserva.",
  },
  ja: {
    changeLinkSent: (email) => `${email}にリンクを送信しました。`,
    changeCancelled: () => "メールアドレスの変更を取り消しました。",
    emailChanged: (email) => `メールアドレスを${email}に変更しました。`,
    emailVerified: () => "メールアドレスを確認しました。",
    verificationSent: (email) => `${email}にリンクを送信しました。`,
    passkeyAdded: () => "パスキーを追加しました",
    passkeyRemoved: () => "パスキーを削除しました",
    savedCommonPassword: () =>
      "保存しました。このパスワードはよく使われるパスワードの一覧にあります。早めに別のものに変更してください。",
    accountUnlinked: (provider) => `${provider}の連携を解除しました。`,
    deviceSignedOut: () => "そのデバイスからログアウトしました",
    othersSignedOut: () => "ほかのすべてのデバイスからログアウトしました。",
    signedOutEverywhere: () =>
      "すべてのデバイスからログアウトしました。もう一度ログインしてください。",
    copyRequested: () => "コピーを準備しています。",
    accountStays: () => "アカウントは引き続きご利用いただけます。",
  },
};
