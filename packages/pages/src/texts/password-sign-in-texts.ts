import type { InEachLanguage } from "./in-each-language.js";

/** Signing in and up with a password, and choosing a new one by a mailed link. */
export interface PasswordSignInTexts {
  readonly title: string;
  readonly password: string;
  readonly remember: string;
  readonly submit: string;
  readonly forgot: string;
  readonly signUp: {
    readonly title: string;
    readonly newHere: string;
    readonly hasAccount: string;
    readonly signIn: string;
  };
  readonly verify: {
    readonly title: string;
    /** "We emailed a link to {email}. Open it to go on." */
    readonly lead: (email: string) => string;
    readonly back: string;
  };
  readonly forgotten: { readonly lead: string; readonly submit: string };
  readonly reset: { readonly title: string; readonly lead: string };
  readonly dead: { readonly title: string; readonly lead: string; readonly again: string };
}

export const PASSWORD_SIGN_IN_TEXTS: InEachLanguage<PasswordSignInTexts> = {
  en: {
    title: "Enter your password",
    password: "Password",
    remember: "Stay signed in on this device",
    submit: "Sign in",
    forgot: "Forgot password?",
    signUp: {
      title: "Create an account",
      newHere: "New here?",
      hasAccount: "Already have an account?",
      signIn: "Sign in",
    },
    verify: {
      title: "Verify your email address",
      lead: (email) => `We emailed a link to ${email}. Open it to go on.`,
      back: "Back to sign-in",
    },
    forgotten: {
      lead: "Enter your email address. We'll send you a link to choose a new password.",
      submit: "Email me a link",
    },
    reset: { title: "Choose a new password", lead: "You'll be signed out everywhere." },
    dead: {
      title: "This link doesn't work any more",
      lead: "It has expired, or it has been used or replaced.",
      again: "Get a new link",
    },
  },
  de: {
    title: "Passwort eingeben",
    password: "Passwort",
    remember: "Auf diesem Gerät angemeldet bleiben",
    submit: "Anmelden",
    forgot: "Passwort vergessen?",
    signUp: {
      title: "Konto erstellen",
      newHere: "Neu hier?",
      hasAccount: "Schon ein Konto?",
      signIn: "Anmelden",
    },
    verify: {
      title: "Bestätige deine E‑Mail-Adresse",
      lead: (email) => `Wir haben einen Link an ${email} gesendet. Öffne ihn, um fortzufahren.`,
      back: "Zurück zur Anmeldung",
    },
    forgotten: {
      lead: "Gib deine E-Mail-Adresse ein. Wir senden dir einen Link, mit dem du ein neues Passwort wählst.",
      submit: "Link per E-Mail senden",
    },
    reset: { title: "Neues Passwort wählen", lead: "Du wirst überall abgemeldet." },
    dead: {
      title: "Dieser Link gilt nicht mehr",
      lead: "Er ist abgelaufen, wurde schon verwendet oder durch einen neueren ersetzt.",
      again: "Neuen Link anfordern",
    },
  },
  fr: {
    title: "Saisissez votre mot de passe",
    password: "Mot de passe",
    remember: "Rester connecté sur cet appareil",
    submit: "Se connecter",
    forgot: "Mot de passe oublié ?",
    signUp: {
      title: "Créer un compte",
      newHere: "Nouveau ici ?",
      hasAccount: "Vous avez déjà un compte ?",
      signIn: "Se connecter",
    },
    verify: {
      title: "Vérifiez votre adresse e‑mail",
      lead: (email) => `Nous avons envoyé un lien à ${email}. Ouvrez-le pour continuer.`,
      back: "Retour à la connexion",
    },
    forgotten: {
      lead: "Saisissez votre adresse e-mail. Nous vous enverrons un lien pour choisir un nouveau mot de passe.",
      submit: "Recevoir un lien par e-mail",
    },
    reset: {
      title: "Choisissez un nouveau mot de passe",
      lead: "Vous serez déconnecté partout.",
    },
    dead: {
      title: "Ce lien ne fonctionne plus",
      lead: "Il a expiré, ou il a déjà été utilisé ou remplacé.",
      again: "Obtenir un nouveau lien",
    },
  },
  es: {
    title: "Introduce tu contraseña",
    password: "Contraseña",
    remember: "Mantener la sesión iniciada en este dispositivo",
    submit: "Iniciar sesión",
    forgot: "¿Olvidaste la contraseña?",
    signUp: {
      title: "Crear una cuenta",
      newHere: "¿Es tu primera vez aquí?",
      hasAccount: "¿Ya tienes una cuenta?",
      signIn: "Iniciar sesión",
    },
    verify: {
      title: "Verifica tu correo electrónico",
      lead: (email) => `Enviamos un enlace a ${email}. Ábrelo para continuar.`,
      back: "Volver al inicio de sesión",
    },
    forgotten: {
      lead: "Introduce tu correo electrónico. Te enviaremos un enlace para elegir una nueva contraseña.",
      submit: "Enviarme un enlace por correo",
    },
    reset: {
      title: "Elige una nueva contraseña",
      lead: "Se cerrará tu sesión en todas partes.",
    },
    dead: {
      title: "Este enlace ya no funciona",
      lead: "Caducó, o ya se usó o se reemplazó.",
      again: "Obtener un nuevo enlace",
    },
  },
  ja: {
    title: "パスワードを入力",
    password: "パスワード",
    remember: "このデバイスでログインしたままにする",
    submit: "ログイン",
    forgot: "パスワードをお忘れですか？",
    signUp: {
      title: "アカウントを作成",
      newHere: "初めての方ですか？",
      hasAccount: "すでにアカウントをお持ちですか？",
      signIn: "ログイン",
    },
    verify: {
      title: "メールアドレスを確認",
      lead: (email) => `${email} にリンクを送信しました。リンクを開いて続けてください。`,
      back: "ログインに戻る",
    },
    forgotten: {
      lead: "メールアドレスを入力してください。新しいパスワードを設定するためのリンクを送信します。",
      submit: "リンクをメールで受け取る",
    },
    reset: {
      title: "新しいパスワードを設定",
      lead: "すべてのデバイスからログアウトします。",
    },
    dead: {
      title: "このリンクは使えません",
      lead: "有効期限が切れたか、すでに使用されたか、新しいリンクに置き換えられました。",
      again: "新しいリンクを受け取る",
    },
  },
};
