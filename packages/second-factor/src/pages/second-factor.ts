import { AuthError } from "@acme/auth-core";
import { type Html, html } from "@acme/auth-http";
import { textField, z } from "@acme/auth-http/routes";
import { assertionIn, type FormState, type Leave, type WithForm } from "@acme/auth-pages";
import {
  button,
  codeField,
  divider,
  foldedWay,
  form,
  heading,
  link,
  passkeyForm,
  refusal,
} from "@acme/auth-pages/templates";
import type { SecondFactorMethod } from "../second-factor-api.js";
import { type OwnKit, page } from "./define.js";
import { completed, lookingAtPending, provingPending } from "./ending-pending.js";
import { recoveryCodeField } from "./recovery-code-field.js";

/** What the page that asks for the second proof shows. */
export interface SecondFactorView {
  /** What completes the sign-in. */
  readonly methods: readonly SecondFactorMethod[];
}

/** `/second-factor`: asks for the second proof of a sign-in that waits for it. */
export const secondFactor = page({
  name: "secondFactor",
  access: "pending",
  fields: () =>
    z.object({
      code: textField().optional(),
      recoveryCode: textField().optional(),
      credential: textField().optional(),
    }),
  at: { INVALID_CODE: "code", INVALID_BACKUP_CODE: "recoveryCode" },
  statuses: { PASSKEY_NOT_FOUND: 401 },
  load: (visit): Promise<SecondFactorView | Leave> =>
    lookingAtPending(visit, visit.ownTexts.asking, async () => {
      const { methods } = await visit.auth.secondFactor.findPending(visit.pending);
      return { methods };
    }),
  template(view, kit) {
    const { asking: texts } = kit.ownTexts;
    const has = (method: SecondFactorMethod) => view.methods.includes(method);
    const { title, lead } = has("totp")
      ? texts.byCode
      : has("passkey")
        ? texts.byPasskey
        : texts.byRecoveryCode;
    return {
      title,
      content: html`${heading({ title, lead })} ${refusal(view.form)}
        ${has("totp") ? totpForm(view.form, kit) : ""}
        ${has("passkey") ? passkeyPart(has("totp"), kit) : ""}
        ${has("recovery-code") ? recoveryPart(view, kit) : ""}
        <p class="line apart small">
          ${link(texts.lost, kit.page("secondFactorRecovery"))}
          ${link(texts.startAgain, kit.page("signIn"))}
        </p>`,
    };
  },
  post: (visit, { code, recoveryCode, credential }) =>
    provingPending(visit, visit.ownTexts.asking, async () => {
      const { auth, client, pending } = visit;
      const { secondFactor: factors } = auth;
      if (credential !== undefined) {
        // It is first and second proof at once, so the sign-in that waited is of no use any more.
        const signedIn = await auth.passkeys.signIn(assertionIn(credential), client);
        await factors.discardPending(pending);
        return completed(visit, { signedIn, redirectTo: null });
      }
      const attempt = { code: recoveryCode ?? code ?? "", pending, caller: null };
      const proof =
        recoveryCode === undefined
          ? await factors.verifyTotp(attempt, client)
          : await factors.verifyBackupCode(attempt, client);
      if (proof.during !== "sign-in") throw new AuthError("UNAUTHORIZED");
      return completed(visit, proof);
    }),
});

const totpForm = (state: FormState, kit: OwnKit): Html =>
  form(
    {
      action: kit.page("secondFactor"),
      content: [
        codeField(
          {
            name: "code",
            label: kit.ownTexts.asking.code,
            error: state.errors["code"] ?? null,
            hasFocus: state.message === null && state.errors["recoveryCode"] === undefined,
          },
          kit,
        ),
        button({ label: kit.ownTexts.asking.submit, kind: "primary", isWide: true }),
      ],
    },
    kit,
  );

const passkeyPart = (isSecond: boolean, kit: OwnKit): Html =>
  html`${isSecond ? divider(kit.texts.frame.or) : ""}
  ${passkeyForm({ action: kit.page("secondFactor"), isMain: !isSecond }, kit)}
  ${isSecond ? "" : html`<noscript><p>${kit.texts.passkeys.needsScript}</p></noscript>`}`;

/** Folded, unless it is all there is, or what was refused. */
const recoveryPart = ({ methods, form: state }: SecondFactorView & WithForm, kit: OwnKit) => {
  const isAlone = !methods.includes("totp") && !methods.includes("passkey");
  const fields = form(
    {
      action: kit.page("secondFactor"),
      content: [
        recoveryCodeField(state, kit, isAlone),
        button({
          label: kit.ownTexts.asking.submit,
          kind: isAlone ? "primary" : "secondary",
          isWide: true,
        }),
      ],
    },
    kit,
  );
  if (isAlone) return fields;
  const isOpen = state.errors["recoveryCode"] !== undefined;
  return foldedWay(kit.ownTexts.asking.useRecoveryCode, fields, isOpen);
};
