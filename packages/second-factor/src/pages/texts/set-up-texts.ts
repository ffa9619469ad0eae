import type { InEachLanguage } from "./in-each-language.js";

/** Setting up an authenticator app. */
export interface SetUpTexts {
  readonly title: string;
  readonly lead: string;
  readonly replaceTitle: string;
  readonly replaceLead: string;
  readonly begin: string;
  /** The same, where an app is replaced. */
  readonly beginReplacing: string;
  /** The button that lets passkeys count instead. */
  readonly usePasskeys: string;
  readonly scan: string;
  /** What readers of the screen hear in the place of the picture. */
  readonly qr: string;
  readonly byHand: string;
  readonly copy: string;
  readonly code: string;
  readonly codeHint: string;
  readonly confirm: string;
  /** The set-up has ended, or another one was begun. */
  readonly startAgain: string;
}

export const SET_UP_TEXTS: InEachLanguage<SetUpTexts> = {
  en: {
    title: "Turn on two‑step verification",
    lead: "After your first step, you'll enter a code from an authenticator app, such as 1Password, Google Authenticator or Microsoft Authenticator.",
    replaceTitle: "Replace authenticator app",
    replaceLead:
      "Your present app and recovery codes work until the new app is confirmed. You'll be signed out everywhere else.",
    begin: "Set up an app",
    beginReplacing: "Set up the new app",
    usePasskeys: "Use my passkeys instead",
    scan: "Scan this code with your authenticator app.",
    qr: "QR code for your authenticator app. The key stands below as text.",
    byHand: "Can't scan it? Enter this key in the app:",
    copy: "Copy key",
    code: "Authenticator code",
    codeHint: "Enter the six digits that the app shows.",
    confirm: "Confirm code",
    startAgain: "That took too long. Start again.",
  },
  de: {
    title: "Bestätigung in zwei Schritten einschalten",
    lead: "Nach dem ersten Schritt gibst du einen Code aus einer Authenticator-App ein, etwa 1Password, Google Authenticator oder Microsoft Authenticator.",
    replaceTitle: "Authenticator-App ersetzen",
    replaceLead:
      "Die bisherige App und ihre Wiederherstellungscodes gelten, bis die neue bestätigt ist. Du wirst überall sonst abgemeldet.",
    begin: "App einrichten",
    beginReplacing: "Neue App einrichten",
    usePasskeys: "Meine Passkeys verwenden",
    scan: "Scanne diesen Code mit deiner Authenticator-App.",
    qr: "QR-Code für deine Authenticator-App. Der Schlüssel steht darunter als Text.",
    byHand: "Du kannst nicht scannen? Gib diesen Schlüssel in der App ein:",
    copy: "Schlüssel kopieren",
    code: "Code der Authenticator-App",
    codeHint: "Gib die sechs Ziffern ein, die die App zeigt.",
    confirm: "Code bestätigen",
    startAgain: "Das hat zu lange gedauert. Fang noch einmal an.",
  },
  fr: {
    title: "Activer la vérification en deux étapes",
    lead: "Après la première étape, vous saisirez un code d’une application d’authentification, comme 1Password, Google Authenticator ou Microsoft Authenticator.",
    replaceTitle: "Remplacer l’application",
    replaceLead:
      "L’application actuelle et ses codes de récupération restent valables jusqu’à la confirmation de la nouvelle. Vous serez déconnecté partout ailleurs.",
    begin: "Configurer une application",
    beginReplacing: "Configurer la nouvelle application",
    usePasskeys: "Utiliser plutôt mes clés d’accès",
    scan: "Scannez ce code avec votre application d’authentification.",
    qr: "Code QR pour votre application d’authentification. La clé figure dessous en texte.",
    byHand: "Impossible de scanner ? Saisissez cette clé dans l’application :",
    copy: "Copier la clé",
    code: "Code de l’application",
    codeHint: "Saisissez les six chiffres affichés par l’application.",
    confirm: "Confirmer le code",
    startAgain: "Cela a pris trop de temps. Recommencez.",
  },
  es: {
    title: "Activar la verificación en dos pasos",
    lead: "Tras el primer paso introducirás un código de una aplicación de autenticación, como 1Password, Google Authenticator o Microsoft Authenticator.",
    replaceTitle: "Sustituir la aplicación",
    replaceLead:
      "La aplicación actual y sus códigos de recuperación sirven hasta que confirmes la nueva. Se cerrará tu sesión en los demás sitios.",
    begin: "Configurar una aplicación",
    beginReplacing: "Configurar la nueva aplicación",
    usePasskeys: "Usar mis llaves de acceso",
    scan: "Escanea este código con tu aplicación de autenticación.",
    qr: "Código QR para tu aplicación de autenticación. La clave está debajo como texto.",
    byHand: "¿No puedes escanearlo? Introduce esta clave en la aplicación:",
    copy: "Copiar la clave",
    code: "Código de la aplicación",
    codeHint: "Introduce los seis dígitos que muestra la aplicación.",
    confirm: "Confirmar el código",
    startAgain: "Ha tardado demasiado. Empieza de nuevo.",
  },
  ja: {
    title: "2段階認証を有効にする",
    lead: "1段階目のあとに、1Password、Google Authenticator、Microsoft Authenticatorなどの認証アプリのコードを入力します。",
    replaceTitle: "認証アプリを変更",
    replaceLead:
      "新しいアプリを確認するまで、現在のアプリとリカバリーコードを使えます。確認すると、ほかのすべての場所からログアウトします。",
    begin: "アプリを設定",
    beginReplacing: "新しいアプリを設定",
    usePasskeys: "代わりにパスキーを使う",
    scan: "認証アプリでこのコードを読み取ってください。",
    qr: "認証アプリ用のQRコード。キーは下に文字で表示されています。",
    byHand: "読み取れない場合は、このキーをアプリに入力してください。",
    copy: "キーをコピー",
    code: "認証アプリのコード",
    codeHint: "アプリに表示されている6桁の数字を入力してください。",
    confirm: "コードを確認",
    startAgain: "時間がかかりすぎました。もう一度始めてください。",
  },
};
