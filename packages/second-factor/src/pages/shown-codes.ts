import type { Secret } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import type { Draw, Kept, Shown } from "@acme/auth-pages";
import { show } from "@acme/auth-pages";
import { actions, element, heading, icon, linkButton, message } from "@acme/auth-pages/templates";
import type { CodeTexts } from "./texts/code-texts.js";

/** Recovery codes, once they are new. */
export interface CodesView {
  readonly codes: readonly string[];
  readonly texts: CodeTexts;
}

const ID = "recovery-codes";

const template: Draw<CodesView> = ({ codes, texts }, kit) => ({
  title: texts.savedTitle,
  within: [texts.section, kit.texts.security.title],
  content: html`${heading({ title: texts.savedTitle, lead: texts.savedLead })}
    <div class="stack loose">
      ${message(texts.once, "warn")}
      <div class="stack">
        <pre class="plain-code many" id="${ID}" dir="ltr">${codes.join("\n")}</pre>
        ${actions([
          scriptButton(texts.copy, "data-copy", ID),
          scriptButton(texts.print, "data-print", true),
        ])}
      </div>
      ${actions([
        linkButton({
          label: texts.done,
          kind: "primary",
          href: kit.page("security", { section: "second-factor" }),
        }),
      ])}
    </div>`,
});

/** A button that the script shows and does; without script the codes are marked and copied. */
export const scriptButton = (
  label: string,
  name: "data-copy" | "data-print",
  value: string | true,
) =>
  element(
    "button",
    { class: "button secondary", type: "button", hidden: true, [name]: value },
    html`${name === "data-copy" ? icon("copy", "small") : ""}<span>${label}</span>`,
  );

/** Answers with new recovery codes: the one time that they are shown. */
export const showCodes = (
  codes: readonly Pick<Secret, "reveal">[],
  texts: CodeTexts,
  kept: Kept,
): Shown => show(template, { codes: codes.map((code) => code.reveal()), texts }, kept);
