import {
  type AuthClient,
  AuthClientError,
  type CurrentUserMeReply,
  type KnownErrorCode,
} from "./index.js";

declare module "./own-names.js" {
  interface OwnNames {
    errorCode: "DOMAIN_NOT_ALLOWED";
    permission: "reports:read";
    shownFields: { readonly nickname?: string; readonly plan: "free" | "team" };
    signUpFields: { readonly nickname?: string };
    updateUserFields: { readonly nickname?: string | null };
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

/** Own fields of users that the application declares are in answers, and taken by calls. */
export async function fieldsAreKnown({
  currentUser,
  password,
  profile,
}: AuthClient): Promise<void> {
  const { nickname, plan } = await currentUser.me();
  nickname satisfies string | undefined;
  plan satisfies "free" | "team";
  const credentials = { email: "ada@example.com", password: "correct horse battery" };
  const { user } = await password.signUp({ ...credentials, nickname: "ada" });
  user.plan satisfies "free" | "team";
  await profile.updateUser({ nickname: null });
  // @ts-expect-error -- only an operator writes it
  await profile.updateUser({ plan: "team" });
  // @ts-expect-error -- misspelt
  await password.signUp({ ...credentials, nick: "ada" });
}
