import { displayNameFrom, type DisplayName } from "../../kernel/display-name.js";
import { parseEmailAddress, type EmailAddress } from "../../kernel/email-address.js";
import { imageUrlFault, parseImageUrl, type ImageUrl } from "../../kernel/image-url.js";
import type { ExternalIdentity } from "../../ports/identity-provider.js";

const WEB_URL = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][^\s\p{Cc}]*)?$/iu;

/** What is taken over of an external identity: only what a form could have given. */
export interface ExternalProfile {
  readonly email: EmailAddress | null;
  readonly name: DisplayName;
  readonly image: ImageUrl | null;
}

/** Returns null for a part that cannot be used. A name is shortened. */
export function profileOf({ email, name, image }: ExternalIdentity): ExternalProfile {
  const isWebUrl = image !== null && WEB_URL.test(image) && imageUrlFault(image) === null;
  return {
    email: parseEmailAddress(email ?? ""),
    name: displayNameFrom(name ?? ""),
    image: parseImageUrl(isWebUrl ? image : null, "image"),
  };
}
