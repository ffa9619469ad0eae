import type { NoticeName } from "../../mail/mails.js";
import type { MailTexts } from "../catalogue.js";

const SIGN_OUT = "melde dich sofort überall ab, auch auf diesem Gerät, und melde dich neu an";

/** The mails that tell what was done to an account. */
export const NOTICES: Pick<MailTexts, NoticeName> = {
  "deletion-requested": {
    subject: ({ app }) => `Dein Konto bei ${app} wird gelöscht`,
    intro: ({ app, day, atOnce, organizations, byPassword }) => [
      atOnce
        ? `Du hast darum gebeten, dein Konto bei ${app} zu löschen. Das geschieht sofort.`
        : `Du hast darum gebeten, dein Konto bei ${app} zu löschen. Das geschieht am ${day}. Bis dahin kannst du es dir anders überlegen.`,
      ...(organizations
        ? [
            `Du bist als Einzige oder Einziger Inhaber von ${organizations}. Solange das so ist, kann dein Konto nicht gelöscht werden: Übertrage die Inhaberschaft, oder lösche die Organisation.`,
          ]
        : []),
      atOnce
        ? `Falls du das nicht warst, wende dich sofort an ${app}.`
        : byPassword
          ? `Falls du das nicht warst, kennt jemand dein Passwort: Behalte dein Konto, ändere das Passwort, ${SIGN_OUT}.`
          : `Falls du das nicht warst, behalte dein Konto, ${SIGN_OUT}.`,
    ],
    button: ({ app, atOnce }) => (atOnce ? `${app} öffnen` : "Mein Konto behalten"),
  },
  "deletion-rejected": {
    subject: ({ app }) => `Dein Konto bei ${app} wurde nicht gelöscht`,
    intro: ({ app, organizations }) => [
      `Dein Konto bei ${app} sollte heute gelöscht werden. Das ist nicht geschehen, und nichts davon wurde entfernt: Du bist als Einzige oder Einziger Inhaber von ${organizations}.`,
      "Übertrage die Inhaberschaft oder lösche die Organisation, und beantrage die Löschung dann erneut.",
    ],
    button: () => "Organisationen öffnen",
  },
  "deletion-cancelled": {
    subject: ({ app }) => `Dein Konto bei ${app} bleibt`,
    intro: ({ app }) => [
      `Die Löschung deines Kontos bei ${app} wurde abgebrochen. Alles bleibt, wie es ist.`,
      `Falls du das nicht warst, ${SIGN_OUT}.`,
    ],
    button: () => "Überall abmelden",
  },
  "account-deleted": {
    subject: ({ app }) => `Dein Konto bei ${app} wurde gelöscht`,
    intro: ({ app }) => [
      `Dein Konto bei ${app} und alles, was dazu gehörte, wurde wie gewünscht gelöscht. Dies ist die letzte Mail dazu.`,
      "Du bist jederzeit wieder willkommen: Du würdest neu beginnen.",
    ],
    button: ({ app }) => `${app} öffnen`,
  },
  "email-change-requested": {
    subject: ({ app }) => `Dein Konto bei ${app} soll eine andere E-Mail-Adresse bekommen`,
    intro: ({ app }) => [
      `Jemand, der in deinem Konto bei ${app} angemeldet ist, möchte dessen E-Mail-Adresse ändern. Das geschieht, sobald die neue bestätigt ist; bis dahin ändert sich nichts.`,
      `Falls du das nicht warst, ${SIGN_OUT}: Damit endet auch die Anfrage.`,
    ],
    button: () => "Überall abmelden",
  },
  "email-changed": {
    subject: ({ app }) => `Deine E-Mail-Adresse bei ${app} wurde geändert`,
    intro: ({ app }) => [
      `Dein Konto bei ${app} verwendet jetzt eine andere E-Mail-Adresse. An diese hier wird nichts mehr geschickt.`,
      `Falls du das nicht warst, wende dich sofort an ${app}.`,
    ],
    button: ({ app }) => `${app} öffnen`,
  },
  "sign-up-attempt": {
    subject: ({ app }) => `Jemand wollte sich mit deiner E-Mail-Adresse bei ${app} registrieren`,
    intro: ({ app }) => [
      `Jemand wollte mit dieser E-Mail-Adresse ein Konto bei ${app} anlegen. Es gibt dort schon eines. Nichts wurde geändert.`,
      "Wenn du das warst: Melde dich an, oder setze dein Passwort zurück. Wenn nicht, kannst du diese Mail ignorieren.",
    ],
    button: () => "Anmelden",
  },
  "sign-in-from-new-browser": {
    subject: ({ app }) => `Neue Anmeldung in deinem Konto bei ${app}`,
    intro: ({ app, byPassword }) => [
      `Jemand hat sich in deinem Konto bei ${app} angemeldet, in einem Browser, der dort noch nie verwendet wurde.`,
      byPassword
        ? `Wenn du das warst, ist nichts zu tun. Wenn nicht, kennt jemand dein Passwort: Ändere es, dann ${SIGN_OUT}.`
        : `Wenn du das warst, ist nichts zu tun. Wenn nicht, ${SIGN_OUT}. Entferne dann Passkeys und verknüpfte Konten, die nicht deine sind.`,
    ],
    button: () => "Überall abmelden",
  },
  "sessions-ended": {
    subject: ({ app }) => `Geräte wurden von deinem Konto bei ${app} abgemeldet`,
    intro: ({ app, all }) => [
      all
        ? `Alle Geräte, die in deinem Konto bei ${app} angemeldet waren, wurden abgemeldet.`
        : `Alle Geräte, die in deinem Konto bei ${app} angemeldet waren, wurden abgemeldet, außer dem, von dem das ausging.`,
      `Falls du das nicht warst, ${SIGN_OUT}.`,
    ],
    button: () => "Überall abmelden",
  },
  "language-changed": {
    subject: ({ app }) => `Die Sprache deiner Mails von ${app} wurde geändert`,
    intro: ({ app }) => [
      `Von jetzt an schreibt ${app} dir in einer anderen Sprache.`,
      `Falls du das nicht warst, ${SIGN_OUT}.`,
    ],
    button: () => "Überall abmelden",
  },
  "password-changed": {
    subject: ({ app }) => `Dein Passwort für ${app} wurde geändert`,
    intro: ({ app }) => [
      `Dein Passwort für ${app} wurde geändert, und deine anderen Geräte wurden abgemeldet.`,
      "Falls du das nicht warst, setze dein Passwort sofort zurück: Damit werden auch alle Geräte abgemeldet.",
    ],
    button: () => "Passwort zurücksetzen",
  },
  "password-reset-done": {
    subject: ({ app }) => `Dein Passwort für ${app} wurde zurückgesetzt`,
    intro: ({ app }) => [
      `Für dein Konto bei ${app} wurde ein neues Passwort festgelegt, und alle Geräte wurden abgemeldet.`,
      "Falls du das nicht warst, setze dein Passwort erneut zurück: Wer das getan hat, kann deine Mails lesen.",
    ],
    button: () => "Passwort zurücksetzen",
  },
  "passkey-added": {
    subject: ({ app }) => `Neuer Passkey in deinem Konto bei ${app}`,
    intro: ({ app }) => [
      `Zu deinem Konto bei ${app} wurde ein Passkey hinzugefügt. Wer ihn besitzt, kann sich anmelden.`,
      `Falls du das nicht warst, entferne ihn, ${SIGN_OUT}.`,
    ],
    button: () => "Diesen Passkey ansehen",
  },
  "passkey-removed": {
    subject: ({ app }) => `Passkey aus deinem Konto bei ${app} entfernt`,
    intro: ({ app }) => [
      `Aus deinem Konto bei ${app} wurde ein Passkey entfernt, und deine anderen Geräte wurden abgemeldet.`,
      `Falls du das nicht warst, ${SIGN_OUT}.`,
    ],
    button: () => "Passkeys ansehen",
  },
  "account-linked": {
    subject: ({ app }) => `Neuer Weg, sich bei ${app} anzumelden`,
    intro: ({ app }) => [
      `Mit deinem Konto bei ${app} wurde ein Konto bei einem anderen Anbieter verknüpft. Wer es besitzt, kann sich anmelden.`,
      `Falls du das nicht warst, hebe die Verknüpfung auf, ${SIGN_OUT}.`,
    ],
    button: () => "Verknüpfte Konten ansehen",
  },
  "account-unlinked": {
    subject: ({ app }) => `Verknüpftes Konto bei ${app} entfernt`,
    intro: ({ app }) => [
      `Ein Konto bei einem anderen Anbieter kann sich nicht mehr in deinem Konto bei ${app} anmelden.`,
      `Falls du das nicht warst, ${SIGN_OUT}.`,
    ],
    button: () => "Verknüpfte Konten ansehen",
  },
  "account-not-linked": {
    subject: ({ app }) => `Eine Anmeldung bei ${app} mit deiner E-Mail-Adresse wurde abgelehnt`,
    intro: ({ app }) => [
      `Jemand wollte sich bei ${app} mit einem Konto bei einem anderen Anbieter anmelden, das deine E-Mail-Adresse nennt. Dein Konto bei ${app} ist damit nicht verknüpft. Deshalb wurde niemand angemeldet und nichts geändert.`,
      "Wenn du das warst: Melde dich wie gewohnt an und verknüpfe das Konto dann. Wenn nicht, kannst du diese Mail ignorieren.",
    ],
    button: () => "Verknüpfte Konten ansehen",
  },
  "account-reclaimed": {
    subject: ({ app }) => `Dein Konto bei ${app} gehört wieder nur dir`,
    intro: ({ app }) => [
      `Du hast soeben nachgewiesen, dass diese E-Mail-Adresse dir gehört. Dein Konto bei ${app} war bisher nie bestätigt worden; jemand anderes könnte es also eingerichtet haben.`,
      "Zur Sicherheit haben wir Passwort, Passkeys, verknüpfte Konten und offene Links entfernt, alle Sitzungen beendet und eine beantragte Löschung abgebrochen. Name, Bild und Mitgliedschaften sind geblieben; keine Organisation ist aktiv, bis du eine wählst.",
    ],
    button: ({ app }) => `${app} öffnen`,
  },
  "export-ready": {
    subject: ({ app }) => `Deine Daten von ${app} stehen bereit`,
    intro: ({ app }) => [
      `Der Export deiner Daten bei ${app} ist fertig. Melde dich an, um ihn herunterzuladen: Der Link dort gilt einen Tag lang.`,
      `Falls du ihn nicht angefordert hast, ${SIGN_OUT}.`,
    ],
    button: () => "Daten herunterladen",
  },
  "export-failed": {
    subject: ({ app }) => `Deine Daten von ${app} konnten nicht exportiert werden`,
    intro: ({ app }) => [
      `Der Export deiner Daten bei ${app} ist fehlgeschlagen. Bitte fordere ihn noch einmal an.`,
    ],
    button: () => "Noch einmal anfordern",
  },
  "role-changed": {
    subject: ({ app }) => `Deine Rolle in einer Organisation bei ${app} wurde geändert`,
    intro: ({ app }) => [
      `Deine Rolle in einer deiner Organisationen bei ${app} wurde geändert.`,
      "Falls dich das überrascht, frag die Inhaber der Organisation.",
    ],
    button: () => "Organisationen öffnen",
  },
  "owners-changed": {
    subject: ({ app }) => `Die Inhaber einer Organisation bei ${app} haben sich geändert`,
    intro: ({ app }) => [
      `Jemand ist Inhaber einer deiner Organisationen bei ${app} geworden oder ist es nicht mehr.`,
      `Falls dich das überrascht, sieh dir die Mitglieder und das Protokoll der Organisation an, ${SIGN_OUT}.`,
    ],
    button: () => "Organisationen öffnen",
  },
  "owner-invited": {
    subject: ({ app }) => `Jemand wurde als Inhaber einer Organisation bei ${app} eingeladen`,
    intro: ({ app }) => [
      `Jemand wurde eingeladen, Inhaber einer deiner Organisationen bei ${app} zu werden.`,
      `Falls dich das überrascht, zieh die Einladung zurück, ${SIGN_OUT}.`,
    ],
    button: () => "Organisationen öffnen",
  },
  "member-removed": {
    subject: ({ app }) => `Du wurdest aus einer Organisation bei ${app} entfernt`,
    intro: ({ app }) => [
      `Du bist nicht mehr Mitglied einer deiner Organisationen bei ${app}.`,
      "Falls dich das überrascht, frag die Inhaber der Organisation.",
    ],
    button: ({ app }) => `${app} öffnen`,
  },
  "organization-deleted": {
    subject: ({ app }) => `Eine Organisation bei ${app} wurde gelöscht`,
    intro: ({ app }) => [
      `Eine Organisation bei ${app}, deren Inhaber du warst, wurde mit ihren Mitgliedschaften und Einladungen gelöscht.`,
      `Falls dich das überrascht, frag die anderen Inhaber, ${SIGN_OUT}.`,
    ],
    button: () => "Überall abmelden",
  },
  "organization-second-factor-required": {
    subject: ({ app }) => `Eine Organisation bei ${app} verlangt jetzt einen zweiten Faktor`,
    intro: ({ app }) => [
      `Eine deiner Organisationen bei ${app} steht jetzt nur noch Mitgliedern offen, die sich mit einem zweiten Faktor angemeldet haben.`,
      `Niemand wurde entfernt. Falls dich das überrascht, frag die anderen Inhaber, ${SIGN_OUT}.`,
    ],
    button: () => "Organisationen öffnen",
  },
  "organization-second-factor-waived": {
    subject: ({ app }) => `Eine Organisation bei ${app} verlangt keinen zweiten Faktor mehr`,
    intro: ({ app }) => [
      `Eine deiner Organisationen bei ${app} steht jetzt auch Mitgliedern offen, die sich ohne zweiten Faktor angemeldet haben.`,
      `Falls dich das überrascht, frag die anderen Inhaber, ${SIGN_OUT}.`,
    ],
    button: () => "Organisationen öffnen",
  },
};
