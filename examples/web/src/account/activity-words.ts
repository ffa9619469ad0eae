import type { ActivityEntry } from "../auth.js";

type Detail = ActivityEntry["detail"];

const METHODS: Readonly<Record<string, string>> = {
  password: "password",
  "email-otp": "mailed code",
  "magic-link": "mailed link",
  passkey: "passkey",
  oauth: "external provider",
};
const by = ({ method }: Detail): string => (method === undefined ? "" : ` by ${METHODS[method] ?? String(method)}`);

const EVENTS: Readonly<Record<string, (detail: Detail) => string>> = {
  "user.created": (detail) => `Account created${by(detail)}`,
  "user.sign_up_refused": () => "Somebody tried to sign up with your address",
  "user.updated": () => "Profile changed",
  "user.reclaimed": () => "Account secured when the address was proven",
  "email.verified": () => "Address verified",
  "email.change_requested": () => "Change of address asked for",
  "email.changed": () => "Address changed",
  "password.refused": () => "Wrong password entered",
  "password.changed": () => "Password changed",
  "password.reset": () => "Password reset by mail",
  "passkey.added": () => "Passkey added",
  "passkey.renamed": () => "Passkey renamed",
  "passkey.removed": () => "Passkey deleted",
  "passkey.refused": () => "Passkey refused",
  "account.linked": ({ provider }) => `Account linked: ${provider ?? "external provider"}`,
  "account.unlinked": ({ provider }) => `Account unlinked: ${provider ?? "external provider"}`,
  "session.opened": (detail) => `Signed in${by(detail)}`,
  "session.renewed": (detail) => `Signed in again${by(detail)}`,
  "session.ended": () => "Session ended",
  "sessions.ended": ({ count }) => (count === 1 ? "One other session ended" : `${count ?? "Other"} sessions ended`),
  "code.refused": () => "Wrong code entered",
  "permission.denied": () => "Permission denied",
};

/** What happened, in words. An event that this page does not know yet is shown by its name. */
export function describeActivity({ event, detail }: ActivityEntry): string {
  const words = EVENTS[event];
  return words ? words(detail) : inWords(event);
}

const inWords = (event: string): string => {
  const text = event.replaceAll(/[._]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};
