import { headers } from "next/headers";
import { notes } from "../lib/auth";

export default async function Page() {
  const sent = await headers(); // first: it tells Next.js to make the page for each request
  const { readSession, signInUrl } = notes();
  const { caller } = await readSession(sent);
  if (!caller) return <a href={signInUrl("/")}>Sign in</a>;
  return (
    <p>
      {`Signed in as ${caller.user.email}. `}
      <a href="/notes">Your notes</a> <a href="/auth/account">Account</a>{" "}
      <a href="/auth/sign-out">Sign out</a>
    </p>
  );
}
