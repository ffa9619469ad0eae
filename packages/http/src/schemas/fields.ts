import { type AnyId, parseEmailAddress, parseId, POLICY, Secret, toId } from "@acme/auth-core";
import {
  deletionReasonFault,
  IMAGE_URL_SHAPE,
  isDataUrl,
  isImageUrl,
  isPlainText,
  MAX_EMAIL_INPUT,
  metadataFault,
  SLUG_GRAMMAR,
  SLUG_SHAPE,
} from "@acme/auth-core/surface";
import type * as zod from "zod";
import { refusedWith } from "../kernel/field-refusal.js";
import { once, z } from "../kernel/zod.js";

/** Takes the place of text that cannot be an id. No row has it. */
const UNKNOWN_ID = "-";

/** Text of any length that fits into a body. The code that uses it checks it. */
export const textField = once(() => z.string().max(POLICY.jsonBody.max));

/**
 * An object whose names the caller chooses. The number of names is checked before their values.
 * Zod's records drop a property named `__proto__`; here it counts, under the name `UNKNOWN_ID`.
 */
export const recordField = <Value extends zod.ZodType>(value: Value, max: number) =>
  z
    .preprocess(
      (input, context) => {
        if (typeof input !== "object" || input === null) return input;
        if (Object.keys(input).length > max)
          context.issues.push({
            code: "custom",
            message: `This has at most ${max} entries.`,
            input,
          });
        if (!Object.hasOwn(input, "__proto__")) return input;
        return Object.fromEntries(
          Object.entries(input).map(([name, held]: [string, unknown]) => [
            name === "__proto__" ? UNKNOWN_ID : name,
            held,
          ]),
        );
      },
      z.record(textField(), value),
    )
    .meta({ maxProperties: max });

/** An email address, as it is stored. */
export const emailField = once(() =>
  z
    .string()
    .max(MAX_EMAIL_INPUT)
    .transform((text, context) => {
      const address = parseEmailAddress(text);
      if (address) return address;
      context.issues.push({
        code: "custom",
        message: "This is not an email address we can use.",
        input: text,
      });
      return z.NEVER;
    })
    .meta({ description: "An email address.", format: "email", examples: ["ada@example.com"] }),
);

const CODE_DIGITS = POLICY.codeDigits.value;
const CODE_GRAMMAR = new RegExp(`^\\d{${CODE_DIGITS}}$`);

/** People copy codes with spaces around and inside them. */
export const codeField = once(() =>
  textField()
    .transform((text) => text.replaceAll(/\s/g, ""))
    .pipe(z.string().regex(CODE_GRAMMAR, `A code has ${CODE_DIGITS} digits.`))
    .transform((digits) => new Secret(digits))
    .describe("The six digits of the mailed code. White space is left out."),
);

/** The display name of a user or of an organization. */
export const nameField = once(() =>
  z
    .string()
    .trim()
    .max(POLICY.displayNameLength.value)
    .refine(isPlainText, "A name holds no control characters.")
    .describe("A display name."),
);

/** A time, as it is answered. */
export const timestamp = once(() => z.iso.datetime());

/** Longer ones only have more decimals of a second. */
const MAX_INSTANT_LENGTH = 40;
const FIRST_INSTANT = Date.parse("0001-01-01T00:00:00.000Z");
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");

/** A time that a request names, with its offset from UTC. Every database compares with it. */
export const instantField = once(() =>
  z.iso
    .datetime({ offset: true })
    .max(MAX_INSTANT_LENGTH)
    .transform((text) => new Date(text))
    .refine(
      (instant) => instant.getTime() >= FIRST_INSTANT && instant.getTime() <= LAST_INSTANT,
      "This is not a time of the years 1 to 9999.",
    ),
);

const MAX_REASON_POINTS = POLICY.deletionReasonLength.max;

/**
 * Why a user leaves: a few lines, or nothing. The policy of the application may allow fewer
 * characters than this.
 */
export const reasonField = once(() =>
  textField()
    .superRefine((text, context) => {
      const message = deletionReasonFault(text, MAX_REASON_POINTS);
      if (message !== null) context.addIssue({ code: "custom", message });
    })
    .describe("Why the account is to be deleted."),
);

/** `acme`, `acme-labs-2`: one word of a URL. */
export const slugField = once(() =>
  z
    .string()
    .max(POLICY.slugLength.value, { error: SLUG_SHAPE, abort: true })
    .regex(SLUG_GRAMMAR, SLUG_SHAPE)
    .describe("A short name, unique among organizations."),
);

/**
 * The JSON object that an application keeps. Its limits are checked first, before anything else
 * reads it.
 */
export const metadataField = once(() =>
  z
    .record(textField(), z.unknown())
    .superRefine((value, context) => {
      const message = metadataFault(value);
      if (message !== null) context.addIssue({ code: "custom", message });
    })
    .pipe(z.record(z.string(), z.json()))
    .meta({
      description: `JSON of at most ${POLICY.metadataLength.value} characters.`,
      maxProperties: POLICY.metadataLength.value,
    }),
);

/**
 * An id. Text that cannot be one is answered like an unknown id, and never reaches the database.
 */
export const idField = <Id extends AnyId>() =>
  textField().transform((text) => parseId<Id>(text) ?? toId<Id>(UNKNOWN_ID));

/**
 * A password as it was typed. Only its characters are checked here; core checks its length and
 * strength.
 */
export const passwordField = once(() =>
  textField()
    .refine((text) => text.isWellFormed(), "A password holds no broken characters.")
    .transform((text) => new Secret(text))
    .describe("A password."),
);

/**
 * The token of a mailed link. Any text is accepted; an unknown token is refused when it is looked
 * up.
 */
export const tokenField = once(() =>
  textField()
    .transform((text) => new Secret(text))
    .describe("The token of the mailed link."),
);

/**
 * A redirect target. The handler checks it against the allowed origins, and refuses with a code of
 * its own.
 */
export const urlField = once(() =>
  z
    .string()
    .max(POLICY.urlLength.value)
    .describe("The URL to redirect to, absolute or relative to the front end."),
);

/** A route that takes one declares `IMAGE_URL_NOT_SUPPORTED`. */
export const imageField = once(() =>
  z
    .string()
    .refine((text) => !isDataUrl(text), refusedWith("IMAGE_URL_NOT_SUPPORTED"))
    .max(POLICY.urlLength.value)
    .refine(isImageUrl, IMAGE_URL_SHAPE)
    .nullable()
    .describe("The http or https URL of an image. Null removes it."),
);
