import type { NoticeName } from "../../mail/mails.js";
import type { MailTexts } from "../catalogue.js";

const SIGN_OUT =
  "melden Sie sich sofort überall ab, auch auf diesem Gerät, und melden Sie sich neu an";

/** The mails that tell what was done to an account. */
export const NOTICES: Pick<MailTexts, NoticeName> = {
  "deletion-requested": {
    subject: ({ app }) => `Ihr Konto bei ${app} wird gelöscht`,
    intro: ({ app, day, atOnce, organizations, byPassword }) => [
      atOnce
        ? `Sie haben darum gebeten, Ihr Konto bei ${app} zu löschen. Das geschieht sofort.`
        : `Sie haben darum gebeten, Ihr Konto bei ${app} zu löschen. Das geschieht am ${day}. Bis dahin können Sie es sich anders überlegen.`,
      ...(organizations
        ? [
            `Sie sind als Einzige oder Einziger Inhaber von ${organizations}. Solange das so ist, kann Ihr Konto nicht gelöscht werden: Übertragen Sie die Inhaberschaft, oder löschen Sie die Organisation.`,
          ]
        : []),
      atOnce
        ? `Falls Sie das nicht waren, wenden Sie sich sofort an ${app}.`
        : byPassword
          ? `Falls Sie das nicht waren, kennt jemand Ihr Passwort: Behalten Sie Ihr Konto, ändern Sie das Passwort, ${SIGN_OUT}.`
          : `Falls Sie das nicht waren, behalten Sie Ihr Konto, ${SIGN_OUT}.`,
    ],
    button: ({ app, atOnce }) => (atOnce ? `${app} öffnen` : "Mein Konto behalten"),
  },
  "deletion-rejected": {
    subject: ({ app }) => `Ihr Konto bei ${app} wurde nicht gelöscht`,
    intro: ({ app, organizations }) => [
      `Ihr Konto bei ${app} sollte heute gelöscht werden. Das ist nicht geschehen, und nichts davon wurde entfernt: Sie sind als Einzige oder Einziger Inhaber von ${organizations}.`,
      "Übertragen Sie die Inhaberschaft oder löschen Sie die Organisation, und beantragen Sie die Löschung dann erneut.",
    ],
    button: () => "Organisationen öffnen",
  },
  "deletion-cancelled": {
    subject: ({ app }) => `Ihr Konto bei ${app} bleibt`,
    intro: ({ app }) => [
      `Die Löschung Ihres Kontos bei ${app} wurde abgebrochen. Alles bleibt, wie es ist.`,
      `Falls Sie das nicht waren, ${SIGN_OUT}.`,
    ],
    button: () => "Überall abmelden",
  },
  "account-deleted": {
    subject: ({ app }) => `Ihr Konto bei ${app} wurde gelöscht`,
    intro: ({ app }) => [
      `Ihr Konto bei ${app} und alles, was dazu gehörte, wurde wie gewünscht gelöscht. Dies ist die letzte Mail dazu.`,
      "Sie sind jederzeit wieder willkommen: Sie würden neu beginnen.",
    ],
    button: ({ app }) => `${app} öffnen`,
  },
  "email-change-requested": {
    subject: ({ app }) => `Ihr Konto bei ${app} soll eine andere E-Mail-Adresse bekommen`,
    intro: ({ app }) => [
      `Jemand, der in Ihrem Konto bei ${app} angemeldet ist, möchte dessen E-Mail-Adresse ändern. Das geschieht, sobald die neue bestätigt ist; bis dahin ändert sich nichts.`,
      `Falls Sie das nicht waren, ${SIGN_OUT}: Damit endet auch die Anfrage.`,
    ],
    button: () => "Überall abmelden",
  },
  "email-changed": {
    subject: ({ app }) => `Ihre E-Mail-Adresse bei ${app} wurde geändert`,
    intro: ({ app }) => [
      `Ihr Konto bei ${app} verwendet jetzt eine andere E-Mail-Adresse. An diese hier wird nichts mehr geschickt.`,
      `Falls Sie das nicht waren, wenden Sie sich sofort an ${app}.`,
    ],
    button: ({ app }) => `${app} öffnen`,
  },
  "sign-up-attempt": {
    subject: ({ app }) => `Jemand wollte sich mit Ihrer E-Mail-Adresse bei ${app} registrieren`,
    intro: ({ app }) => [
      `Jemand wollte mit dieser E-Mail-Adresse ein Konto bei ${app} anlegen. Es gibt dort schon eines. Nichts wurde geändert.`,
      "Wenn Sie das waren: Melden Sie sich an, oder setzen Sie Ihr Passwort zurück. Wenn nicht, können Sie diese Mail ignorieren.",
    ],
    button: () => "Anmelden",
  },
  "sign-in-from-new-browser": {
    subject: ({ app }) => `Neue Anmeldung in Ihrem Konto bei ${app}`,
    intro: ({ app, byPassword }) => [
      `Jemand hat sich in Ihrem Konto bei ${app} angemeldet, in einem Browser, der dort noch nie verwendet wurde.`,
      byPassword
        ? `Wenn Sie das waren, ist nichts zu tun. Wenn nicht, kennt jemand Ihr Passwort: Ändern Sie es, dann ${SIGN_OUT}.`
        : `Wenn Sie das waren, ist nichts zu tun. Wenn nicht, ${SIGN_OUT}. Entfernen Sie dann Passkeys und verknüpfte Konten, die nicht Ihre sind.`,
    ],
    button: () => "Überall abmelden",
  },
  "sessions-ended": {
    subject: ({ app }) => `Geräte wurden von Ihrem Konto bei ${app} abgemeldet`,
    intro: ({ app, all }) => [
      all
        ? `Alle Geräte, die in Ihrem Konto bei ${app} angemeldet waren, wurden abgemeldet.`
        : `Alle Geräte, die in Ihrem Konto bei ${app} angemeldet waren, wurden abgemeldet, außer dem, von dem das ausging.`,
      `Falls Sie das nicht waren, ${SIGN_OUT}.`,
    ],
    button: () => "Überall abmelden",
  },
  "language-changed": {
    subject: ({ app }) => `Die Sprache Ihrer Mails von ${app} wurde geändert`,
    intro: ({ app }) => [
      `Von jetzt an schreibt ${app} Ihnen in einer anderen Sprache.`,
      `Falls Sie das nicht waren, ${SIGN_OUT}.`,
    ],
    button: () => "Überall abmelden",
  },
  "password-changed": {
    subject: ({ app }) => `Ihr Passwort für ${app} wurde geändert`,
    intro: ({ app }) => [
      `Ihr Passwort für ${app} wurde geändert, und Ihre anderen Geräte wurden abgemeldet.`,
      "Falls Sie das nicht waren, setzen Sie Ihr Passwort sofort zurück: Damit werden auch alle Geräte abgemeldet.",
    ],
    button: () => "Passwort zurücksetzen",
  },
  "password-reset-done": {
    subject: ({ app }) => `Ihr Passwort für ${app} wurde zurückgesetzt`,
    intro: ({ app }) => [
      `Für Ihr Konto bei ${app} wurde ein neues Passwort festgelegt, und alle Geräte wurden abgemeldet.`,
      "Falls Sie das nicht waren, setzen Sie Ihr Passwort erneut zurück: Wer das getan hat, kann Ihre Mails lesen.",
    ],
    button: () => "Passwort zurücksetzen",
  },
  "passkey-added": {
    subject: ({ app }) => `Neuer Passkey in Ihrem Konto bei ${app}`,
    intro: ({ app }) => [
      `Zu Ihrem Konto bei ${app} wurde ein Passkey hinzugefügt. Wer ihn besitzt, kann sich anmelden.`,
      `Falls Sie das nicht waren, entfernen Sie ihn, ${SIGN_OUT}.`,
    ],
    button: () => "Diesen Passkey ansehen",
  },
  "passkey-removed": {
    subject: ({ app }) => `Passkey aus Ihrem Konto bei ${app} entfernt`,
    intro: ({ app }) => [
      `Aus Ihrem Konto bei ${app} wurde ein Passkey entfernt, und Ihre anderen Geräte wurden abgemeldet.`,
      `Falls Sie das nicht waren, ${SIGN_OUT}.`,
    ],
    button: () => "Passkeys ansehen",
  },
  "account-linked": {
    subject: ({ app }) => `Neuer Weg, sich bei ${app} anzumelden`,
    intro: ({ app }) => [
      `Mit Ihrem Konto bei ${app} wurde ein Konto bei einem anderen Anbieter verknüpft. Wer es besitzt, kann sich anmelden.`,
      `Falls Sie das nicht waren, heben Sie die Verknüpfung auf, ${SIGN_OUT}.`,
    ],
    button: () => "Verknüpfte Konten ansehen",
  },
  "account-unlinked": {
    subject: ({ app }) => `Verknüpftes Konto bei ${app} entfernt`,
    intro: ({ app }) => [
      `Ein Konto bei einem anderen Anbieter kann sich nicht mehr in Ihrem Konto bei ${app} anmelden.`,
      `Falls Sie das nicht waren, ${SIGN_OUT}.`,
    ],
    button: () => "Verknüpfte Konten ansehen",
  },
  "account-not-linked": {
    subject: ({ app }) => `Eine Anmeldung bei ${app} mit Ihrer E-Mail-Adresse wurde abgelehnt`,
    intro: ({ app }) => [
      `Jemand wollte sich bei ${app} mit einem Konto bei einem anderen Anbieter anmelden, das Ihre E-Mail-Adresse nennt. Ihr Konto bei ${app} ist damit nicht verknüpft. Deshalb wurde niemand angemeldet und nichts geändert.`,
      "Wenn Sie das waren: Melden Sie sich wie gewohnt an und verknüpfen Sie das Konto dann. Wenn nicht, können Sie diese Mail ignorieren.",
    ],
    button: () => "Verknüpfte Konten ansehen",
  },
  "account-reclaimed": {
    subject: ({ app }) => `Ihr Konto bei ${app} gehört wieder nur Ihnen`,
    intro: ({ app }) => [
      `Sie haben soeben nachgewiesen, dass diese E-Mail-Adresse Ihnen gehört. Ihr Konto bei ${app} war bisher nie bestätigt worden; jemand anderes könnte es also eingerichtet haben.`,
      "Zur Sicherheit haben wir Passwort, Passkeys, verknüpfte Konten und offene Links entfernt, alle Sitzungen beendet und eine beantragte Löschung abgebrochen. Name, Bild und Mitgliedschaften sind geblieben; keine Organisation ist aktiv, bis Sie eine wählen.",
    ],
    button: ({ app }) => `${app} öffnen`,
  },
  "export-ready": {
    subject: ({ app }) => `Ihre Daten von ${app} stehen bereit`,
    intro: ({ app }) => [
      `Der Export Ihrer Daten bei ${app} ist fertig. Melden Sie sich an, um ihn herunterzuladen: Der Link dort gilt einen Tag lang.`,
      `Falls Sie ihn nicht angefordert haben, ${SIGN_OUT}.`,
    ],
    button: () => "Daten herunterladen",
  },
  "export-failed": {
    subject: ({ app }) => `Ihre Daten von ${app} konnten nicht exportiert werden`,
    intro: ({ app }) => [
      `Der Export Ihrer Daten bei ${app} ist fehlgeschlagen. Bitte fordern Sie ihn noch einmal an.`,
    ],
    button: () => "Noch einmal anfordern",
  },
  "role-changed": {
    subject: ({ app }) => `Ihre Rolle in einer Organisation bei ${app} wurde geändert`,
    intro: ({ app }) => [
      `Ihre Rolle in einer Ihrer Organisationen bei ${app} wurde geändert.`,
      "Falls Sie das überrascht, fragen Sie die Inhaber der Organisation.",
    ],
    button: () => "Organisationen öffnen",
  },
  "owners-changed": {
    subject: ({ app }) => `Die Inhaber einer Organisation bei ${app} haben sich geändert`,
    intro: ({ app }) => [
      `Jemand ist Inhaber einer Ihrer Organisationen bei ${app} geworden oder ist es nicht mehr.`,
      `Falls Sie das überrascht, sehen Sie sich die Mitglieder und das Protokoll der Organisation an, ${SIGN_OUT}.`,
    ],
    button: () => "Organisationen öffnen",
  },
  "owner-invited": {
    subject: ({ app }) => `Jemand wurde als Inhaber einer Organisation bei ${app} eingeladen`,
    intro: ({ app }) => [
      `Jemand wurde eingeladen, Inhaber einer Ihrer Organisationen bei ${app} zu werden.`,
      `Falls Sie das überrascht, ziehen Sie die Einladung zurück, ${SIGN_OUT}.`,
    ],
    button: () => "Organisationen öffnen",
  },
  "member-removed": {
    subject: ({ app }) => `Sie wurden aus einer Organisation bei ${app} entfernt`,
    intro: ({ app }) => [
      `Sie sind nicht mehr Mitglied einer Ihrer Organisationen bei ${app}.`,
      "Falls Sie das überrascht, fragen Sie die Inhaber der Organisation.",
    ],
    button: ({ app }) => `${app} öffnen`,
  },
  "organization-deleted": {
    subject: ({ app }) => `Eine Organisation bei ${app} wurde gelöscht`,
    intro: ({ app }) => [
      `Eine Organisation bei ${app}, deren Inhaber Sie waren, wurde mit ihren Mitgliedschaften und Einladungen gelöscht.`,
      `Falls Sie das überrascht, fragen Sie die anderen Inhaber, ${SIGN_OUT}.`,
    ],
    button: () => "Überall abmelden",
  },
};
