import { open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isSuspended, type UserRecord } from "@acme/auth-core";
import { shellWord } from "../config/shell-word.js";
import type { OpenedAuth } from "../serving/open-auth.js";
import { type Answer, CommandFailure, type Invocation } from "./command.js";
import { operatorReason, withUser } from "./with-user.js";

/** Personal data: for the user of the machine who calls, and no one else. */
const FILE_MODE = 0o600;

/** Exports the data of a user: into a file, or by the job that mails the user. */
export const exportUser = (invocation: Invocation): Promise<Answer> => {
  const operator = operatorReason(invocation, "why the data of the user is exported");
  const file = invocation.values["FILE"];
  return withUser(invocation, (opened, user) =>
    file === undefined
      ? requestExport(opened, user, operator)
      : writeExport(opened, user, { operator, file }),
  );
};

async function requestExport(
  { auth }: OpenedAuth,
  user: UserRecord,
  operator: string,
): Promise<Answer> {
  const { id, email, emailVerified } = user;
  const { id: requestId, status } = await auth.users.requestExport(id, { operator });
  const told = emailVerified
    ? `mails ${email} when it is ready`
    : `mails no one, because ${email} is not verified`;
  const waits = isSuspended(user, auth.clock.now()) ? " It waits until they are reinstated." : "";
  return {
    json: { id, requestId, status },
    text: `A worker writes the document, and ${told}. The user downloads it, signed in.${waits}`,
  };
}

interface Written {
  readonly operator: string;
  readonly file: string;
}

async function writeExport(
  { auth }: OpenedAuth,
  { id, email }: UserRecord,
  { operator, file }: Written,
): Promise<Answer> {
  const handle = await open(file, "wx", FILE_MODE).catch((thrown: unknown) => refuse(thrown, file));
  try {
    const pieces = await auth.users.export(id, { operator });
    await pipeline(Readable.from(pieces), handle.createWriteStream());
  } catch (thrown) {
    await handle.close().catch(() => {});
    await rm(file, { force: true });
    throw thrown;
  }
  return { json: { id, file }, text: `The data of ${email} is in ${shellWord(file)}.` };
}

function refuse(thrown: unknown, file: string): never {
  const exists = thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST";
  throw exists ? new CommandFailure(`${shellWord(file)} exists: nothing was written.`) : thrown;
}
