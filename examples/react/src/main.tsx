import { pageUrl } from "@acme/auth-client";
import { createRoot } from "react-dom/client";
import { Account, SignedIn } from "./account.js";
import { BetterAuth } from "./better-auth.js";
import { SERVICE, SessionProvider, useSession } from "./session.js";

function Home() {
  const { caller, failure } = useSession();
  if (caller === undefined) return <main>{failure ?? "…"}</main>;
  if (caller) return <a href="/account">Your account</a>;
  return <a href={pageUrl(SERVICE, "signIn", { next: location.href })}>Sign in</a>;
}

const pages: Readonly<Record<string, typeof Home>> = {
  "/account": () => (
    <SignedIn>
      <Account />
    </SignedIn>
  ),
  "/better-auth": BetterAuth,
};
const Page = pages[location.pathname] ?? Home;
createRoot(document.querySelector("#root")!).render(
  <SessionProvider>
    <Page />
  </SessionProvider>,
);
