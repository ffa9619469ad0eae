import { withFreshSession } from "@acme/auth-client";
import { useCallback, useState } from "react";
import { addPasskey } from "./passkeys.js";
import { auth, useCall, useSession } from "./session.js";

/**
 * What needs a recent sign-in is refused behind an old one: signing in again is this page's way to
 * do it.
 */
const askToSignInAgain = async () => {
  await auth.session.signOut();
  location.reload();
  return false;
};

export function Account() {
  const { caller, refresh } = useSession();
  const [note, setNote] = useState("");
  const adding = useCall(
    useCallback(async () => {
      await withFreshSession(addPasskey, askToSignInAgain);
      setNote("This device has a passkey now.");
    }, []),
  );
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
      <button onClick={() => void adding.run()} disabled={adding.isRunning}>
        Add a passkey
      </button>
      <button onClick={() => void leaving.run()} disabled={leaving.isRunning}>
        Sign out
      </button>
      <p role="status">{note}</p>
      <p role="alert">{adding.failure ?? leaving.failure}</p>
    </main>
  );
}
