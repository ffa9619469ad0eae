import { redirect } from "next/navigation";
import { ownPath } from "../../lib/own-path";
import { readCaller } from "../../lib/session";
import { SignInForm } from "./sign-in-form";

interface Props {
  readonly searchParams: Promise<{ readonly next?: string | string[] }>;
}

/** Replaces the ready sign-in page. */
export default async function SignInPage({ searchParams }: Props) {
  const next = ownPath((await searchParams).next);
  if (await readCaller()) redirect(next);
  return (
    <main>
      <h1>Sign in</h1>
      <SignInForm next={next} />
    </main>
  );
}
