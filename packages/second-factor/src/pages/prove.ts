import { type Html, html } from "@acme/auth-http";
import { textField, z } from "@acme/auth-http/routes";
import { type FormState, go, type LoadingSection, type SectionDrawing } from "@acme/auth-pages";
import { button, codeField, foldedWay, form, refusal, webHref } from "@acme/auth-pages/templates";
import type { Factors, SecondFactor } from "../second-factor-api.js";
import { type OwnKit, page } from "./define.js";
import { recoveryCodeField } from "./recovery-code-field.js";

type ConfirmVisit = LoadingSection & {
  readonly auth: LoadingSection["auth"] & { readonly secondFactor: SecondFactor };
};

/**
 * What `/confirm` asks for in a session that is fresh, where only a second factor is missing: a
 * code, beside the passkey that the page offers itself.
 */
export async function proofSection({
  auth,
  caller,
  form: state,
}: ConfirmVisit): Promise<SectionDrawing<OwnKit> | null> {
  const { authenticatedAt } = caller.session;
  const age = auth.clock.now().getTime() - authenticatedAt.getTime();
  // A proof of the first factor is missing, which is asked for before the second.
  if (age >= auth.policy.sessionFreshness) return null;
  const factors = await auth.secondFactor.factors(caller);
  const { enabled, passkeys, session } = factors;
  if (enabled) return (kit) => proofForms(factors, state, kit);
  // Who has not enrolled can show two factors by a passkey alone.
  return passkeys.countingAsTwo > 0 && session.factors === 1
    ? (kit) => html`<p>${kit.ownTexts.proof.byPasskey}</p>`
    : null;
}

function proofForms({ totp, recoveryCodes }: Factors, state: FormState, kit: OwnKit): Html {
  const { asking, proof } = kit.ownTexts;
  const action = kit.page("proveSecondFactor");
  const hasCodes = recoveryCodes !== null && recoveryCodes.left > 0;
  const codes = (isFirst: boolean) =>
    form(
      {
        action,
        content: [
          recoveryCodeField(state, kit, isFirst),
          button({ label: proof.submit, kind: isFirst ? "primary" : "secondary", isWide: true }),
        ],
      },
      kit,
    );
  const code = codeField(
    {
      name: "code",
      label: asking.code,
      hint: asking.byCode.lead,
      error: state.errors["code"] ?? null,
      hasFocus: state.message === null && state.errors["recoveryCode"] === undefined,
    },
    kit,
  );
  const submit = button({ label: proof.submit, kind: "primary", isWide: true });
  const isOpen = state.errors["recoveryCode"] !== undefined;
  return html`${refusal(state)} ${totp ? form({ action, content: [code, submit] }, kit) : ""}
  ${hasCodes ? (totp ? foldedWay(asking.useRecoveryCode, codes(false), isOpen) : codes(true)) : ""}`;
}

/** `/confirm/second-factor`: takes the code that `/confirm` asks for, and leads on. */
export const proveSecondFactor = page({
  name: "proveSecondFactor",
  access: "in",
  form: "confirm",
  fields: () => z.object({ code: textField().optional(), recoveryCode: textField().optional() }),
  at: { INVALID_CODE: "code", INVALID_BACKUP_CODE: "recoveryCode" },
  async post({ auth, caller, client, next, nexts, page: href, site }, { code, recoveryCode }) {
    const attempt = { code: recoveryCode ?? code ?? "", pending: null, caller };
    const proof =
      recoveryCode === undefined
        ? await auth.secondFactor.verifyTotp(attempt, client)
        : await auth.secondFactor.verifyBackupCode(attempt, client);
    const session = proof.during === "sign-in" ? proof.signedIn : proof;
    // It was a code of the app that another tab sets up, whose recovery codes were never shown.
    if (proof.during === "enrolment") return go(href("recoveryCodes"), { session });
    return go(webHref(nexts.after(next) ?? site.homeUrl), { session });
  },
});
