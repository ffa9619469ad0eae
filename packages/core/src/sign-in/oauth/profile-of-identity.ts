import { parseEmailAddress, type EmailAddress } from "../../kernel/email-address.js";
import type { ExternalIdentity } from "../../ports/identity-provider.js";

const MAX_NAME_LENGTH = 200;
const MAX_URL_LENGTH = 2_048;
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
  const isWebUrl =
    image !== null && image.length <= MAX_URL_LENGTH && image.isWellFormed() && WEB_URL.test(image);
  return {
    email: parseEmailAddress(email ?? ""),
    name: Array.from(plainName).slice(0, MAX_NAME_LENGTH).join(""),
    image: isWebUrl ? image : null,
  };
}
