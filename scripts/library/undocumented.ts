import { ERRORS } from "@acme/auth-core";
import { isId, type Documented } from "./documented.js";
import type { Entry } from "./public-api.js";

/**
 * What is public and does not say what it is: exports and methods without a text, feature objects without an interface of
 * their own, options without a text, and thrown codes that the table of errors does not have.
 */
export function undocumented(api: readonly Entry[]): readonly string[] {
  const faults = api.flatMap(({ name, exports }) =>
    [...exports.values()].flatMap((item) => faultsOf(item).map((fault) => `${fault} (${name})`)),
  );
  // What several entry points export is one thing.
  return [...new Map(faults.map((fault) => [fault.replace(/ \([^(]*\)$/, ""), fault])).values()];
}

function faultsOf(item: Documented): readonly string[] {
  const { place, name, members } = item;
  const isInferred = item.kind === "type" && /= (Omit<)?ReturnType</.test(item.signature);
  const owed = members.filter(
    (member) => member.text === "" && member.returns === "" && owesText(item, member),
  );
  return [
    ...(item.text === "" && !isId(item) ? [`${place} ${name} has no text`] : []),
    ...(isInferred ? [`${place} ${name} is no interface: its comments are lost`] : []),
    ...owed.map((member) => `${member.place} ${name}.${member.name} has no text`),
    ...[item, ...members].flatMap((one) => unknownCodes(one)),
  ];
}

/** Whatever can be called, and whatever an application may set. A field of data whose name says it all owes none. */
const owesText = ({ name }: Documented, member: Documented): boolean =>
  (member.callable && !/^to(String|JSON)$/.test(member.name)) ||
  /(Options|Ports)$|^Auth$/.test(name);

function unknownCodes({ place, name, throws }: Documented): readonly string[] {
  return throws
    .filter(({ type }) => type === "AuthError")
    .flatMap(({ text }) => codesIn(text))
    .filter((code) => !Object.hasOwn(ERRORS, code))
    .map((code) => `${place} ${name} throws ${code}, which is no code of ERRORS`);
}

/** The codes that a `@throws` names: `INVALID_OTP`, `BUSY`. */
export const codesIn = (text: string): readonly string[] =>
  text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b(?:BUSY|UNAUTHORIZED|UNAVAILABLE)\b/g) ?? [];
