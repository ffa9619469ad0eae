import { html } from "@acme/auth-http";
import type { Draw } from "@acme/auth-pages";
import {
  actions,
  button,
  codeField,
  form,
  heading,
  hiddenField,
  linkButton,
} from "@acme/auth-pages/templates";
import { qrCode } from "./qr-code.js";
import { scriptButton } from "./shown-codes.js";
import type { SetUpTexts } from "./texts/set-up-texts.js";

/** A set-up that waits for the first code of the app. */
export interface ScanView {
  /** The URI that the QR code holds. */
  readonly uri: string;
  /** The same and the recovery codes, sealed. */
  readonly sealed: string;
  /** What was wrong with the code; null when none was typed yet. */
  readonly error: string | null;
  /** Whether it is to replace an app that counts already. */
  readonly replaces: boolean;
  readonly texts: SetUpTexts;
}

const ID = "totp-key";

/** The QR code, the key as text, and the code that confirms them. */
export const scanTemplate: Draw<ScanView> = ({ uri, sealed, error, replaces, texts }, kit) => ({
  title: replaces ? texts.replaceTitle : texts.title,
  within: [kit.texts.security.title],
  isRefused: error !== null,
  content: html`<div class="confirmation stack loose">
    ${heading({ title: replaces ? texts.replaceTitle : texts.title })}
    <ol class="numbered">
      <li>
        <div class="stack">
          <p>${texts.scan}</p>
          ${qrCode(uri, texts.qr)}
          <p class="small quiet-text">${texts.byHand}</p>
          <pre class="plain-code" id="${ID}" dir="ltr">${keyOf(uri)}</pre>
          ${actions([scriptButton(texts.copy, "data-copy", ID)])}
        </div>
      </li>
      <li>
        ${form(
          {
            action: kit.page("newSecondFactor"),
            content: [
              hiddenField("enrolment", sealed),
              codeField(
                { name: "code", label: texts.code, hint: texts.codeHint, error, hasFocus: true },
                kit,
              ),
              actions([
                button({ label: texts.confirm, kind: "primary" }),
                linkButton({
                  label: kit.texts.frame.cancel,
                  href: kit.page("security", { section: "second-factor" }),
                }),
              ]),
            ],
          },
          kit,
        )}
      </li>
    </ol>
  </div>`,
});

/** The secret of the URI in groups of four, as people type it; apps leave the blanks out. */
export const keyOf = (uri: string): string =>
  (new URL(uri).searchParams.get("secret") ?? "").replaceAll(/(.{4})(?!$)/g, "$1 ");
