import { isIdShaped, POLICY, parseEmailAddress, Secret } from "@acme/auth-core";
import * as z from "zod";

const MAX_EMAIL_INPUT = 320;
const MAX_NAME = 200;
const MAX_URL = 2_048;

/** Control characters and unpaired surrogates have no place in text for people, and not every database can keep them. */
// eslint-disable-next-line no-control-regex -- control characters are exactly what is refused here
const isPlainText = (text: string): boolean => !/[\u0000-\u001f\u007f-\u009f]/.test(text) && text.isWellFormed();

export const emailField = z
  .string()
  .max(MAX_EMAIL_INPUT)
  .transform((text, context) => {
    const address = parseEmailAddress(text);
    if (address) return address;
    context.issues.push({ code: "custom", message: "This is not an email address we can use.", input: text });
    return z.NEVER;
  })
  .meta({ format: "email", examples: ["ada@example.com"] });

/** People copy codes with spaces around and inside them. */
export const codeField = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "A code has 6 digits."))
  .transform((digits) => new Secret(digits));

export const nameField = z.string().trim().max(MAX_NAME).refine(isPlainText, "A name holds no control characters.");

export const timestamp = z.iso.datetime();

const MAX_REASON_POINTS = POLICY.deletionReasonLength.max;

/** Why somebody leaves: a few lines, or nothing. */
export const reasonField = z
  .string()
  .refine((text) => !text.includes("\u0000") && text.isWellFormed(), "A reason holds no broken characters.")
  .refine((text) => Array.from(text).length <= MAX_REASON_POINTS, `A reason has at most ${MAX_REASON_POINTS} characters.`);

/** `acme`, `acme-labs-2`: one word of an address. */
export const slugField = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, "A short name has up to 63 lower-case letters, digits and dashes.");

const MAX_METADATA = 8_192;
/** Far more than anybody needs, and far less than would exhaust the stack of whatever walks through it. */
const DEEPEST_METADATA = 32;

const isShallow = (value: unknown, levels = DEEPEST_METADATA): boolean =>
  typeof value !== "object" || value === null || (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)));

/** Text that every database can keep, however deep it stands. */
const isStorable = (value: unknown): boolean => {
  if (typeof value === "string") return !value.includes("\u0000") && value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner));
};

/** An application's own JSON object. Its depth is looked at before anything else walks through it. */
export const metadataField = z
  .record(z.string(), z.unknown())
  .refine((value) => isShallow(value), `Metadata is nested at most ${DEEPEST_METADATA} levels deep.`)
  .pipe(z.record(z.string(), z.json()))
  .refine((value) => JSON.stringify(value).length <= MAX_METADATA, "Metadata has at most 8 KiB.")
  .refine(isStorable, "Metadata holds no broken characters.");

/** No id: what stands in for text that cannot be one, so that nobody has to look for it. */
const NOBODY = "-";

/** An id as somebody gives it back. What cannot be one is as unknown as what is none, and never reaches the database. */
export const idField = <Id extends string>() => z.string().transform((text) => (isIdShaped(text) ? text : NOBODY) as Id);

/** Whatever somebody typed as a password: judged where passwords are, only its characters are looked at here. */
export const passwordField = z
  .string()
  .refine((text) => text.isWellFormed(), "A password holds no broken characters.")
  .transform((text) => new Secret(text));

/** Any string at all: what it is worth shows when it is looked up. */
export const tokenField = z.string().transform((text) => new Secret(text));

/** Where to go afterwards. Checked against the allowed origins by the handler, which refuses with a code of its own. */
export const urlField = z.string().max(MAX_URL);

export const imageField = z
  .string()
  .max(MAX_URL)
  .refine((text) => isPlainText(text) && /^https?:/i.test(text) && URL.canParse(text), "An image is given by its http or https address.")
  .nullable();
