import { AuthClientError, createAuthClient } from "@acme/auth-client";
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from "react";

/** Where the service has its pages. */
export const SERVICE = "http://localhost:3000";
export const auth = createAuthClient();

type Caller = Awaited<ReturnType<typeof auth.session.getSession>>;

interface SessionState {
  /** The session and its user. Null when no user is signed in, undefined until that is known. */
  readonly caller: Caller | undefined;
  /** Why it is not known. */
  readonly failure: string | null;
  /** Asks the service again: after a sign-in, after a sign-out. */
  readonly refresh: () => Promise<void>;
}

const SessionContext = createContext<SessionState | null>(null);

/** Who is signed in, for all that is inside. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const [caller, setCaller] = useState<Caller>();
  const ask = useCallback(async () => setCaller(await auth.session.getSession()), []);
  const { run, failure } = useCall(ask);
  useEffect(() => void run(), [run]);
  return <SessionContext value={{ caller, failure, refresh: ask }}>{children}</SessionContext>;
}

export function useSession(): SessionState {
  const state = use(SessionContext);
  if (!state) throw new Error("useSession needs a SessionProvider around it");
  return state;
}

/**
 * Work that may be refused: `run` does it, and `failure` says why it was not done. Memoise `work`
 * where `run` is a dependency.
 */
export function useCall<Args extends unknown[]>(work: (...args: Args) => Promise<unknown>) {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = useCallback(
    async (...args: Args) => {
      setRunning(true);
      setFailure(null);
      try {
        await work(...args);
      } catch (error) {
        setFailure(AuthClientError.is(error) ? error.message : "The browser did not finish that.");
      } finally {
        setRunning(false);
      }
    },
    [work],
  );
  return { run, isRunning, failure };
}
