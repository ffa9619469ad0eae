import { pageUrl } from "@acme/auth-client";
import { type ReactNode, useCallback, useEffect } from "react";
import { auth, SERVICE, useCall, useSession } from "./session.js";

/** What is inside is for users who are signed in; others sign in first, and come back to it. */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  const { caller, failure } = useSession();
  useEffect(() => {
    if (caller === null) location.replace(pageUrl(SERVICE, "signIn", { next: location.href }));
  }, [caller]);
  return caller ? children : <main>{failure ?? "…"}</main>;
}

export function Account() {
  const { caller, refresh } = useSession();
  const leaving = useCall(
    useCallback(async () => {
      await auth.session.signOut();
      await refresh();
    }, [refresh]),
  );
  return (
    <main>
      <h1>Your account</h1>
      <p>Signed in as {caller?.user.email}.</p>
      <p>
        <a href={pageUrl(SERVICE, "profile")}>Profile</a>{" "}
        <a href={pageUrl(SERVICE, "security", { section: "passkeys" })}>Passkeys</a>{" "}
        <a href={pageUrl(SERVICE, "organizations")}>Organizations</a>
      </p>
      <button onClick={() => void leaving.run()} disabled={leaving.isRunning}>
        Sign out
      </button>
      <p role="alert">{leaving.failure}</p>
    </main>
  );
}
