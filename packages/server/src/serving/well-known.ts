import type { WellKnown } from "@acme/auth-http";
import type { Config } from "../config/config.js";

/** What the documents below `/.well-known/` say. */
export const wellKnownOf = ({
  relatedOrigins,
  passkeyEnrollUrl,
  passkeyManageUrl,
  changePasswordUrl,
}: Config): WellKnown => ({
  relatedOrigins: relatedOrigins ?? [],
  ...(passkeyEnrollUrl !== null && { passkeyEnrollUrl }),
  ...(passkeyManageUrl !== null && { passkeyManageUrl }),
  ...(changePasswordUrl !== null && { changePasswordUrl }),
});
