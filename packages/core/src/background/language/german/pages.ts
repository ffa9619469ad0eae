import type { PageTexts } from "../page-texts.js";
import { ROLES } from "./roles.js";

/** The pages that mailed links open. */
export const PAGES: PageTexts = {
  verifyEmail: {
    title: "Bestätigen Sie Ihre E-Mail-Adresse",
    text: ({ email }) =>
      `Mit ${email} wurde ein Konto angelegt. Wenn Sie das waren, bestätigen Sie die E-Mail-Adresse:`,
    button: "E-Mail-Adresse bestätigen",
    note: "Wenn Sie das nicht waren, schließen Sie diese Seite. Es geschieht nichts, bevor Sie auf die Schaltfläche klicken.",
  },
  emailVerified: {
    title: "Ihre E-Mail-Adresse ist bestätigt",
    text: ({ email }) => `${email} gehört jetzt zu Ihrem Konto.`,
  },
  changeEmail: {
    title: "E-Mail-Adresse ändern",
    text: ({ from, to }) => `Ihr Konto wechselt von ${from} zu ${to}.`,
    button: "Neue E-Mail-Adresse verwenden",
    note: "Es geschieht nichts, bevor Sie auf die Schaltfläche klicken.",
  },
  emailChanged: {
    title: "Ihre E-Mail-Adresse wurde geändert",
    text: ({ to }) => `Ihr Konto verwendet jetzt ${to}.`,
  },
  signIn: {
    title: "Anmelden",
    text: ({ email }) => `Damit melden Sie sich in diesem Browser als ${email} an.`,
    button: "Anmelden",
    note: "Falls Sie das nicht angefordert haben, schließen Sie diese Seite. Es geschieht nichts, bevor Sie auf die Schaltfläche klicken.",
  },
  invitation: {
    title: ({ organization }) => `${organization} beitreten`,
    text: ({ inviter, email, organization, role }) =>
      `${inviter === null ? "Sie wurden eingeladen" : `${inviter} hat Sie eingeladen`}, ${organization} beizutreten. Die Einladung gilt für ${email}, als ${ROLES[role]}.`,
    button: "Einladung ansehen",
    note: "Falls Sie nicht wissen, wer sie geschickt hat, schließen Sie diese Seite. Bis Sie annehmen, geschieht nichts.",
  },
  deadLink: {
    title: "Dieser Link funktioniert nicht",
    text: () => "Dieser Link wurde schon verwendet oder durch einen neuen ersetzt.",
    perhapsUsed: "Schon verwendet? Dann sind Sie fertig: Melden Sie sich an wie gewohnt.",
    askInviter: "Bitten Sie die Person, die Sie eingeladen hat, um eine neue Einladung.",
  },
  expiredLink: {
    title: "Dieser Link ist abgelaufen",
    text: () => "Dieser Link gilt nicht mehr. Fordern Sie einen neuen an.",
  },
  endedChange:
    "Die Sitzung, in der diese Änderung angefordert wurde, ist beendet, und mit ihr die Änderung. Melden Sie sich an und fordern Sie sie noch einmal an.",
  suspended: "Dieses Konto ist gesperrt. Wenden Sie sich an die Betreiber dieses Dienstes.",
  notOffered: "Diese Art der Anmeldung wird hier nicht angeboten.",
  noNewAccount: "Hier können Sie kein Konto erstellen.",
  refused: "Das wurde abgelehnt",
  failed: {
    title: "Das hat nicht geklappt",
    text: () => "Sie können diese Seite schließen oder es noch einmal versuchen.",
    retry: "Zurück und noch einmal versuchen",
    help: "Wenn Sie um Hilfe bitten, nennen Sie",
  },
  proceed: "Weiter",
  startAgain: "Neu beginnen",
};
