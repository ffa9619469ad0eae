import type { Brand } from "./brand.js";
import type { FieldSchema } from "./field-schema.js";
import type { JsonValue } from "./json-value.js";

/**
 * Where users write a field themselves: `sign-up` with a password, or `update-user`, the change of
 * their profile.
 */
export type UserFieldDoor = "sign-up" | "update-user";

/**
 * Where a field is shown. `me`: in `GET /api/v1/auth/me`, and wherever else users are answered who
 * they are, such as by the session and by sign-ins.
 */
export type UserFieldView = "me";

/** A field that an application adds to its users. */
export interface UserField<T extends JsonValue = JsonValue> {
  /** What a value must be: a schema of zod, valibot, arktype or another of Standard Schema. */
  readonly schema: FieldSchema<T>;
  /**
   * Where users write it themselves. What they wrote before their email address was verified is
   * emptied at account recovery. Default: nowhere, only operators do.
   */
  readonly accepted?: readonly UserFieldDoor[];
  /** Where it is shown. Default: nowhere, only the application reads it. */
  readonly shown?: readonly UserFieldView[];
  /** What is read while nothing is stored. It is not stored itself. Default: nothing is read. */
  readonly default?: T;
  /**
   * What people read beside it. The page `/welcome` asks for a field that has one and that
   * `update-user` accepts. Default: the `title` of its JSON Schema.
   */
  readonly title?: string;
  /**
   * What documents say of its values, as JSON Schema of draft 2020-12. Needed for a field that is
   * accepted or shown and whose schema writes none. Default: what the schema writes.
   */
  readonly jsonSchema?: Readonly<Record<string, unknown>>;
}

/** The fields that an application adds to its users, by name. */
export type UserFieldOptions = Readonly<Record<string, UserField>>;

/** What the schema of a field makes of a value. */
export type FieldOutput<F extends UserField> = NonNullable<
  F["schema"]["~standard"]["types"]
>["output"];
/** What the schema of a field takes. */
export type FieldInput<F extends UserField> = NonNullable<
  F["schema"]["~standard"]["types"]
>["input"];
/** The names of the fields that have a default: they are always there. */
export type DefaultedField<U extends UserFieldOptions> = {
  [N in keyof U]: U[N] extends { readonly default: JsonValue } ? N : never;
}[keyof U];

/** The values of a user as they are read. A field without a `default` may be missing. */
export type FieldsOf<U extends UserFieldOptions> = {
  readonly [N in DefaultedField<U>]: FieldOutput<U[N]>;
} & { readonly [N in Exclude<keyof U, DefaultedField<U>>]?: FieldOutput<U[N]> };

/** The names of the fields whose `accepted` or `shown` names a place. */
export type FieldAt<
  U extends UserFieldOptions,
  K extends "accepted" | "shown",
  W extends UserFieldDoor | UserFieldView,
> = {
  [N in keyof U]: U[N] extends Readonly<Record<K, readonly (infer Place)[]>>
    ? W extends Place
      ? N
      : never
    : never;
}[keyof U];

/**
 * The fields that `me` shows: for the types of a front end.
 * @example
 * export type Shown = ShownFields<typeof userFields>;
 */
export type ShownFields<U extends UserFieldOptions> = FieldsOf<Pick<U, FieldAt<U, "shown", "me">>>;

/** What is given for fields: a missing one stays as it is, and null empties one. */
export type FieldInputs<U extends UserFieldOptions> = {
  readonly [N in keyof U]?: FieldInput<U[N]> | null;
};

/** The fields that a sign-up or a change of the profile accepts: for the types of a front end. */
export type AcceptedFields<U extends UserFieldOptions, D extends UserFieldDoor> = FieldInputs<
  Pick<U, FieldAt<U, "accepted", D>>
>;

/**
 * Returns the fields as they are: a constant of their own, for the types of a front end.
 * @example
 * export const userFields = defineUserFields({
 *   nickname: { schema: z.string().max(40), accepted: ["update-user"], shown: ["me"] },
 * });
 */
export const defineUserFields = <const U extends UserFieldOptions>(fields: U): U => fields;

/** The values that are stored of a user's own fields, by name. Defaults are not among them. */
export type StoredFields = Readonly<Record<string, JsonValue>>;

/** Values that every database can keep, within the bounds of the policy. Minted by `mergeFields`. */
export type CheckedFields = Brand<StoredFields, "CheckedFields">;

/** What documents say of the values of a field, coming in and going out. */
export interface FieldJsonSchemas {
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
}

/** A field of users, complete: for the surface, its documents and its pages. */
export interface DescribedField {
  readonly name: string;
  readonly accepted: readonly UserFieldDoor[];
  readonly shown: readonly UserFieldView[];
  /** Undefined for none. */
  readonly default: JsonValue | undefined;
  /** Null for none. */
  readonly title: string | null;
  /** Null where the field is neither accepted nor shown. */
  readonly jsonSchemas: FieldJsonSchemas | null;
}

/** The same with its schema. */
export interface CompleteField extends DescribedField {
  readonly schema: FieldSchema;
}

/** The fields of users by their names. */
export type CompleteFields = ReadonlyMap<string, CompleteField>;
