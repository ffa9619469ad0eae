import type { Html } from "@acme/auth-http";
import type { FormState } from "@acme/auth-pages";
import { field } from "@acme/auth-pages/templates";
import type { OwnKit } from "./define.js";

/** The field of a recovery code, as it stands wherever one is asked for. */
export const recoveryCodeField = (state: FormState, kit: OwnKit, isFirst: boolean): Html => {
  const error = state.errors["recoveryCode"] ?? null;
  return field(
    {
      name: "recoveryCode",
      label: kit.ownTexts.asking.recoveryCode,
      hint: kit.ownTexts.asking.recoveryHint,
      error,
      // Keepers of passwords would offer a code of the app.
      autocomplete: "off",
      hasFocus: error !== null || (isFirst && state.message === null),
    },
    kit,
  );
};
