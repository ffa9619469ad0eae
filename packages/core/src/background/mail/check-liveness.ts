import type { DeletionRequestId } from "../../kernel/ids.js";
import type { Stores } from "../../store/store.js";
import type { SecretReference } from "./mails.js";

/** Whether the secret in a mail would still be accepted. True of a mail that brings none. */
export async function isSecretLive(
  { carries: reference }: { readonly carries: SecretReference | null },
  { oneTimeCodes, mailedLinks, invitations }: Stores,
  now: Date,
): Promise<boolean> {
  if (reference === null) return true;
  if (reference.kind === "one-time-code") return oneTimeCodes.isLive(reference.id, now);
  if (reference.kind === "mailed-link") return mailedLinks.isLive(reference.id, now);
  if (!(await invitations.isLive(reference.id, now))) return false;
  // Sent again meanwhile: the link of this mail is dead, and the newer mail brings the one that
  // works.
  return (
    reference.tokenHash === undefined ||
    (await invitations.findByToken(reference.tokenHash)) !== null
  );
}

/**
 * Whether the deletion that a mail tells of is still pending. It may have been called off from
 * another email address: then what was to be told to this one was not taken back. True of a mail of
 * the first release, which does not say which request it tells of.
 */
export const isDeletionPending = async (
  { data: { requestId } }: { readonly data: { readonly requestId?: DeletionRequestId } },
  { deletionRequests }: Stores,
): Promise<boolean> =>
  requestId === undefined || (await deletionRequests.find(requestId))?.status === "pending";

/** A mail that tells what was done, or whose secret no row holds, is of use until it expires. */
export const isAlwaysLive = (): Promise<boolean> => Promise.resolve(true);
