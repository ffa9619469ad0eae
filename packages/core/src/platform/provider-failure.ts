import type { ProviderFault, ProviderVerdict } from "../ports/identity-provider.js";

/**
 * Ends an authorization flow. `message` is for the operator's log: it never holds a code, a token
 * or a secret.
 */
export class ProviderFailure extends Error {
  readonly reason: ProviderFault;

  constructor(reason: ProviderFault, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Turns what `work` does into the port's verdict. Anything thrown that is no `ProviderFailure` is a
 * bug, and thrown on.
 */
export async function verdictOf<T>(work: () => Promise<T>): Promise<ProviderVerdict<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (failure) {
    if (!(failure instanceof ProviderFailure)) throw failure;
    return { ok: false, reason: failure.reason, detail: failure.message };
  }
}

type FaultOf = (failure: unknown) => ProviderFault | Promise<ProviderFault>;

/**
 * Runs one stage of an authorization flow. Throws a `ProviderFailure` with the stage's fault for
 * whatever `work` throws, and passes on a `ProviderFailure` that `work` throws itself.
 */
export async function stage<T>(
  fault: ProviderFault | FaultOf,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof ProviderFailure) throw failure;
    throw new ProviderFailure(
      typeof fault === "function" ? await fault(failure) : fault,
      describe(failure),
    );
  }
}

/**
 * The library puts the reason into `message` and what it read into `cause`: only the first may be
 * logged.
 */
function describe(failure: unknown): string {
  if (!(failure instanceof Error)) return "unknown failure";
  // Parsers quote what they could not read.
  if (failure instanceof SyntaxError) return "the answer is not JSON";
  const error = "error" in failure ? failure.error : undefined;
  const status = "status" in failure ? failure.status : undefined;
  const named = typeof error === "string" && /^[\w.-]{1,64}$/.test(error) ? `: ${error}` : "";
  return `${failure.message}${named}${typeof status === "number" ? ` (status ${status})` : ""}`;
}
