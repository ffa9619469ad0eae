import { AuthError, type FreshCaller } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import { textField, z } from "@acme/auth-http/routes";
import { type AnyVisit, go, type Outcome, PROVED, show, typedPassword } from "@acme/auth-pages";
import { button, form, heading, linkButton, refusal } from "@acme/auth-pages/templates";
import { secondFactorErrors } from "../errors.js";
import type { SecondFactor } from "../second-factor-api.js";
import { type OwnKit, page } from "./define.js";
import { type PasswordAsked, passwordAsked, passwordFields } from "./password-field.js";
import { scanTemplate } from "./scan-template.js";
import { type Enrolment, openEnrolment, sealEnrolment } from "./sealed-enrolment.js";
import { showCodes } from "./shown-codes.js";
import type { SecondFactorTexts } from "./texts/texts.js";

/** What the page shows on which a second factor is set up. */
export interface SetUpView extends PasswordAsked {
  /** Whether an authenticator app counts already, which the new one is to replace. */
  readonly replaces: boolean;
  /** Whether the user may let passkeys count as second factor, too. */
  readonly canUsePasskeys: boolean;
}

type SetUpVisit = AnyVisit & {
  readonly caller: FreshCaller;
  readonly auth: AnyVisit["auth"] & { readonly secondFactor: SecondFactor };
  readonly ownTexts: SecondFactorTexts;
};

/**
 * `/account/security/second-factor/new`: shows the QR code and the key of a new authenticator app,
 * then asks for the code that confirms it, and shows the recovery codes.
 */
export const newSecondFactor = page({
  name: "newSecondFactor",
  access: "fresh",
  demands: [PROVED],
  fields: () =>
    z.object({
      method: z.enum(["totp", "passkey"]).optional(),
      password: typedPassword().optional(),
      code: textField().optional(),
      enrolment: textField().optional(),
    }),
  at: { INVALID_PASSWORD: "password" },
  async load(visit): Promise<SetUpView> {
    const { totp, enabled, passkeys } = await visit.auth.secondFactor.factors(visit.caller);
    return {
      ...(await passwordAsked(visit)),
      replaces: totp !== null,
      canUsePasskeys: !enabled && passkeys.countingAsTwo > 0,
    };
  },
  template(view, kit) {
    const { setUp: texts } = kit.ownTexts;
    const title = view.replaces ? texts.replaceTitle : texts.title;
    return {
      title,
      within: [kit.texts.security.title],
      content: html`<div class="confirmation stack loose">
        ${heading({ title, lead: view.replaces ? texts.replaceLead : texts.lead })}
        ${refusal(view.form)}
        ${form(
          {
            action: kit.page("newSecondFactor"),
            content: [...passwordFields(view, view.form, kit), buttons(view, kit)],
          },
          kit,
        )}
      </div>`,
    };
  },
  async post(visit, { method = "totp", password = null, code, enrolment }) {
    if (code !== undefined) return confirm(visit, code, enrolment ?? "");
    const { auth, caller, client, ownTexts } = visit;
    const input = { method, password, replace: true };
    const started = await auth.secondFactor.enable(caller, input, client);
    if (started.method === "passkey")
      return showCodes(started.backupCodes, ownTexts.codes, { session: started });
    const factors = await auth.secondFactor.factors(caller);
    const begun = {
      uri: started.totpUri.reveal(),
      codes: started.backupCodes.map((each) => each.reveal()),
      expiresAt: factors.enrolment?.expiresAt.getTime() ?? 0,
    };
    return scan(visit, begun, { replaces: factors.totp !== null });
  },
});

/** Three of them have no room side by side, so they stand one below the other. */
const buttons = ({ canUsePasskeys, replaces }: SetUpView, kit: OwnKit) => {
  const { setUp: texts } = kit.ownTexts;
  const isWide = canUsePasskeys;
  const use = (value: string, label: string, kind: "primary" | "secondary") =>
    button({ name: "method", value, label, kind, isWide });
  return html`<div class="${isWide ? "stack tight" : "actions"}">
    ${use("totp", replaces ? texts.beginReplacing : texts.begin, "primary")}
    ${canUsePasskeys ? use("passkey", texts.usePasskeys, "secondary") : ""}
    ${linkButton({
      label: kit.texts.frame.cancel,
      href: kit.page("security", { section: "second-factor" }),
      isWide,
    })}
  </div>`;
};

/** The key is shown once more when the code was wrong: it travels with the form, sealed. */
const scan = (
  visit: SetUpVisit,
  enrolment: Enrolment,
  { replaces, error = null }: { readonly replaces: boolean; readonly error?: string | null },
): Outcome =>
  show(
    scanTemplate,
    {
      uri: enrolment.uri,
      sealed: sealEnrolment(visit, enrolment),
      error,
      replaces,
      texts: visit.ownTexts.setUp,
    },
    error === null ? {} : { status: 401 },
  );

async function confirm(visit: SetUpVisit, code: string, sealed: string): Promise<Outcome> {
  const { auth, caller, client, ownTexts, page: href } = visit;
  const enrolment = openEnrolment(visit, sealed);
  const { enrolment: begun, totp } = await auth.secondFactor.factors(caller);
  const startAgain = go(href("newSecondFactor"), { flash: { text: ownTexts.setUp.startAgain } });
  // Of a set-up that another tab has begun since, these are not the recovery codes.
  if (!enrolment || begun?.expiresAt.getTime() !== enrolment.expiresAt) return startAgain;
  try {
    const proof = await auth.secondFactor.verifyTotp({ code, pending: null, caller }, client);
    if (proof.during === "enrolment")
      return showCodes(
        enrolment.codes.map((each) => ({ reveal: () => each })),
        ownTexts.codes,
        { session: proof },
      );
    return go(href("newSecondFactor"), {
      session: proof.during === "sign-in" ? proof.signedIn : proof,
      flash: { text: ownTexts.setUp.startAgain },
    });
  } catch (thrown) {
    if (!AuthError.is(thrown) || thrown.code !== secondFactorErrors.INVALID_CODE.code) throw thrown;
    const error = ownTexts.refusals.INVALID_CODE;
    return scan(visit, enrolment, { replaces: totp !== null, error });
  }
}
