import {
  AuthError,
  type Member,
  type Organization,
  type OrganizationDescription,
} from "@acme/auth-core";
import { printable } from "../config/printable.js";
import { shellCommand, shellWord } from "../config/shell-word.js";
import { type Answer, CommandFailure, EXIT, type Invocation } from "./command.js";
import type { Table } from "./layout.js";
import { readLimit } from "./queue-rows.js";
import { withAuth } from "./with-auth.js";
import { organizationOf } from "./with-organization.js";
import { emailOf, findUser, operatorReason } from "./with-user.js";

/** Lists organizations by their slugs. */
export const listOrganizations = ({ env, options }: Invocation): Promise<Answer> => {
  const limit = readLimit(options["limit"]);
  const after = options["after"] === undefined ? null : String(options["after"]);
  const prefix = String(options["search"] ?? "");
  return withAuth(env, async ({ auth }) => {
    const page = await auth.operators.listOrganizations({ prefix, after, limit });
    const { organizations, next } = page;
    const asked = ["search", "limit"].flatMap((name) =>
      options[name] === undefined ? [] : [`--${name}=${String(options[name])}`],
    );
    const more = next === null ? [] : [{ verbatim: `More: ${pageAfter(next, asked)}` }];
    return {
      json: { organizations: organizations.map(printedOrganization), next },
      text:
        organizations.length === 0
          ? "There is no such organization."
          : [tableOf(organizations), ...more],
    };
  });
};

const pageAfter = (slug: string, asked: readonly string[]): string =>
  shellCommand("auth-server", "orgs", "list", ...asked, `--after=${slug}`);

/** Shows one organization, with its members. */
export const showOrganization = ({ env, values, options }: Invocation): Promise<Answer> => {
  const limit = readLimit(options["limit"]);
  return withAuth(env, async (opened) => {
    const described = await organizationOf(opened, values["SLUG"] ?? "");
    const { id } = described.organization;
    const page = { after: null, limit };
    const { members, next } = await opened.auth.operators.listMembers(id, page);
    const rest = described.members - members.length;
    return {
      json: { ...printedDescription(described), members: members.map(printedMember) },
      text: [
        tableOf([described.organization]),
        sentenceOf(described),
        membersTable(members),
        ...(next ? [`Members who are not shown: ${rest}. --limit shows more.`] : []),
      ],
    };
  });
};

/** Makes a member the owner in the place of another. */
export const transferOrganization = (invocation: Invocation): Promise<Answer> => {
  const operator = operatorReason(invocation, "why the organization gets another owner");
  const { env, values, options } = invocation;
  const email = emailOf(values["EMAIL"]);
  const previous = options["from"] === undefined ? null : emailOf(String(options["from"]));
  return withAuth(env, async (opened) => {
    const described = await organizationOf(opened, values["SLUG"] ?? "");
    const { id, slug } = described.organization;
    const to = await findUser(opened, email);
    const from = previous && (await findUser(opened, previous)).id;
    const passed = await opened.auth.operators
      .transferOwnership(id, { to: to.id, from, operator })
      .catch((thrown: unknown) => explain(thrown, described));
    const { owner, previousOwner } = passed;
    return {
      json: { id, slug, owner: printedMember(owner), previousOwner: printedMember(previousOwner) },
      text: `${owner.user.email} owns ${printable(slug)} now, and ${previousOwner.user.email} is an admin of it. A worker mails them.`,
    };
  });
};

function explain(thrown: unknown, { organization, owners }: OrganizationDescription): never {
  if (!AuthError.is(thrown)) throw thrown;
  if (thrown.code === "MEMBER_NOT_FOUND")
    throw new CommandFailure(
      `The user is no member of ${printable(organization.slug)}. An owner or admin invites them first.`,
    );
  const [issue] = thrown.issues;
  if (issue?.path === "from")
    throw new CommandFailure(
      `--from must name the owner who becomes an admin. Owners: ${owners.map(({ email }) => shellWord(email)).join(", ")}`,
      EXIT.misused,
    );
  throw issue ? new CommandFailure(`Nothing was changed. ${issue.message}`) : thrown;
}

const printedOrganization = (organization: Organization) => ({
  id: organization.id,
  slug: organization.slug,
  name: organization.name,
  requireSecondFactor: organization.requireSecondFactor,
  createdAt: organization.createdAt.toISOString(),
});

const printedDescription = (described: OrganizationDescription) => ({
  ...printedOrganization(described.organization),
  owners: described.owners,
  memberCount: described.members,
  membersWithoutTwoFactors: described.membersWithoutTwoFactors,
  pendingInvitations: described.pendingInvitations,
});

const printedMember = ({ id, role, createdAt, user }: Member) => ({
  id,
  userId: user.id,
  email: user.email,
  name: user.name,
  role,
  createdAt: createdAt.toISOString(),
});

const sentenceOf = (described: OrganizationDescription): string =>
  `Members: ${described.members}, without two factors: ${described.membersWithoutTwoFactors}; owners: ${described.owners.length}; invitations that wait: ${described.pendingInvitations}`;

const tableOf = (organizations: readonly Organization[]): Table => ({
  head: ["SLUG", "NAME", "TWO FACTORS", "SINCE", "ID"],
  rows: organizations.map(({ slug, name, requireSecondFactor, createdAt, id }) => [
    slug,
    name,
    requireSecondFactor ? "required" : "not required",
    createdAt.toISOString(),
    id,
  ]),
});

const membersTable = (members: readonly Member[]): Table => ({
  head: ["EMAIL", "ROLE", "NAME", "SINCE", "USER ID"],
  rows: members.map(({ user, role, createdAt }) => [
    // To be copied into the next command.
    shellWord(user.email),
    role,
    user.name,
    createdAt.toISOString(),
    user.id,
  ]),
});
