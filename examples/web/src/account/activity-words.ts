import type { AuditEntry } from "@acme/auth-client";
import { ROLE_IN_WORDS } from "../organization/roles.js";

type Detail = AuditEntry["detail"];

const METHODS: Readonly<Record<string, string>> = {
  password: "password",
  "email-otp": "mailed code",
  "magic-link": "mailed link",
  passkey: "passkey",
  oauth: "external provider",
};
const by = ({ method }: Detail): string =>
  method === undefined ? "" : ` by ${METHODS[method] ?? String(method)}`;

const ROLES: Readonly<Record<string, string>> = ROLE_IN_WORDS;
const as = ({ role }: Detail): string => ` as ${ROLES[String(role)] ?? "a member"}`;

/** What a permission is for, after "Not allowed to". */
const PERMISSIONS: Readonly<Record<string, string>> = {
  "org:read": "see the organization",
  "org:update": "change the details",
  "org:delete": "delete the organization",
  "org:members:read": "see the members",
  "org:members:write": "manage members",
  "org:invitations:read": "see invitations",
  "org:invitations:write": "manage invitations",
  "org:ownership:transfer": "transfer the ownership",
  "org:audit:read": "see the audit log",
  "billing:read": "see the plan",
  "billing:write": "change the plan",
};

/** `target` is what it was done to, by name, where that is known. */
type Words = (detail: Detail, target: string | undefined) => string;

/** What is not here is said by the name of the event: `passkey.added`. */
const EVENTS: Readonly<Record<string, string | Words>> = {
  "user.created": (detail) => `Account created${by(detail)}`,
  "user.sign_up_refused": "Someone tried to sign up with your email address",
  "user.updated": "Profile changed",
  "user.reclaimed": "Account secured when the email address was confirmed",
  "email.change_requested": "Change of email address requested",
  "email.change_cancelled": "Change of email address cancelled",
  "password.refused": "Wrong password entered",
  "password.reset": "Password reset by email",
  "passkey.removed": "Passkey deleted",
  "session.opened": (detail) => `Signed in${by(detail)}`,
  "session.renewed": (detail) => `Signed in again${by(detail)}`,
  "sessions.ended": ({ count }) =>
    count === 1 ? "One other session ended" : `${count ?? "Other"} sessions ended`,
  "code.refused": "Wrong code entered",
  "deletion.cancelled": ({ because }) =>
    because === "reclaimed"
      ? "Account deletion cancelled when the email address was confirmed"
      : "Account deletion cancelled",
  "deletion.rejected": "Account not deleted: you are the only owner of an organization",
  "deletion.completed": "Account deleted",
  "organization.updated": "Details of the organization changed",
  "member.added": (detail) => `Joined the organization${as(detail)}`,
  "member.role_changed": ({ from, to }, target = "a member") =>
    `Role of ${target} changed from ${from ?? "one"} to ${to ?? "another"}`,
  "member.removed": ({ role }, target) => `Removed ${target ?? ROLES[String(role)] ?? "a member"}`,
  "member.left": () => "Left the organization",
  "ownership.transferred": (_, target = "a member") => `Ownership transferred to ${target}`,
  "invitation.created": (detail, target = "someone") => `Invited ${target}${as(detail)}`,
  "invitation.resent": "Invitation sent again",
  "invitation.canceled": "Invitation cancelled",
  "invitation.rejected": "Invitation turned down",
  "permission.denied": ({ permission }) =>
    `Not allowed to ${PERMISSIONS[String(permission)] ?? `do what needs ${permission ?? "more"}`}`,
};

/** What happened, in words, and to what. */
export function describeActivity({ event, detail, target }: AuditEntry): string {
  const words = EVENTS[event] ?? inWords(event);
  // What has no name is not named, and neither is the organization that the list is about.
  const label = (target?.type !== "organization" && target?.label) || undefined;
  if (typeof words === "function") return words(detail, label);
  return label === undefined ? words : `${words}: ${label}`;
}

const inWords = (event: string): string => {
  const text = event
    .replace(/^email/, "email address")
    .replace(/^deletion/, "account deletion")
    .replace(/^export/, "data export")
    .replaceAll(/[._]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};
