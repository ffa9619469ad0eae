import { AuthClientError, type DataExport } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import { call } from "./service.js";
import { onThisPage } from "./view/router.js";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;
const LENGTHENED = 1.5;

/** Asks, less and less often, until the file is no longer being made. */
export async function awaitExport(id: string): Promise<DataExport> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * LENGTHENED, LONGEST_PAUSE_MS)) {
    await onThisPage(new Promise((over) => setTimeout(over, pause)));
    const found = await call(routes.dataExport.readExport, { id }).catch(ignoreOutage);
    if (found && found.status !== "pending") return found;
  }
}

/** A connection that is gone for a while is asked again. */
function ignoreOutage(problem: unknown): null {
  if (AuthClientError.is(problem, "UNREACHABLE")) return null;
  throw problem;
}
