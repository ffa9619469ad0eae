import { format } from "prettier";
import type { Documented, Thrown } from "./documented.js";

/** One thing under a heading: signature, text, parameters, errors, example. */
export async function renderItem(item: Documented, heading: string): Promise<string> {
  const { text, params, returns, throws, examples } = item;
  const parts = [
    heading,
    await fenced(item.signature, item.kind),
    plain(text),
    params.map(({ name, text: what }) => `- \`${name}\`: ${plain(what)}`).join("\n"),
    returns && `Returns ${lowerFirst(plain(returns))}`,
    throws.map(throwsLine).join("\n\n"),
    ...examples.map((example) =>
      example.includes("```") ? example : `\`\`\`ts\n${example}\n\`\`\``,
    ),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** `{@link X}` is for editors. */
export const plain = (text: string): string =>
  text.replace(/\{@link (\w+)\}/g, "`$1`").replace(/(?<!\n)\n(?!\n|- )/g, " ");

const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]* /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

const throwsLine = ({ type, text }: Thrown): string =>
  `Throws ${type === "AuthError" ? "[`AuthError`](errors.md)" : `\`${type}\``}${text && `: ${plain(codes(text))}`}`;

/** Codes in the typeface of code, whether or not the comment has them so. */
const codes = (text: string): string =>
  text.replace(
    /(?<!`)\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|BUSY|UNAUTHORIZED|UNAVAILABLE)\b(?!`)/g,
    "`$1`",
  );

/** A signature, laid out as the sources are. */
async function fenced(signature: string, kind: Documented["kind"]): Promise<string> {
  if (kind === "interface" || kind === "class") return "";
  const isFunction = /^function /.test(signature);
  const isMember = !isFunction && !/^(const|type) /.test(signature);
  const source = isMember
    ? `class Holder { ${signature} }`
    : isFunction
      ? `${signature} {}`
      : `declare ${signature}`;
  const laidOut = await format(source, { parser: "typescript", printWidth: isMember ? 102 : 103 });
  if (!isMember) return block(laidOut.trim().replace(/^declare |;$| \{\}$/g, ""));
  const lines = laidOut.trim().split("\n").slice(1, -1);
  return block(
    lines
      .map((line) => line.slice(2))
      .join("\n")
      .replace(/;$/, ""),
  );
}

export const block = (code: string): string => `\`\`\`ts\n${code}\n\`\`\``;
