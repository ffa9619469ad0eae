import type { FactorTexts } from "./mail-texts.js";

const NOT_YOU =
  "Falls du das nicht warst, ist jemand in deinem Konto: Melde dich überall ab, setze ein neues Passwort und schreibe den Betreibern dieses Dienstes.";
const BUTTON = "Angemeldete Geräte ansehen";

export const de: FactorTexts = {
  enabled: {
    subject: ({ app }) => `Bestätigung in zwei Schritten bei ${app} eingeschaltet`,
    intro: ({ app, byPasskey }) => [
      byPasskey
        ? `Für die Anmeldung in deinem Konto bei ${app} brauchst du jetzt deinen Passkey oder einen zweiten Schritt.`
        : `Für die Anmeldung in deinem Konto bei ${app} brauchst du jetzt auch einen Code deiner Authenticator-App.`,
      "Bewahre deine Wiederherstellungscodes dort auf, wo du sie ohne dein Telefon findest: Jeder lässt dich einmal hinein.",
      NOT_YOU,
    ],
    button: () => BUTTON,
  },
  replaced: {
    subject: ({ app }) => `Neuer zweiter Schritt für dein Konto bei ${app}`,
    intro: ({ app }) => [
      `Der zweite Schritt der Anmeldung in deinem Konto bei ${app} wurde neu eingerichtet. Frühere Wiederherstellungscodes gelten nicht mehr.`,
      NOT_YOU,
    ],
    button: () => BUTTON,
  },
  disabled: {
    subject: ({ app }) => `Bestätigung in zwei Schritten bei ${app} ausgeschaltet`,
    intro: ({ app, byUser }) => [
      byUser
        ? `Dein Konto bei ${app} verlangt keinen zweiten Schritt mehr.`
        : `Der zweite Schritt deines Kontos bei ${app} wurde entfernt.`,
      NOT_YOU,
    ],
    button: () => BUTTON,
  },
  guessed: {
    subject: ({ app }) => `Falsche Codes für dein Konto bei ${app}`,
    intro: ({ app, byPassword }) => [
      `Jemand hat heute fünf falsche Codes für dein Konto bei ${app} eingegeben und ist nicht hineingekommen.`,
      byPassword
        ? "Diese Person kennt dein Passwort. Falls du das nicht warst, setze jetzt ein neues."
        : "Diese Person hat den ersten Schritt geschafft. Falls du das nicht warst, prüfe, wer deine Mails liest und deine verknüpften Konten benutzt.",
    ],
    button: () => BUTTON,
  },
  codesReplaced: {
    subject: ({ app }) => `Neue Wiederherstellungscodes für dein Konto bei ${app}`,
    intro: ({ app }) => [
      `Für dein Konto bei ${app} wurden neue Wiederherstellungscodes erstellt. Die früheren gelten nicht mehr.`,
      NOT_YOU,
    ],
    button: () => BUTTON,
  },
  codeUsed: {
    subject: ({ app }) => `Ein Wiederherstellungscode wurde bei ${app} benutzt`,
    intro: ({ app, left }) => [
      `Einer deiner Wiederherstellungscodes wurde für dein Konto bei ${app} benutzt. Übrige Codes: ${left}.`,
      left === 0
        ? "Erstelle jetzt neue: Ohne sie sperrt dich ein verlorenes Telefon aus."
        : NOT_YOU,
    ],
    button: () => BUTTON,
  },
  recovery: {
    subject: ({ app, stage }) =>
      stage === "started"
        ? `Bist du das? Zugang zu deinem Konto bei ${app} ohne zweiten Schritt`
        : `Läuft noch: Zugang zu deinem Konto bei ${app} ohne zweiten Schritt`,
    intro: ({ app, stage, startedAt, dueAt, expiresAt, place }) => [
      `Am ${startedAt}${place === "" ? "" : ` (${place})`} hat jemand, der dieses Postfach lesen kann, Zugang zu deinem Konto bei ${app} ohne den zweiten Schritt verlangt.`,
      stage === "started" || stage === "waits"
        ? `Wenn du nichts tust, wird das am ${dueAt} möglich.`
        : `Das ist jetzt möglich, bis ${expiresAt}.`,
      "Falls du das nicht warst, halte es mit der Schaltfläche an. Auch eine Anmeldung mit deinem zweiten Schritt hält es an.",
    ],
    button: () => "Anhalten",
    outro: ({ dueAt }) => [
      `Falls du das warst: Melde dich nach dem ${dueAt} noch einmal per Mail an. Dein Passwort, deine Passkeys, verknüpften Konten und zweiten Schritte werden dann entfernt.`,
    ],
  },
  recoveryVetoed: {
    subject: ({ app }) => `Angehalten: Zugang zu deinem Konto bei ${app} ohne zweiten Schritt`,
    intro: ({ app, startedAt }) => [
      `Die Anfrage vom ${startedAt}, ohne zweiten Schritt in dein Konto bei ${app} zu kommen, wurde angehalten.`,
      "Falls die Anfrage nicht von dir war, kann jemand anders deine Mails lesen: Ändere das Passwort deines Postfachs.",
    ],
    button: () => BUTTON,
  },
  recoveryCompleted: {
    subject: ({ app }) => `Dein Konto bei ${app} wurde wiederhergestellt`,
    intro: ({ app }) => [
      `Dein Konto bei ${app} wurde per Mail wiederhergestellt. Passwort, Passkeys, verknüpfte Konten und zweite Schritte wurden entfernt, alle Geräte abgemeldet.`,
      "Falls du das nicht warst, schreibe sofort den Betreibern dieses Dienstes.",
    ],
    button: () => BUTTON,
  },
};
