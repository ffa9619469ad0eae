import type { AuthError } from "@acme/auth-core";
import type { Answer } from "../kernel/route.js";
import type { Site } from "../kernel/site.js";
import { safeRedirectTarget, withParameter } from "./redirects.js";

/** What a redirect tells of a sign-in that was refused. */
interface FailedSignIn extends Partial<Pick<AuthError, "continuation">> {
  readonly code: string;
}

/**
 * Returns the redirect of a browser whose sign-in was refused: to the URL at which a feature lets a
 * withheld sign-in go on, or to `target` with the code as `?error=`. It sets the cookie of a
 * withheld sign-in.
 */
export const redirectFailed = (
  { code, continuation }: FailedSignIn,
  target: string,
  site: Site,
): Pick<Extract<Answer<never>, { readonly redirect: string }>, "redirect" | "continuation"> => ({
  redirect:
    typeof continuation?.url === "string"
      ? safeRedirectTarget(continuation.url, site)
      : withParameter(target, "error", code),
  ...(continuation && { continuation }),
});
