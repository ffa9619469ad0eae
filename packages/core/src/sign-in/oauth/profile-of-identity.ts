import { parseEmailAddress, type EmailAddress } from "../../kernel/email-address.js";
import { imageUrlFault } from "../../kernel/image-url.js";
import { POLICY } from "../../kernel/policy.js";
import type { ExternalIdentity } from "../../ports/identity-provider.js";

const WEB_URL = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][^\s\p{Cc}]*)?$/iu;

/** What is taken over of an external identity: only what a form could have given. */
export interface ExternalProfile {
  readonly email: EmailAddress | null;
  readonly name: string;
  readonly image: string | null;
}

/** Returns null for a part that cannot be used. A name is shortened. */
export function profileOf({ email, name, image }: ExternalIdentity): ExternalProfile {
  const plainName = (name ?? "")
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, " ")
    .trim();
  const isWebUrl = image !== null && WEB_URL.test(image) && imageUrlFault(image) === null;
  return {
    email: parseEmailAddress(email ?? ""),
    name: Array.from(plainName).slice(0, POLICY.displayNameLength.value).join(""),
    image: isWebUrl ? image : null,
  };
}
