import { get, isRefusal, post } from "./api.js";

// A file with all that the service holds about a person: asked for, waited for, and fetched.

export interface DataExport {
  readonly id: string;
  readonly status: "pending" | "ready" | "failed" | "expired";
  /** Everybody who has this URL can fetch the file, until it expires; null unless it is ready. */
  readonly downloadUrl: string | null;
  readonly expiresAt: string | null;
  /** For people; null unless it failed. */
  readonly errorMessage: string | null;
}

export interface ListedExport extends DataExport {
  readonly createdAt: string;
}

const EXPORT = "/api/v1/me/export";

export const requestExport = () => post(EXPORT);
/** The newest of them, whichever device asked. */
export const listExports = () =>
  get<{ readonly exports: readonly ListedExport[] }>(EXPORT).then(({ exports }) => exports);
export const findExport = (id: string) => get<DataExport>(`${EXPORT}/${encodeURIComponent(id)}`);

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;
const LENGTHENED = 1.5;

/** Asks, less and less often, until the file is no longer being made. Null when the person left the page meanwhile. */
export async function awaitExport(id: string, leaving: AbortSignal): Promise<DataExport | null> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * LENGTHENED, LONGEST_PAUSE_MS)) {
    await new Promise((over) => setTimeout(over, pause));
    if (leaving.aborted) return null;
    const found = await findExport(id).catch(ignoreOutage);
    if (found && found.status !== "pending") return found;
  }
}

/** A connection that is gone for a while is asked again. */
function ignoreOutage(problem: unknown): null {
  if (isRefusal(problem, "UNREACHABLE")) return null;
  throw problem;
}
