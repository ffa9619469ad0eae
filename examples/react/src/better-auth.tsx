import { emailOTPClient } from "better-auth/client/plugins";
import { createAuthClient } from "better-auth/react";
import { useState } from "react";

const client = createAuthClient({ plugins: [emailOTPClient()] });

/** The same sign-in by the official client of better-auth, which speaks to `/api/auth/*`. */
export function BetterAuth() {
  const { data, isPending } = client.useSession();
  const [email, setEmail] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | undefined>();
  if (isPending) return <main>…</main>;
  if (data)
    return (
      <main>
        <p>Signed in as {data.user.email}.</p>
        <button onClick={() => void client.signOut()}>Sign out</button>
      </main>
    );
  const proceed = async (form: FormData) => {
    const text = form.get("text");
    const typed = typeof text === "string" ? text : "";
    const { error } = email
      ? await client.signIn.emailOtp({ email, otp: typed })
      : await client.emailOtp.sendVerificationOtp({ email: typed, type: "sign-in" });
    setFailure(error?.message);
    if (!error && !email) setEmail(typed);
  };
  return (
    <main>
      <form action={proceed}>
        <label>
          {email ? "Code" : "Email address"} <input name="text" required />
        </label>
        <button>Continue</button>
      </form>
      <p role="alert">{failure}</p>
    </main>
  );
}
