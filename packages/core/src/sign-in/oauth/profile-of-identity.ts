import { parseEmailAddress, type EmailAddress } from "../../kernel/email-address.js";
import type { ExternalIdentity } from "../../ports/identity-provider.js";

const MAX_NAME = 200;
const MAX_URL = 2_048;
const WEB_ADDRESS = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][^\s\p{Cc}]*)?$/iu;

/** What we take over of somebody whom a provider names: only what we would have taken from a form. */
export interface ExternalProfile {
  readonly email: EmailAddress | null;
  readonly name: string;
  readonly image: string | null;
}

export function profileOf({ email, name, image }: ExternalIdentity): ExternalProfile {
  const plainName = (name ?? "")
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, " ")
    .trim();
  const isAddress =
    image !== null && image.length <= MAX_URL && image.isWellFormed() && WEB_ADDRESS.test(image);
  return {
    email: parseEmailAddress(email ?? ""),
    name: Array.from(plainName).slice(0, MAX_NAME).join(""),
    image: isAddress ? image : null,
  };
}
