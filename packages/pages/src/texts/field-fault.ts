/** What is said below a field that its schema refuses. */
export interface FieldFault {
  /** It was left empty. */
  readonly missing: string;
  /** What was entered cannot be used. */
  readonly invalid: string;
}
