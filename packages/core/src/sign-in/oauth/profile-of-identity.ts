import { type DisplayName, displayNameFrom } from "../../kernel/display-name.js";
import { type EmailAddress, parseEmailAddress } from "../../kernel/email-address.js";
import { type ImageUrl, imageUrlFault, parseImageUrl } from "../../kernel/image-url.js";
import type { ExternalIdentity } from "../../ports/identity-provider.js";

/** The part of an external identity that a new user starts with. The rules are those of a form. */
export interface ExternalProfile {
  readonly email: EmailAddress | null;
  readonly name: DisplayName;
  readonly image: ImageUrl | null;
}

/**
 * Returns the profile of an external identity, with null for an email address or an image that
 * cannot be used. A name is cut to its length.
 */
export function profileOf({ email, name, image }: ExternalIdentity): ExternalProfile {
  // White space parses in a URL, but there it is a mistake of the provider that its user cannot
  // mend.
  const isUsable = image !== null && !/\s/.test(image) && imageUrlFault(image) === null;
  return {
    email: parseEmailAddress(email ?? ""),
    name: displayNameFrom(name ?? ""),
    image: parseImageUrl(isUsable ? image : null, "image"),
  };
}
