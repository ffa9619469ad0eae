import type { InEachLanguage } from "./in-each-language.js";

/** Passkeys: their section, and the pages of one. */
export interface PasskeyTexts {
  readonly title: string;
  readonly hint: string;
  readonly none: string;
  readonly add: string;
  readonly edit: string;
  /** What a passkey without a name is called. */
  readonly unnamed: string;
  /** "Added {date}" */
  readonly addedOn: (date: string) => string;
  /** "Last used {date}" */
  readonly usedOn: (date: string) => string;
  readonly neverUsed: string;
  readonly synced: string;
  readonly onDevice: string;
  readonly newLead: string;
  readonly name: string;
  readonly nameHint: string;
  readonly needsScript: string;
  readonly remove: string;
  readonly removeLead: string;
}

export const PASSKEY_TEXTS: InEachLanguage<PasskeyTexts> = {
  en: {
    title: "Passkeys",
    hint: "Sign in with your fingerprint, face or screen lock. Nothing to remember, nothing to phish.",
    none: "You don't have a passkey yet.",
    add: "Add a passkey",
    edit: "Edit",
    unnamed: "Passkey",
    addedOn: (date) => `Added ${date}`,
    usedOn: (date) => `Last used ${date}`,
    neverUsed: "Not used yet",
    synced: "Synced to your other devices",
    onDevice: "On one device only",
    newLead: "Your device asks for your fingerprint, face or screen lock.",
    name: "Name",
    nameHint: "Without a name, it's called after the app or device that keeps it.",
    needsScript: "Passkeys need JavaScript.",
    remove: "Remove passkey",
    removeLead: "You can't sign in with this passkey any more. Your other devices are signed out.",
  },
  de: {
    title: "Passkeys",
    hint: "Melde dich mit Fingerabdruck, Gesicht oder Bildschirmsperre an. Nichts zu merken, nichts zu stehlen.",
    none: "Du hast noch keinen Passkey.",
    add: "Passkey hinzufügen",
    edit: "Bearbeiten",
    unnamed: "Passkey",
    addedOn: (date) => `Hinzugefügt am ${date}`,
    usedOn: (date) => `Zuletzt verwendet am ${date}`,
    neverUsed: "Noch nicht verwendet",
    synced: "Mit deinen anderen Geräten synchronisiert",
    onDevice: "Nur auf einem Gerät",
    newLead: "Dein Gerät fragt nach Fingerabdruck, Gesicht oder Bildschirmsperre.",
    name: "Name",
    nameHint: "Ohne Namen heißt er wie die App oder das Gerät, das ihn aufbewahrt.",
    needsScript: "Passkeys brauchen JavaScript.",
    remove: "Passkey entfernen",
    removeLead:
      "Du kannst dich mit diesem Passkey nicht mehr anmelden. Deine anderen Geräte werden abgemeldet.",
  },
  fr: {
    title: "Clés d’accès",
    hint: "Connectez-vous par empreinte, visage ou verrouillage d’écran. Rien à retenir, rien à dérober.",
    none: "Vous n’avez pas encore de clé d’accès.",
    add: "Ajouter une clé d’accès",
    edit: "Modifier",
    unnamed: "Clé d’accès",
    addedOn: (date) => `Ajoutée le ${date}`,
    usedOn: (date) => `Utilisée le ${date}`,
    neverUsed: "Pas encore utilisée",
    synced: "Synchronisée avec vos autres appareils",
    onDevice: "Sur un seul appareil",
    newLead: "Votre appareil demande votre empreinte, votre visage ou le code de l’écran.",
    name: "Nom",
    nameHint: "Sans nom, elle porte celui de l’application ou de l’appareil qui la conserve.",
    needsScript: "Les clés d’accès nécessitent JavaScript.",
    remove: "Supprimer la clé d’accès",
    removeLead:
      "Vous ne pourrez plus vous connecter avec cette clé. Vos autres appareils seront déconnectés.",
  },
  es: {
    title: "Llaves de acceso",
    hint: "Inicia sesión con tu huella, tu rostro o el bloqueo de pantalla. Nada que recordar, nada que robar.",
    none: "Todavía no tienes ninguna llave de acceso.",
    add: "Añadir una llave de acceso",
    edit: "Editar",
    unnamed: "Llave de acceso",
    addedOn: (date) => `Añadida el ${date}`,
    usedOn: (date) => `Usada el ${date}`,
    neverUsed: "Sin usar todavía",
    synced: "Sincronizada con tus otros dispositivos",
    onDevice: "Solo en un dispositivo",
    newLead: "Tu dispositivo pedirá tu huella, tu rostro o el bloqueo de pantalla.",
    name: "Nombre",
    nameHint: "Sin nombre, se llama como la aplicación o el dispositivo que la guarda.",
    needsScript: "Las llaves de acceso necesitan JavaScript.",
    remove: "Eliminar la llave de acceso",
    removeLead:
      "Ya no podrás iniciar sesión con esta llave. Se cerrará la sesión en tus otros dispositivos.",
  },
  ja: {
    title: "パスキー",
    hint: "指紋、顔、画面ロックでログインできます。覚える必要がなく、フィッシングの心配もありません。",
    none: "パスキーはまだありません。",
    add: "パスキーを追加",
    edit: "編集",
    unnamed: "パスキー",
    addedOn: (date) => `${date}に追加`,
    usedOn: (date) => `${date}に使用`,
    neverUsed: "まだ使われていません",
    synced: "ほかのデバイスと同期されています",
    onDevice: "1台のデバイスにのみ保存",
    newLead: "デバイスが指紋、顔、または画面ロックを求めます。",
    name: "名前",
    nameHint: "空欄の場合は、保存先のアプリやデバイスの名前で表示されます。",
    needsScript: "パスキーにはJavaScriptが必要です。",
    remove: "パスキーを削除",
    removeLead: "このパスキーではログインできなくなります。ほかのデバイスからログアウトします。",
  },
};
