import type { Brand, Metadata, Session, StoredFields } from "@acme/auth-core";
import type { CheckedFields, OrganizationMetadata, ProvenBy } from "@acme/auth-core/store";

/**
 * The type that an application writes for one checked value: text for a slug, an id or a hash,
 * plain JSON for metadata and for own fields.
 */
export type PlainValue<Value> = Value extends OrganizationMetadata
  ? Metadata
  : Value extends CheckedFields
    ? StoredFields
    : Value extends Brand<string, string>
      ? string
      : Value;

/** `Checked` as plain text and plain JSON: what a store returns. */
export type Plain<Checked> = Checked extends string | CheckedFields
  ? PlainValue<Checked>
  : { readonly [Name in keyof Checked]: PlainValue<Checked[Name]> };

/**
 * Returns plain text, or a row that holds some, as what core has minted. For tests only: a store
 * keeps every text, also one that core would refuse.
 *
 * @example
 * await store.users.insertUnlessTaken(asChecked({ ...user, name: "a\u0085b" }));
 * await store.users.findById(asChecked("ada"));
 */
export const asChecked = <Checked>(plain: NoInfer<Plain<Checked>>): Checked =>
  plain as unknown as Checked;

/**
 * Returns a session, or a renewal of one, as if a sign-in had proven it. For tests only.
 *
 * @example
 * await store.sessions.insert(asProven({ ...session, secondFactorAt: null }));
 */
export const asProven = <S extends Pick<Session, "methods" | "secondFactorAt">>(
  session: S,
): S & ProvenBy => session as S & ProvenBy;
