import { createRoot } from "react-dom/client";
import { Account } from "./account.js";
import { BetterAuth } from "./better-auth.js";
import { SessionProvider, useSession } from "./session.js";
import { SignIn } from "./sign-in.js";

function App() {
  const { caller, failure } = useSession();
  if (caller === undefined) return <main>{failure ?? "…"}</main>;
  return caller ? <Account /> : <SignIn />;
}

const page = location.pathname === "/better-auth" ? <BetterAuth /> : <App />;
createRoot(document.querySelector("#root")!).render(<SessionProvider>{page}</SessionProvider>);
