/**
 * The application's own names, which the compiler then knows beside those of the service:
 * `errorCode` for the refusals of its subscribers, `permission` for the permissions of its features.
 * A front end declares those that it uses.
 *
 * @example
 * declare module "@acme/auth-client" {
 *   interface OwnNames {
 *     errorCode: "DOMAIN_NOT_ALLOWED";
 *     permission: "reports:read" | "reports:publish";
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
