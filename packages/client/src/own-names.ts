/**
 * The application's own names, which the compiler then knows beside those of the service:
 * `errorCode` for the refusals of its subscribers, `permission` for the permissions of its features,
 * and for its own fields of users `shownFields`, which answers have, and `signUpFields` and
 * `updateUserFields`, which these calls take. A front end declares those that it uses.
 *
 * @example
 * declare module "@acme/auth-client" {
 *   interface OwnNames {
 *     errorCode: "DOMAIN_NOT_ALLOWED";
 *     permission: "reports:read" | "reports:publish";
 *     shownFields: ShownFields<typeof userFields>; // of @acme/auth-core; or { nickname?: string }
 *   }
 * }
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- an application declares its members
export interface OwnNames {}

/** The error codes that the application declares in `OwnNames`; none without a declaration. */
export type OwnErrorCode = OwnNames extends { readonly errorCode: infer Code extends string }
  ? Code
  : never;

/** The permissions that the application declares in `OwnNames`; none without a declaration. */
export type OwnPermission = OwnNames extends { readonly permission: infer Name extends string }
  ? Name
  : never;

/** The own fields of users that answers have; none without a declaration in `OwnNames`. */
export type OwnShownFields = OwnNames extends { readonly shownFields: infer Fields extends object }
  ? Fields
  : Readonly<Record<never, never>>;

/** The own fields that a sign-up takes; none without a declaration in `OwnNames`. */
export type OwnSignUpFields = OwnNames extends {
  readonly signUpFields: infer Fields extends object;
}
  ? Fields
  : Readonly<Record<never, never>>;

/** The own fields that a change of the profile takes; none without a declaration in `OwnNames`. */
export type OwnUpdateUserFields = OwnNames extends {
  readonly updateUserFields: infer Fields extends object;
}
  ? Fields
  : Readonly<Record<never, never>>;
