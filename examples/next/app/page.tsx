import { headers } from "next/headers";
import { notes } from "../lib/auth";

export default async function Page() {
  const sent = await headers(); // first: it tells Next.js to make the page for each request
  const { caller } = await notes().readSession(sent);
  return <p>{caller ? `Signed in as ${caller.user.email}` : "Not signed in"}</p>;
}
