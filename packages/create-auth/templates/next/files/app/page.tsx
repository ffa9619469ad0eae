import { headers } from "next/headers";
import { appAuth } from "../lib/auth";

export default async function Page() {
  const sent = await headers(); // first: it tells Next.js to make the page for each request
  const { readSession } = await appAuth();
  const { caller } = await readSession(sent);
  return <p>{caller ? `Signed in as ${caller.user.email}.` : "You are not signed in."}</p>;
}
