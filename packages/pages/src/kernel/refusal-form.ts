import type { AuthError } from "@acme/auth-core";
import type { FieldFault } from "../texts/field-fault.js";
import type { PagesTexts } from "../texts/pages-texts.js";
import { type FormState, shownAgain } from "./form-state.js";
import type { AnyPage } from "./page-definition.js";
import type { AnyVisit } from "./visit.js";

/** A refused form. */
export interface RefusedForm {
  readonly error: AuthError;
  readonly page: Pick<AnyPage, "at" | "says" | "faults">;
  readonly typed: Readonly<Record<string, string>>;
  readonly visit: AnyVisit;
  readonly now: Date;
}

/** Returns what the form shows: what was typed, and each message in its place. */
export function refusalForm({ error, page, typed, visit, now }: RefusedForm): FormState {
  const { texts } = visit;
  const values = shownAgain(typed);
  const errors = fieldErrors(error, typed, { ...texts.fields, ...page.faults?.(visit.locale) });
  if (Object.keys(errors).length > 0) return { values, errors, message: null };
  const text = wordsOf(error, { page, visit, now });
  const field = page.at?.[error.code];
  return field === undefined
    ? { values, errors: {}, message: text }
    : { values, errors: { [field]: text }, message: null };
}

/** What a refusal says to a person, on a page or on any. */
export function wordsOf(
  error: AuthError,
  { page, visit, now }: Pick<RefusedForm, "visit" | "now"> & Partial<Pick<RefusedForm, "page">>,
): string {
  const { code, message, retryAt } = error;
  const { texts } = visit;
  // An error of the application or of a feature says itself what happened, unless it has texts.
  const said = page?.says?.[code]?.(texts, visit) ?? saidEverywhere(code, texts) ?? message;
  if (retryAt === null) return said;
  const seconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1_000));
  return `${said} ${texts.errors.retryIn(seconds)}`;
}

const saidEverywhere = (code: string, { refusals }: PagesTexts): string | undefined =>
  new Map<string, string>(Object.entries(refusals)).get(code);

/** What the schema refused, field by field. */
function fieldErrors(
  { code, issues }: AuthError,
  typed: Readonly<Record<string, string>>,
  faults: Readonly<Record<string, FieldFault>>,
): Readonly<Record<string, string>> {
  if (code !== "VALIDATION_ERROR") return {};
  return Object.fromEntries(
    issues.flatMap(({ path }) => {
      const [name = ""] = path.split(".");
      const texts = new Map(Object.entries(faults)).get(name);
      if (!texts) return [];
      const isMissing = (typed[name] ?? "").trim() === "";
      return [[name, isMissing ? texts.missing : texts.invalid]];
    }),
  );
}
