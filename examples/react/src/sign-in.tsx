import { useCallback, useState } from "react";
import { signInByPasskey } from "./passkeys.js";
import { auth, useCall, useSession } from "./session.js";

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** The email address first, then the mailed code or the password; or a passkey at once. */
export function SignIn() {
  const { refresh } = useSession();
  const [email, setEmail] = useState("");
  const [way, setWay] = useState<"email" | "code" | "password">("email");
  const work = useCallback(
    async (form: FormData) => {
      if (way === "code") await auth.emailOtp.signIn({ email, otp: textOf(form, "code") });
      else if (way === "password")
        await auth.password.signIn({ email, password: textOf(form, "password") });
      else {
        const typed = textOf(form, "email");
        await auth.emailOtp.sendVerificationOtp({ email: typed, type: "sign-in" });
        setEmail(typed);
        setWay("code");
        return;
      }
      await refresh();
    },
    [email, way, refresh],
  );
  const { run, isRunning, failure } = useCall(work);
  const passkey = useCall(
    useCallback(async () => {
      await signInByPasskey();
      await refresh();
    }, [refresh]),
  );
  return (
    <main>
      <h1>Sign in</h1>
      <form action={run}>
        {way === "email" && (
          <label>
            Email address <input name="email" type="email" autoComplete="email" required />
          </label>
        )}
        {way === "code" && (
          <label>
            The code that we sent to {email}
            <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
          </label>
        )}
        {way === "password" && (
          <label>
            Password
            <input name="password" type="password" autoComplete="current-password" required />
          </label>
        )}
        <button disabled={isRunning}>Continue</button>
      </form>
      {way === "code" && (
        <button onClick={() => setWay("password")}>Use the password instead</button>
      )}
      {way === "email" && (
        <button onClick={() => void passkey.run()} disabled={passkey.isRunning}>
          Sign in with a passkey
        </button>
      )}
      <p role="alert">{failure ?? passkey.failure}</p>
    </main>
  );
}
