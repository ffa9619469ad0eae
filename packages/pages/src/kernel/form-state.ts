/** What a form shows besides its labels: what was typed, and what was wrong with it. */
export interface FormState {
  /**
   * What was typed, by the name of the field. Never a password, a code or a secret of the library;
   * own fields are shown again whatever they are called.
   */
  readonly values: Readonly<Record<string, string>>;
  /** What is wrong with a field, by its name. */
  readonly errors: Readonly<Record<string, string>>;
  /** What is wrong with the whole, above the first control; null when nothing is. */
  readonly message: string | null;
  /** The code of the refusal; missing where none was. */
  readonly code?: string;
}

/** A form as it is shown first. */
export const EMPTY_FORM: FormState = { values: {}, errors: {}, message: null };

/** What the view of each page has besides its own: its form. */
export interface WithForm {
  readonly form: FormState;
}

/** Names of fields that are never shown again, unless they are own fields. */
const SECRET = /password|code|secret|token|credential|^step$|^next$/i;

/** Returns what may be shown again of what was typed. */
export const shownAgain = (
  typed: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => !SECRET.test(name)));
