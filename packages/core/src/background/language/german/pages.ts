import type { PageTexts } from "../page-texts.js";
import { ROLES } from "./roles.js";

/** The pages that mailed links open. */
export const PAGES: PageTexts = {
  verifyEmail: {
    title: "Bestätige deine E‑Mail-Adresse",
    text: ({ email }) =>
      `Mit ${email} wurde ein Konto angelegt. Wenn du das warst, bestätige die E-Mail-Adresse:`,
    button: "E-Mail-Adresse bestätigen",
    note: "Wenn du das nicht warst, schließe diese Seite. Es geschieht nichts, bevor du auf die Schaltfläche klickst.",
  },
  emailVerified: {
    title: "Deine E‑Mail-Adresse ist bestätigt",
    text: ({ email }) => `${email} gehört jetzt zu deinem Konto.`,
  },
  changeEmail: {
    title: "E‑Mail-Adresse ändern",
    text: ({ from, to }) => `Dein Konto wechselt von ${from} zu ${to}.`,
    button: "Neue E-Mail-Adresse verwenden",
    note: "Es geschieht nichts, bevor du auf die Schaltfläche klickst.",
  },
  emailChanged: {
    title: "Deine E‑Mail-Adresse wurde geändert",
    text: ({ to }) => `Dein Konto verwendet jetzt ${to}.`,
  },
  signIn: {
    title: "Anmelden",
    text: ({ email }) => `Damit meldest du dich in diesem Browser als ${email} an.`,
    button: "Anmelden",
    note: "Falls du das nicht angefordert hast, schließe diese Seite. Es geschieht nichts, bevor du auf die Schaltfläche klickst.",
  },
  invitation: {
    title: ({ organization }) => `${organization} beitreten`,
    text: ({ inviter, email, organization, role }) =>
      `${inviter === null ? "Du wurdest eingeladen" : `${inviter} hat dich eingeladen`}, ${organization} beizutreten. Die Einladung gilt für ${email}, als ${ROLES[role]}.`,
    button: "Einladung ansehen",
    note: "Falls du nicht weißt, wer sie geschickt hat, schließe diese Seite. Bis du annimmst, geschieht nichts.",
    roles: {
      member: "Ein Mitglied sieht die Organisation und ihre Mitglieder.",
      admin:
        "Ein Administrator lädt auch ein, entfernt Mitglieder und ändert Rollen, außer die von Inhabern.",
      owner: "Ein Inhaber ernennt auch Inhaber, überträgt und löscht die Organisation.",
    },
    join: ({ email }) => `Als ${email} beitreten`,
    otherAccount: ({ signedInAs }) => `Du bist als ${signedInAs} angemeldet.`,
    switchAccount: ({ email }) => `Abmelden und als ${email} fortfahren`,
  },
  deadLink: {
    title: "Dieser Link funktioniert nicht",
    text: () => "Dieser Link wurde schon verwendet oder durch einen neuen ersetzt.",
    perhapsUsed: "Schon verwendet? Dann bist du fertig: Melde dich an wie gewohnt.",
    askInviter: "Bitte die Person, die dich eingeladen hat, um eine neue Einladung.",
  },
  expiredLink: {
    title: "Dieser Link ist abgelaufen",
    text: () => "Dieser Link gilt nicht mehr. Fordere einen neuen an.",
  },
  endedChange:
    "Die Sitzung, in der diese Änderung angefordert wurde, ist beendet, und mit ihr die Änderung. Melde dich an und fordere sie noch einmal an.",
  suspended: "Dieses Konto ist gesperrt. Wende dich an die Betreiber dieses Dienstes.",
  notOffered: "Diese Art der Anmeldung wird hier nicht angeboten.",
  noNewAccount: "Hier kannst du kein Konto erstellen.",
  refused: "Das wurde abgelehnt",
  failed: {
    title: "Das hat nicht geklappt",
    text: () => "Du kannst diese Seite schließen oder es noch einmal versuchen.",
    retry: "Zurück und noch einmal versuchen",
    help: "Wenn du um Hilfe bittest, nenne",
  },
  proceed: "Weiter",
  startAgain: "Neu beginnen",
};
