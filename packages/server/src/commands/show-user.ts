import type { DescribedMethod, UserDescription } from "@acme/auth-core";
import { readConfig } from "../config/config.js";
import { printable } from "../config/printable.js";
import { shellWord } from "../config/shell-word.js";
import { type Answer, CommandFailure, EXIT, type Invocation } from "./command.js";
import type { Part } from "./layout.js";
import { printedUser, tableOf } from "./printed-user.js";
import { ownOfFeatures } from "./users-of-features.js";
import { withUser } from "./with-user.js";

/** Shows one user: how they sign in, where they belong, and what features have of them. */
export const showUser = (invocation: Invocation): Promise<Answer> =>
  withUser(invocation, async (opened, { id }) => {
    const described = await opened.auth.users.describe(id);
    if (!described) throw new CommandFailure("The user has just been erased.", EXIT.unknown);
    const { user } = described;
    const own = await ownOfFeatures(opened, user);
    const since = user.secondFactorSince?.toISOString();
    const isWithheld = since && readConfig(invocation.env).config.secondFactor === "off";
    const withheld = isWithheld
      ? [`Second factor since ${since}; SECOND_FACTOR=off: the user cannot sign in.`]
      : [];
    const printed = {
      ...printedUser(user),
      ...printedDescription(described),
      ...own.reduce<object>((all, { json }) => ({ ...all, ...json }), {}),
    };
    const text = [
      tableOf([printed]),
      ...deletionText(described),
      signInText(described),
      ...tablesOf(described),
      ...withheld,
      ...own.map((each) => each.text),
    ];
    return { json: printed, text };
  });

const printedDescription = (described: UserDescription) => ({
  methods: described.methods.map(({ name, isOffered, credentials }) => ({
    name,
    isOffered,
    credentials,
  })),
  passkeys: described.passkeys.map(({ id, name, createdAt, lastUsedAt, backedUp }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    backedUp,
  })),
  providers: described.linkedAccounts.map(({ providerId, createdAt }) => ({
    id: providerId,
    createdAt: createdAt.toISOString(),
  })),
  organizations: described.organizations.map(({ organization, role, isSoleOwner }) => ({
    id: organization.id,
    slug: organization.slug,
    name: organization.name,
    role,
    isSoleOwner,
  })),
  sessions: described.sessions,
  lastSignIn: described.lastSignIn && {
    at: described.lastSignIn.at.toISOString(),
    method: described.lastSignIn.method,
    ipAddress: described.lastSignIn.ipAddress,
    userAgent: described.lastSignIn.userAgent,
  },
  deletion: described.deletion && {
    scheduledFor: described.deletion.scheduledFor.toISOString(),
    errorCode: described.deletion.errorCode,
  },
});

function deletionText({ deletion, organizations }: UserDescription): readonly string[] {
  if (!deletion) return [];
  const failed = deletion.errorCode ? `, and an attempt at it has failed: jobs list --dead` : "";
  const due = `Its deletion is due at ${deletion.scheduledFor.toISOString()}${failed}.`;
  const owned = soleOwnerText(organizations);
  return owned === null ? [due] : [due, owned];
}

/** What stands in the way of a deletion; null when nothing does. */
export function soleOwnerText(organizations: UserDescription["organizations"]): string | null {
  const owned = organizations.filter(({ isSoleOwner }) => isSoleOwner);
  const [first] = owned;
  if (!first) return null;
  const slugs = owned.map(({ organization }) => printable(organization.slug)).join(", ");
  return `It does not take place while they are the only owner of: ${slugs}. Give it another owner: auth-server orgs transfer ${shellWord(first.organization.slug)} EMAIL --reason TEXT`;
}

function signInText({ lastSignIn, sessions }: UserDescription): string {
  const alive = `sessions: ${sessions}`;
  if (!lastSignIn) return `Last sign-in: none that the audit log knows of; ${alive}`;
  const from = lastSignIn.ipAddress === null ? "" : ` from ${lastSignIn.ipAddress}`;
  return printable(
    `Last sign-in: ${lastSignIn.at.toISOString()} by ${lastSignIn.method}${from}; ${alive}`,
  );
}

function tablesOf(described: UserDescription): readonly Part[] {
  const { methods, passkeys, organizations } = described;
  const tables = [
    {
      head: ["SIGN-IN METHOD", "OFFERED", "THE USER HAS"],
      rows: methods.map((method) => [
        method.word,
        method.isOffered ? "yes" : "no",
        credentialsText(method, described),
      ]),
    },
    {
      head: ["PASSKEY", "SINCE", "LAST USED", "BACKED UP"],
      rows: passkeys.map(({ name, createdAt, lastUsedAt, backedUp }) => [
        name,
        createdAt.toISOString(),
        lastUsedAt?.toISOString() ?? null,
        backedUp ? "yes" : "no",
      ]),
    },
    {
      head: ["ORGANIZATION", "ROLE", "NAME"],
      rows: organizations.map(({ organization, role, isSoleOwner }) => [
        organization.slug,
        isSoleOwner ? `${role}, the only one` : role,
        organization.name,
      ]),
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** A mailed code or link takes no credential but the mailbox. */
function credentialsText(
  { name, credentials }: DescribedMethod,
  { linkedAccounts }: UserDescription,
): string {
  if (credentials === null) return "the mailbox";
  if (name === "oauth" && credentials > 0)
    return linkedAccounts.map(({ providerId }) => providerId).join(", ");
  return credentials === 0 ? "none" : String(credentials);
}
