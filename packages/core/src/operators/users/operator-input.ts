import type { GivenFields } from "../../kernel/check-fields.js";
import type { EmailAddress } from "../../kernel/email-address.js";
import type { FieldInputs, UserFieldOptions } from "../../kernel/user-fields.js";

/** What every change by an operator says. */
export interface OperatorInput {
  /**
   * Who changes it, and why, in their own words: 1 to 500 characters. The audit log keeps it where
   * only operators see it.
   * @example "jane@support: chargeback 4711"
   */
  readonly operator: string;
}

/** A suspension, which `operator` gives the reason for. */
export interface SuspensionInput extends OperatorInput {
  /** When it ends by itself; null, or absent, for never. */
  readonly until?: Date | null;
}

/** A user whom an operator creates. */
export interface NewUserInput extends OperatorInput {
  /** No user may have it. */
  readonly email: EmailAddress;
  /** What the user is called; empty, or absent, for nothing yet. */
  readonly name?: string;
  /** The application's own fields, each by its schema. Default: none. */
  readonly fields?: GivenFields;
}

/** Values for the own fields of a user. */
export interface FieldsInput<U extends UserFieldOptions = UserFieldOptions> extends OperatorInput {
  /** A field that is absent stays as it is, and null empties one. */
  readonly fields: FieldInputs<U>;
}

/** That an email address belongs to its user. */
export interface VerificationInput extends OperatorInput {
  /**
   * Keeps what was set up before the email address was verified: password, passkeys, linked
   * accounts and sessions. Only say so when you know that the owner of the mailbox set all of it
   * up.
   */
  readonly keepsCredentials?: boolean;
}
