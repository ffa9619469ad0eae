"use client";

import { AuthClientError, createAuthClient } from "@acme/auth-client";
import { useState } from "react";

const client = createAuthClient();
const fieldOf = (form: FormData, name: string) => String(form.get(name));

export function SignInForm({ next }: { readonly next: string }) {
  const [email, setEmail] = useState("");
  const [isMailed, setMailed] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function attempt(call: () => Promise<unknown>, succeed: () => void) {
    try {
      setProblem(null);
      await call();
      succeed();
    } catch (failure) {
      if (!AuthClientError.is(failure)) throw failure;
      setProblem(failure.message);
    }
  }
  /** Loads a new document, so that nothing rendered for a guest remains. */
  const enter = () => location.assign(next);
  const mailCode = () =>
    attempt(
      () => client.emailOtp.sendVerificationOtp({ email, type: "sign-in" }),
      () => setMailed(true),
    );
  const signInByCode = (form: FormData) =>
    attempt(() => client.emailOtp.signIn({ email, otp: fieldOf(form, "code") }), enter);
  const signInByPassword = (form: FormData) =>
    attempt(() => client.password.signIn({ email, password: fieldOf(form, "password") }), enter);

  // `action`, not `onSubmit`: before React starts, `onSubmit` would send the password in the URL.
  return (
    <>
      {problem !== null && <p role="alert">{problem}</p>}
      {isMailed ? (
        <form action={signInByCode}>
          <label>
            Code <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
          </label>{" "}
          <button>Continue</button>
        </form>
      ) : (
        <form action={signInByPassword}>
          <label>
            Email address{" "}
            <input
              type="email"
              autoComplete="username"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </label>{" "}
          <label>
            Password{" "}
            <input name="password" type="password" autoComplete="current-password" required />
          </label>{" "}
          <button>Sign in</button>{" "}
          <button formAction={mailCode} formNoValidate>
            Mail me a code
          </button>
        </form>
      )}
    </>
  );
}
