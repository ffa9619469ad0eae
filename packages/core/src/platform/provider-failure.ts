import type { ProviderFault, ProviderVerdict } from "../ports/identity-provider.js";

/** What ends a trip to a provider. `message` is for the operator's log: it never holds a code, a token or a secret. */
export class ProviderFailure extends Error {
  readonly because: ProviderFault;

  constructor(because: ProviderFault, message: string) {
    super(message);
    this.because = because;
  }
}

/** The port's answer of `work`. What is no `ProviderFailure` is a bug of ours, and thrown on. */
export async function verdictOf<T>(work: () => Promise<T>): Promise<ProviderVerdict<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (failure) {
    if (!(failure instanceof ProviderFailure)) throw failure;
    return { ok: false, because: failure.because, detail: failure.message };
  }
}

type FaultOf = (failure: unknown) => ProviderFault | Promise<ProviderFault>;

/** Does one stage of a trip. Whatever goes wrong in it becomes the fault the stage stands for, unless it has one already. */
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

/** The library says what was wrong in `message` and what it saw in `cause`: only the first may be told. */
function describe(failure: unknown): string {
  if (!(failure instanceof Error)) return "unknown failure";
  // Parsers quote what they could not read.
  if (failure instanceof SyntaxError) return "the answer is not JSON";
  const { error, status } = failure as { readonly error?: unknown; readonly status?: unknown };
  const named = typeof error === "string" && /^[\w.-]{1,64}$/.test(error) ? `: ${error}` : "";
  return `${failure.message}${named}${typeof status === "number" ? ` (status ${status})` : ""}`;
}
