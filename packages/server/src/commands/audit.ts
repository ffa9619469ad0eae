import {
  type AuditRecordFilter,
  type NamedRecord,
  type OrganizationId,
  toId,
} from "@acme/auth-core";
import { readConfig } from "../config/config.js";
import { printable } from "../config/printable.js";
import { shellCommand } from "../config/shell-word.js";
import { recordedEvents } from "../serving/features.js";
import type { OpenedAuth } from "../serving/open-auth.js";
import { type Answer, CommandFailure, EXIT, type Invocation } from "./command.js";
import { instantOf } from "./instants.js";
import type { Part, Table } from "./layout.js";
import { readLimit } from "./queue-rows.js";
import { detailText, positionOf, positionText, printedRecord } from "./records.js";
import { withAuth } from "./with-auth.js";
import { organizationOf } from "./with-organization.js";
import { emailOf, findUser } from "./with-user.js";

/** The timers of the library keep no process alive. This one does, in milliseconds. */
const ALIVE_EVERY_MS = 60_000;
/** Those that the next page has, too. */
const FILTERS = ["user", "organization", "event", "since", "until", "limit"] as const;
/** An id, as ids are made. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

type Options = Invocation["options"];

/** Lists the audit log, newest first, or follows it. */
export const listAudit = (invocation: Invocation): Promise<Answer | null> => {
  const { env, options } = invocation;
  const limit = readLimit(options["limit"]);
  const from = instantOf("since", options["since"]);
  const to = instantOf("until", options["until"]);
  const after = positionOf(options["after"]);
  const follows = options["follow"] === true;
  if (follows && (to || after))
    throw new CommandFailure("--follow goes on: without --until and --after.", EXIT.misused);
  return withAuth(env, async (opened) => {
    const filter = { ...(await whoseOf(opened, options)), from, to };
    if (follows) return followRecords(opened, invocation, { ...filter, limit });
    const page = await opened.auth.operators.listRecords({ ...filter, after, limit });
    const next = positionText(page.next);
    const entries = page.entries.map(printedNamed);
    const text = page.entries.length === 0 ? nothingOf(opened, invocation) : tableOf(page.entries);
    return { json: { entries, next }, text: [text, ...moreOf(options, next)] };
  });
};

/** Prints the newest entries, and each new one as it comes, until the process is told to stop. */
async function followRecords(
  { auth }: Pick<OpenedAuth, "auth">,
  { options, print, untilStopped }: Invocation,
  request: Omit<AuditRecordFilter, "to"> & { readonly limit: number },
): Promise<null> {
  const alive = setInterval(() => {}, ALIVE_EVERY_MS);
  try {
    for await (const record of auth.operators.followRecords({ ...request, signal: untilStopped() }))
      print(options["json"] === true ? JSON.stringify(printedNamed(record)) : lineOf(record));
  } finally {
    clearInterval(alive);
  }
  return null;
}

/** The user, the organization and the event that the options name. */
async function whoseOf(
  opened: OpenedAuth,
  { user, organization, event }: Options,
): Promise<Pick<AuditRecordFilter, "userId" | "organizationId" | "event">> {
  return {
    userId: user === undefined ? null : (await findUser(opened, emailOf(String(user)))).id,
    organizationId:
      organization === undefined ? null : await organizationIdOf(opened, String(organization)),
    event: event === undefined ? null : String(event),
  };
}

/** An organization that is gone still has entries, by its id. */
async function organizationIdOf(opened: OpenedAuth, text: string): Promise<OrganizationId> {
  try {
    return (await organizationOf(opened, text)).organization.id;
  } catch (thrown) {
    if (thrown instanceof CommandFailure && UUID.test(text)) return toId<OrganizationId>(text);
    throw thrown;
  }
}

function nothingOf({ features }: OpenedAuth, { env, options }: Invocation): string {
  const event = options["event"];
  const known = recordedEvents(features, readConfig(env).config);
  if (event === undefined || known.includes(String(event))) return "There is no such entry.";
  return `There is no such entry, and no event is called "${printable(String(event))}".`;
}

/** The command for the next page: each value stands behind a =, whatever it begins with. */
function moreOf(options: Options, next: string | null): readonly Part[] {
  if (next === null) return [];
  const asked = FILTERS.flatMap((name) =>
    options[name] === undefined ? [] : [`--${name}=${String(options[name])}`],
  );
  const command = shellCommand("auth-server", "audit", "list", ...asked, `--after=${next}`);
  return [{ verbatim: `More: ${command}` }];
}

const printedNamed = (record: NamedRecord) => ({
  ...printedRecord(record),
  email: record.email,
  slug: record.slug,
  doneTo: record.doneTo,
  doneToEmail: record.doneToEmail,
});

const tableOf = (records: readonly NamedRecord[]): Table => ({
  head: ["AT", "EVENT", "USER", "DONE TO", "ORGANIZATION", "FROM", "OPERATOR", "DETAIL"],
  rows: records.map((record) => [
    record.at.toISOString(),
    record.event,
    record.email ?? record.userId,
    record.doneToEmail ?? record.doneTo,
    record.slug ?? record.organizationId,
    record.ipAddress,
    record.operator,
    detailText(record),
  ]),
});

/** One entry as a line; what it does not have is left out. */
function lineOf(record: NamedRecord): string {
  const parts: readonly (readonly [string, string | null])[] = [
    ["", record.email ?? record.userId],
    ["to ", record.doneToEmail ?? record.doneTo],
    ["in ", record.slug ?? record.organizationId],
    ["from ", record.ipAddress],
    ["", detailText(record)],
    ["operator: ", record.operator],
  ];
  const said = parts.flatMap(([word, value]) => (value === null ? [] : [`${word}${value}`]));
  return printable([record.at.toISOString(), record.event, ...said].join("  "));
}
