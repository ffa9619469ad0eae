import { AuthError } from "./errors.js";

/**
 * Returns normally when `fault` is null; otherwise refuses the field, with the fault as its
 * message.
 * @throws {AuthError} `VALIDATION_ERROR`, whose one issue names the field
 */
export function refuseField(path: string, fault: string | null): void {
  if (fault !== null)
    throw new AuthError("VALIDATION_ERROR", { issues: [{ path, message: fault }] });
}
