import { AuthClientError, type CurrentUserMeReply, type KnownErrorCode } from "./index.js";

declare module "./own-names.js" {
  interface OwnNames {
    errorCode: "DOMAIN_NOT_ALLOWED";
    permission: "reports:read";
  }
}

/**
 * `is` knows the codes of the service, of the client, and those that the application declares, and
 * narrows to the one that is asked for.
 */
export function codesAreKnown(failure: unknown): void {
  if (AuthClientError.is(failure, "INVALID_OTP")) failure.code satisfies "INVALID_OTP";
  if (AuthClientError.is(failure, "UNREACHABLE")) failure.status satisfies number;
  if (AuthClientError.is(failure, "DOMAIN_NOT_ALLOWED"))
    failure.code satisfies "DOMAIN_NOT_ALLOWED";
  // @ts-expect-error -- misspelt
  AuthClientError.is(failure, "INVALID_OPT");
  // @ts-expect-error -- the compiler cannot know whether it is one
  AuthClientError.is(failure, String(failure));
  // @ts-expect-error -- misspelt
  "UNREACHEABLE" satisfies KnownErrorCode;
  // A newer service may have codes that this client does not know.
  if (AuthClientError.is(failure)) failure.code satisfies string;
}

/**
 * What a user may do is asked by permissions of the catalog, and by those that the application
 * declares.
 */
export function permissionsAreKnown({ permissions }: CurrentUserMeReply): void {
  permissions.includes("billing:write");
  permissions.includes("reports:read");
  // @ts-expect-error -- misspelt
  permissions.includes("billing:rite");
}
