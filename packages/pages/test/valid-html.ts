import { HtmlValidate } from "html-validate";

const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    "no-trailing-whitespace": "off",
    "doctype-style": ["error", { style: "lowercase" }],
    // `<input />` is what the formatter writes.
    "void-style": ["error", { style: "selfclosing" }],
    // A list without bullets is none to Safari unless it says so.
    "no-redundant-role": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "long-title": "off",
    // A list may have a name.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
  },
});

/** What is wrong with a document, by the rules of HTML. */
export async function htmlFaults(text: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(text);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (${String(line)})`),
  );
}
