import type { AuthError } from "@acme/auth-core";
import type { FieldFault } from "../texts/field-fault.js";
import { type FormState, shownAgain } from "./form-state.js";
import type { AnyPage } from "./page-definition.js";
import type { AnyVisit } from "./visit.js";

/** A refused form. */
export interface RefusedForm {
  readonly error: AuthError;
  readonly page: Pick<AnyPage, "name" | "at" | "says" | "faults">;
  readonly typed: Readonly<Record<string, string>>;
  readonly visit: AnyVisit;
  readonly now: Date;
}

/** Returns what the form shows: what was typed, and each message in its place. */
export function refusalForm({ error, page, typed, visit, now }: RefusedForm): FormState {
  const { texts } = visit;
  const { code } = error;
  const shown = { values: { ...shownAgain(typed), ...ownTyped(typed, page, visit) }, code };
  const errors = {
    ...ownErrors(error, visit),
    ...fieldErrors(error, typed, { ...texts.fields, ...page.faults?.(visit.locale) }),
  };
  if (Object.keys(errors).length > 0) return { ...shown, errors, message: null };
  const text = wordsOf(error, { page, typed, visit, now });
  const field = page.at?.[code];
  return field === undefined
    ? { ...shown, errors: {}, message: text }
    : { ...shown, errors: { [field]: text }, message: null };
}

/** What a refusal says to a person, on a page or on any. */
export function wordsOf(
  error: AuthError,
  {
    page,
    typed = {},
    visit,
    now,
  }: Pick<RefusedForm, "visit" | "now"> & Partial<Pick<RefusedForm, "page" | "typed">>,
): string {
  const { code, message, retryAt } = error;
  const { texts } = visit;
  // An error of the application or of a feature says itself what happened, unless it has texts.
  const said = page?.says?.[code]?.(texts, visit, typed) ?? refusalText(code, visit) ?? message;
  if (retryAt === null) return said;
  const seconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1_000));
  return `${said} ${texts.errors.retryIn(seconds)}`;
}

/**
 * What a refusal says everywhere; undefined where it has no text. Who may get a new account depends
 * on what the application has chosen, and so does why one was refused.
 */
export function refusalText(
  code: string,
  { texts, auth }: Pick<AnyVisit, "texts" | "auth">,
): string | undefined {
  const { who } = auth.choices.signUp;
  if (code === "SIGN_UP_NOT_ALLOWED" && who !== "invited")
    return who === "off" ? texts.signIn.closed : texts.signIn.otherDomain;
  return new Map<string, string>(Object.entries(texts.refusals)).get(code);
}

type OwnNames = Pick<AnyVisit, "auth">;

const ownNames = ({ auth }: OwnNames): ReadonlySet<string> =>
  new Set(auth.userFields.described.map(({ name }) => name));

/** What was typed into own fields, whatever they are called: `zipCode` is no secret. */
function ownTyped(
  typed: Readonly<Record<string, string>>,
  { name: asking }: Pick<AnyPage, "name">,
  visit: OwnNames,
): Readonly<Record<string, string>> {
  if (asking !== "welcome") return {};
  const own = ownNames(visit);
  return Object.fromEntries(Object.entries(typed).filter(([name]) => own.has(name)));
}

/** What the schemas of own fields refused, in their words. */
function ownErrors({ code, issues }: AuthError, visit: OwnNames): Readonly<Record<string, string>> {
  if (code !== "VALIDATION_ERROR") return {};
  const own = ownNames(visit);
  const faults = issues.map(({ path, message }) => [path.split(".")[0] ?? "", message] as const);
  return Object.fromEntries(faults.filter(([name]) => own.has(name)));
}

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
