import type { CheckedUser, User } from "../account/user/user-store.js";
import { parseDisplayName } from "../kernel/display-name.js";
import { parseImageUrl } from "../kernel/image-url.js";
import { parseDeletionReason } from "../lifecycle/account-deletion/deletion-reason.js";
import type {
  CheckedDeletionRequest,
  DeletionRequest,
} from "../lifecycle/account-deletion/deletion-request-store.js";
import { parseMetadata } from "../organizations/organization/metadata.js";
import type {
  CheckedOrganization,
  Organization,
} from "../organizations/organization/organization-store.js";
import { parseSlug } from "../organizations/organization/slug.js";
import type { CheckedMailedLink, MailedLink } from "../sign-in/mailed-link/mailed-link-store.js";
import type { CheckedPasskey, Passkey } from "../sign-in/passkey/passkey-store.js";
import type { Stores } from "./store.js";

const now = new Date(0);
const plain: string = "text";

/** A user is stored with a name and an image that core has minted. */
export async function usersAreChecked(
  { users }: Stores,
  checked: CheckedUser,
  read: User,
): Promise<void> {
  await users.insertUnlessTaken(checked);
  // @ts-expect-error -- a user that was read is not written again unchecked
  await users.insertUnlessTaken(read);
  // @ts-expect-error -- a string is no name
  await users.insertUnlessTaken({ ...checked, name: plain });
  // @ts-expect-error -- a string is no image
  await users.insertUnlessTaken({ ...checked, image: plain });
  await users.updateProfile(
    read.id,
    { name: parseDisplayName(plain), image: parseImageUrl(plain, "image") },
    now,
  );
  await users.updateProfile(read.id, { image: null }, now);
  // @ts-expect-error -- a string is no name
  await users.updateProfile(read.id, { name: plain }, now);
  // @ts-expect-error -- a string is no image
  await users.updateProfile(read.id, { image: plain }, now);
  // @ts-expect-error -- a name is no image
  await users.updateProfile(read.id, { image: parseDisplayName(plain) }, now);
}

/** An organization is stored with a name, a slug, a logo and metadata that core has minted. */
export async function organizationsAreChecked(
  { organizations }: Stores,
  checked: CheckedOrganization,
  read: Organization,
): Promise<void> {
  await organizations.insertUnlessTaken(checked);
  // @ts-expect-error -- an organization that was read is not written again unchecked
  await organizations.insertUnlessTaken(read);
  // @ts-expect-error -- a string is no name
  await organizations.insertUnlessTaken({ ...checked, name: plain });
  // @ts-expect-error -- a string is no slug
  await organizations.insertUnlessTaken({ ...checked, slug: plain });
  // @ts-expect-error -- a string is no image
  await organizations.insertUnlessTaken({ ...checked, logo: plain });
  // @ts-expect-error -- an object is no metadata
  await organizations.insertUnlessTaken({ ...checked, metadata: {} });
  await organizations.update(
    read.id,
    {
      name: parseDisplayName(plain),
      slug: parseSlug(plain),
      logo: parseImageUrl(plain, "logo"),
      metadata: parseMetadata({}),
    },
    now,
  );
  // @ts-expect-error -- a string is no name
  await organizations.update(read.id, { name: plain }, now);
  // @ts-expect-error -- a string is no slug
  await organizations.update(read.id, { slug: plain }, now);
  // @ts-expect-error -- a name is no slug
  await organizations.update(read.id, { slug: parseDisplayName(plain) }, now);
  // @ts-expect-error -- a string is no image
  await organizations.update(read.id, { logo: plain }, now);
  // @ts-expect-error -- an object is no metadata
  await organizations.update(read.id, { metadata: {} }, now);
}

/** A passkey is stored and renamed with a name that core has minted. */
export async function passkeysAreChecked(
  { passkeys }: Stores,
  checked: CheckedPasskey,
  read: Passkey,
): Promise<void> {
  await passkeys.insertUnlessTaken(checked);
  // @ts-expect-error -- a passkey that was read is not written again unchecked
  await passkeys.insertUnlessTaken(read);
  // @ts-expect-error -- a string is no name
  await passkeys.insertUnlessTaken({ ...checked, name: plain });
  await passkeys.rename(read.userId, read.id, parseDisplayName(plain));
  // @ts-expect-error -- a string is no name
  await passkeys.rename(read.userId, read.id, plain);
}

/** A mailed link waits with a name that core has minted, or with none. */
export async function mailedLinksAreChecked(
  { mailedLinks }: Stores,
  checked: CheckedMailedLink,
  read: MailedLink,
): Promise<void> {
  await mailedLinks.replace({ ...checked, name: null });
  await mailedLinks.replace({ ...checked, name: parseDisplayName(plain) });
  // @ts-expect-error -- a link that was read is not written again unchecked
  await mailedLinks.replace(read);
  // @ts-expect-error -- a string is no name
  await mailedLinks.replace({ ...checked, name: plain });
}

/** A deletion request is stored with a reason that core has minted. */
export async function deletionRequestsAreChecked(
  { deletionRequests }: Stores,
  checked: CheckedDeletionRequest,
  read: DeletionRequest,
): Promise<void> {
  await deletionRequests.insertUnlessPending({
    ...checked,
    reason: parseDeletionReason(plain, 500),
  });
  // @ts-expect-error -- a request that was read is not written again unchecked
  await deletionRequests.insertUnlessPending(read);
  // @ts-expect-error -- a string is no reason
  await deletionRequests.insertUnlessPending({ ...checked, reason: plain });
}
