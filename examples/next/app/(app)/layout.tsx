import Link from "next/link";
import type { ReactNode } from "react";
import { requireCaller } from "../../lib/session";

/** Wraps the pages for signed-in users. It guards none of them: each page guards itself. */
export default async function AppLayout({ children }: { readonly children: ReactNode }) {
  const { user } = await requireCaller("/notes");
  return (
    <>
      <nav>
        <Link href="/notes">Notes</Link> <Link href="/profile">Profile</Link>{" "}
        <a href="/auth/sign-out">Sign out {user.email}</a>
      </nav>
      <main>{children}</main>
    </>
  );
}
