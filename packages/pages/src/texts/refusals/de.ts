import type { RefusalTexts } from "./refusal-table.js";

/** What refusals say in German. */
export const GERMAN_REFUSALS: RefusalTexts = {
  VALIDATION_ERROR: "Prüfe deine Angaben.",
  INVALID_JSON: "Das Formular kam nicht vollständig an. Versuche es noch einmal.",
  IMAGE_URL_NOT_SUPPORTED: "Gib die Webadresse eines Bildes ein.",
  INVALID_ORIGIN:
    "Dieses Formular kam von einer anderen Website. Öffne die Seite hier und versuche es noch einmal.",
  NOT_FOUND: "Unter dieser Adresse gibt es nichts.",
  METHOD_NOT_ALLOWED:
    "So lässt sich diese Seite nicht verwenden. Geh zurück und nutze ihre Links und Schaltflächen.",
  PAYLOAD_TOO_LARGE: "Das Gesendete ist zu lang. Geh zurück und kürze es.",
  UNSUPPORTED_MEDIA_TYPE:
    "Das Formular kam in einem Format, das wir nicht lesen. Öffne die Seite und versuche es noch einmal.",
  TOO_MANY_REQUESTS: "Zu viele Versuche.",
  LIMIT_REACHED: "Hierfür hast du die Grenze erreicht.",
  BUSY: "Gerade ist viel los. Versuche es gleich noch einmal.",
  UNAVAILABLE: "Das geht gerade nicht. Versuche es gleich noch einmal.",
  INTERNAL_ERROR: "Es liegt nicht an dir. Versuche es gleich noch einmal.",
  UNAUTHORIZED: "Melde dich dafür an.",
  SESSION_NOT_FRESH: "Bestätige dafür deine Identität.",
  NO_ACTIVE_ORGANIZATION: "Wähle zuerst eine Organisation.",
  PERMISSION_DENIED:
    "Deine Rolle erlaubt das nicht. Wende dich an jemanden mit der Rolle Inhaber oder Admin.",
  ACCOUNT_SUSPENDED: "Dieses Konto ist gesperrt. Wende dich an die Betreiber dieses Dienstes.",
  SECOND_FACTOR_REQUIRED:
    "Die Anmeldung braucht deinen zweiten Schritt, der gerade nicht abgefragt werden kann. Schreib den Betreibern dieses Dienstes.",
  INSUFFICIENT_USER_AUTHENTICATION: "Bestätige dafür deine Identität.",
  SECOND_FACTOR_NOT_ENROLLED:
    "Dafür brauchst du die Bestätigung in zwei Schritten. Aktiviere sie zuerst unter „Sicherheit“.",
  USER_NOT_FOUND: "Diese Person gibt es hier nicht.",
  ORGANIZATION_NOT_FOUND: "Diese Organisation gibt es nicht.",
  SLUG_TAKEN: "Diese URL ist vergeben. Wähle eine andere.",
  MEMBER_NOT_FOUND: "Dieses Mitglied gibt es nicht.",
  LAST_OWNER:
    "Eine Organisation braucht einen Inhaber. Übertrage sie zuerst, oder lösche die Organisation.",
  ALREADY_MEMBER: "Diese Person ist schon Mitglied.",
  ALREADY_INVITED:
    "Diese Adresse ist schon eingeladen. Ziehe die Einladung zurück, um eine neue zu senden.",
  ROLE_NOT_ALLOWED: "Deine Rolle erlaubt es nicht, jemanden in dieser Rolle einzuladen.",
  INVITATION_NOT_FOUND:
    "Diese Einladung gilt nicht mehr. Frage die Person, die dich eingeladen hat.",
  EMAIL_VERIFICATION_REQUIRED:
    "Bestätige zuerst deine E-Mail-Adresse: Der Link ist in deinem Postfach.",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
    "Mit dieser E-Mail-Adresse gibt es schon ein Konto. Melde dich an oder nimm eine andere.",
  SIGN_UP_NOT_ALLOWED: "Ohne Einladung kannst du hier kein Konto erstellen.",
  PASSWORD_ALREADY_SET: "Du hast bereits ein Passwort. Ändere es stattdessen.",
  PASSWORD_TOO_SHORT: "Dieses Passwort ist zu kurz. Nimm ein längeres.",
  PASSWORD_TOO_LONG: "Dieses Passwort ist zu lang. Nimm ein kürzeres.",
  PASSWORD_TOO_COMMON: "Dieses Passwort steht auf Listen häufiger Passwörter. Wähle ein anderes.",
  INVALID_EMAIL_OR_PASSWORD: "Die E-Mail-Adresse oder das Passwort ist falsch.",
  EMAIL_NOT_VERIFIED: "Bestätige zuerst deine E-Mail-Adresse: Der Link ist in deinem Postfach.",
  INVALID_PASSWORD: "Das Passwort ist falsch.",
  CREDENTIAL_ACCOUNT_NOT_FOUND: "Du hast kein Passwort.",
  EMAIL_CHANGE_NOT_PENDING:
    "Es gibt keine Änderung deiner E-Mail-Adresse mehr, die abgebrochen werden kann.",
  INVALID_TOKEN: "Dieser Link wurde verwendet oder ersetzt.",
  TOKEN_EXPIRED: "Dieser Link ist abgelaufen.",
  INVALID_CALLBACK_URL: "Zu dieser Adresse leiten wir nicht weiter.",
  CHALLENGE_NOT_FOUND: "Das hat zu lange gedauert. Beginne noch einmal.",
  FAILED_TO_VERIFY_REGISTRATION:
    "Der Passkey konnte nicht hinzugefügt werden. Versuche es noch einmal.",
  CONDITIONAL_CREATE_NOT_ALLOWED:
    "Melde dich mit deinem Passwort an, um so einen Passkey zu bekommen.",
  AUTHENTICATION_FAILED:
    "Der Passkey wurde nicht angenommen. Versuche es noch einmal oder wähle einen anderen Weg.",
  PASSKEY_NOT_FOUND: "Dieser Passkey ist hier nicht bekannt. Wähle einen anderen Weg.",
  LAST_SIGN_IN_METHOD: "Das ist dein letzter Weg zur Anmeldung. Füge zuerst einen anderen hinzu.",
  PROVIDER_NOT_FOUND: "Diesen Anbieter gibt es hier nicht.",
  ID_TOKEN_NOT_SUPPORTED: "Diese Art der Anmeldung gibt es hier nicht.",
  ACCOUNT_NOT_FOUND: "Dieses verknüpfte Konto gibt es nicht.",
  FAILED_TO_UNLINK_LAST_ACCOUNT:
    "Das ist dein letzter Weg zur Anmeldung. Füge zuerst einen anderen hinzu.",
  SIGN_IN_METHOD_NOT_OFFERED: "Diese Art der Anmeldung gibt es hier nicht.",
  DELETION_ALREADY_PENDING: "Dieses Konto wird bereits gelöscht.",
  DELETION_NOT_PENDING: "Es gibt keine Löschung mehr, die sich abbrechen ließe.",
  EXPORT_NOT_FOUND: "Diese Kopie gibt es nicht.",
  EXPORT_EXPIRED: "Diese Kopie ist nicht mehr verfügbar. Fordere eine neue an.",
  INVALID_OTP: "Dieser Code ist falsch.",
  OTP_EXPIRED: "Dieser Code ist abgelaufen. Fordere einen neuen an.",
  TOO_MANY_ATTEMPTS: "Zu viele falsche Codes. Fordere später einen neuen an.",
};
