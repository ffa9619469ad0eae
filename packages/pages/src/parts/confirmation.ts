import { type Html, html } from "@acme/auth-http";
import type { Href } from "../href.js";
import type { Kit } from "../kit.js";
import { button, linkButton } from "./buttons.js";
import { form, message } from "./forms.js";
import { actions, heading } from "./sections.js";

/** What a page with a question and one button is drawn from. */
export interface ConfirmationOptions {
  /** The question. */
  readonly title: string;
  /** What will happen. */
  readonly lead: string | Html;
  readonly action: Href;
  /** What the button says: verb and object. */
  readonly confirm: string;
  /** Where "Cancel" leads. */
  readonly cancel: Href;
  /** Default: danger, filled. */
  readonly kind?: "danger filled" | "primary";
  /** Why it was refused. */
  readonly error?: string | null;
  /** What has to be typed or proved besides. */
  readonly fields?: readonly Html[];
}

const stacked = (buttons: readonly Html[]): Html => html`<div class="stack tight">${buttons}</div>`;

/** A question with one button, as a page; where there is script, its content is a dialog. */
export const confirmation = (options: ConfirmationOptions, kit: Kit): Html => {
  const { title, lead, action, confirm, cancel, kind = "danger filled", error, fields } = options;
  // In a card, which has no room for two buttons side by side, they stand one below the other.
  const isWide = kit.frame === null;
  const buttons = isWide ? stacked : actions;
  return html`<div class="confirmation stack loose">
    ${heading({ title, lead })} ${error ? message(error, "bad", { hasFocus: true }) : ""}
    ${form(
      {
        action,
        content: [
          ...(fields ?? []),
          buttons([
            button({ label: confirm, kind, isWide }),
            linkButton({ label: kit.texts.frame.cancel, href: cancel, isWide }),
          ]),
        ],
      },
      kit,
    )}
  </div>`;
};
