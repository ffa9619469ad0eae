import type { secondFactorErrors } from "../../errors.js";
import type { InEachLanguage } from "./in-each-language.js";

/** What each refusal says to people. A new error does not compile without its texts. */
export type RefusalTexts = Readonly<Record<keyof typeof secondFactorErrors, string>>;

export const REFUSAL_TEXTS: InEachLanguage<RefusalTexts> = {
  en: {
    INVALID_TWO_FACTOR_COOKIE: "That took too long. Sign in again.",
    INVALID_CODE: "This code is wrong. Wait for the next one and enter that.",
    INVALID_BACKUP_CODE: "This recovery code is wrong, or has been used.",
    TOTP_NOT_ENABLED: "No authenticator app is being set up here any more. Start again.",
    TOTP_ALREADY_ENABLED: "You have an authenticator app already. Replace it instead.",
    TWO_FACTOR_NOT_ENABLED: "Two-step verification is off. Turn it on first.",
    BACKUP_CODES_NOT_ENABLED: "You have no recovery code left. Use another way.",
    OTP_NOT_CONFIGURED: "Emailed codes aren't a second step here. Use an authenticator app.",
    LAST_SECOND_FACTOR:
      "This passkey is your second step. Set up an authenticator app first, or turn off two-step verification.",
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "Too many wrong codes. Sign in again.",
    ACCOUNT_TEMPORARILY_LOCKED:
      "Too many wrong codes. A passkey still works, and so does a browser that you've signed in with before.",
    MAILBOX_PROOF_REQUIRED: "Sign in by a code or link that we email you first.",
    RECOVERY_VETOED:
      "This was stopped, or asked for too often. Ask the people who run this service.",
    RECOVERY_NOT_PENDING: "There's nothing to stop or to finish any more.",
    RECOVERY_NOT_DUE: "The wait isn't over, or wasn't when you signed in. Sign in again after it.",
  },
  de: {
    INVALID_TWO_FACTOR_COOKIE: "Das hat zu lange gedauert. Melde dich noch einmal an.",
    INVALID_CODE: "Dieser Code ist falsch. Warte auf den nächsten und gib ihn ein.",
    INVALID_BACKUP_CODE: "Dieser Wiederherstellungscode ist falsch oder schon verwendet.",
    TOTP_NOT_ENABLED: "Hier wird keine Authenticator-App mehr eingerichtet. Fang noch einmal an.",
    TOTP_ALREADY_ENABLED: "Du hast schon eine Authenticator-App. Ersetze sie stattdessen.",
    TWO_FACTOR_NOT_ENABLED: "Die Bestätigung in zwei Schritten ist aus. Schalte sie zuerst ein.",
    BACKUP_CODES_NOT_ENABLED:
      "Du hast keinen Wiederherstellungscode mehr. Wähle einen anderen Weg.",
    OTP_NOT_CONFIGURED:
      "Gemailte Codes sind hier kein zweiter Schritt. Verwende eine Authenticator-App.",
    LAST_SECOND_FACTOR:
      "Dieser Passkey ist dein zweiter Schritt. Richte zuerst eine Authenticator-App ein oder schalte die Bestätigung in zwei Schritten aus.",
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "Zu viele falsche Codes. Melde dich noch einmal an.",
    ACCOUNT_TEMPORARILY_LOCKED:
      "Zu viele falsche Codes. Ein Passkey geht weiterhin, ebenso ein Browser, in dem du schon angemeldet warst.",
    MAILBOX_PROOF_REQUIRED: "Melde dich zuerst mit einem Code oder Link an, den wir dir mailen.",
    RECOVERY_VETOED: "Das wurde gestoppt oder zu oft verlangt. Frag die Betreiber dieses Dienstes.",
    RECOVERY_NOT_PENDING: "Es gibt nichts mehr zu stoppen oder abzuschließen.",
    RECOVERY_NOT_DUE:
      "Die Wartezeit ist nicht vorbei oder war es bei deiner Anmeldung noch nicht. Melde dich danach noch einmal an.",
  },
  fr: {
    INVALID_TWO_FACTOR_COOKIE: "Cela a pris trop de temps. Reconnectez-vous.",
    INVALID_CODE: "Ce code est erroné. Attendez le suivant et saisissez-le.",
    INVALID_BACKUP_CODE: "Ce code de récupération est erroné ou déjà utilisé.",
    TOTP_NOT_ENABLED: "Aucune application n’est plus en cours de configuration. Recommencez.",
    TOTP_ALREADY_ENABLED: "Vous avez déjà une application. Remplacez-la plutôt.",
    TWO_FACTOR_NOT_ENABLED: "La vérification en deux étapes est désactivée. Activez-la d’abord.",
    BACKUP_CODES_NOT_ENABLED:
      "Vous n’avez plus de code de récupération. Utilisez une autre méthode.",
    OTP_NOT_CONFIGURED:
      "Les codes par e-mail ne sont pas une seconde étape ici. Utilisez une application.",
    LAST_SECOND_FACTOR:
      "Cette clé d’accès est votre seconde étape. Configurez d’abord une application ou désactivez la vérification en deux étapes.",
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "Trop de codes erronés. Reconnectez-vous.",
    ACCOUNT_TEMPORARILY_LOCKED:
      "Trop de codes erronés. Une clé d’accès fonctionne toujours, tout comme un navigateur où vous vous êtes déjà connecté.",
    MAILBOX_PROOF_REQUIRED: "Connectez-vous d’abord avec un code ou un lien envoyé par e-mail.",
    RECOVERY_VETOED:
      "Cela a été arrêté, ou demandé trop souvent. Adressez-vous aux responsables de ce service.",
    RECOVERY_NOT_PENDING: "Il n’y a plus rien à arrêter ni à terminer.",
    RECOVERY_NOT_DUE:
      "L’attente n’est pas terminée, ou ne l’était pas à votre connexion. Reconnectez-vous ensuite.",
  },
  es: {
    INVALID_TWO_FACTOR_COOKIE: "Ha tardado demasiado. Vuelve a iniciar sesión.",
    INVALID_CODE: "Este código es incorrecto. Espera al siguiente e introdúcelo.",
    INVALID_BACKUP_CODE: "Este código de recuperación es incorrecto o ya se ha usado.",
    TOTP_NOT_ENABLED: "Ya no se está configurando ninguna aplicación. Empieza de nuevo.",
    TOTP_ALREADY_ENABLED: "Ya tienes una aplicación. Sustitúyela.",
    TWO_FACTOR_NOT_ENABLED: "La verificación en dos pasos está desactivada. Actívala primero.",
    BACKUP_CODES_NOT_ENABLED: "No te quedan códigos de recuperación. Usa otro método.",
    OTP_NOT_CONFIGURED:
      "Los códigos por correo no son un segundo paso aquí. Usa una aplicación de autenticación.",
    LAST_SECOND_FACTOR:
      "Esta llave de acceso es tu segundo paso. Configura primero una aplicación o desactiva la verificación en dos pasos.",
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "Demasiados códigos incorrectos. Vuelve a iniciar sesión.",
    ACCOUNT_TEMPORARILY_LOCKED:
      "Demasiados códigos incorrectos. Una llave de acceso sigue funcionando, igual que un navegador en el que ya iniciaste sesión.",
    MAILBOX_PROOF_REQUIRED: "Inicia sesión primero con un código o enlace que te enviamos.",
    RECOVERY_VETOED:
      "Se ha detenido, o se ha pedido demasiadas veces. Pregunta a los responsables de este servicio.",
    RECOVERY_NOT_PENDING: "Ya no hay nada que detener ni que terminar.",
    RECOVERY_NOT_DUE:
      "La espera no ha terminado, o no lo había hecho al iniciar sesión. Vuelve a iniciar sesión después.",
  },
  ja: {
    INVALID_TWO_FACTOR_COOKIE: "時間がかかりすぎました。もう一度ログインしてください。",
    INVALID_CODE: "コードが正しくありません。次のコードを待って入力してください。",
    INVALID_BACKUP_CODE: "リカバリーコードが正しくないか、すでに使われています。",
    TOTP_NOT_ENABLED: "設定中の認証アプリはありません。もう一度始めてください。",
    TOTP_ALREADY_ENABLED: "認証アプリはすでに設定されています。変更してください。",
    TWO_FACTOR_NOT_ENABLED: "2段階認証は無効です。先に有効にしてください。",
    BACKUP_CODES_NOT_ENABLED: "リカバリーコードは残っていません。別の方法を使ってください。",
    OTP_NOT_CONFIGURED: "メールのコードは2段階目に使えません。認証アプリを使ってください。",
    LAST_SECOND_FACTOR:
      "このパスキーは2段階目の認証です。先に認証アプリを設定するか、2段階認証を無効にしてください。",
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "誤ったコードが多すぎます。もう一度ログインしてください。",
    ACCOUNT_TEMPORARILY_LOCKED:
      "誤ったコードが多すぎます。パスキー、または以前ログインしたことのあるブラウザーは引き続き使えます。",
    MAILBOX_PROOF_REQUIRED: "先に、メールで届くコードまたはリンクでログインしてください。",
    RECOVERY_VETOED:
      "中止されたか、回数の上限を超えました。このサービスの運営者にお問い合わせください。",
    RECOVERY_NOT_PENDING: "中止または完了する手続きはもうありません。",
    RECOVERY_NOT_DUE:
      "待ち時間が終わっていないか、ログイン時に終わっていませんでした。終了後にもう一度ログインしてください。",
  },
};
