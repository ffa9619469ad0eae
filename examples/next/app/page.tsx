import { notes } from "../lib/auth";
import { readCaller } from "../lib/session";

export default async function Page() {
  const caller = await readCaller();
  if (!caller) return <a href={notes().signInUrl("/")}>Sign in</a>;
  return (
    <p>
      {`Signed in as ${caller.user.email}. `}
      <a href="/notes">Your notes</a> <a href="/auth/account">Account</a>{" "}
      <a href="/auth/sign-out">Sign out</a>
    </p>
  );
}
