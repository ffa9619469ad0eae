import { defineMail, type Scene } from "@acme/auth-core/texts";
import { textsOf } from "./texts-of.js";

/** A notice that leads to where its reader is signed in. */
const leads = <V extends object>(values: V, { links }: Scene) => ({
  values,
  action: { link: links.page("sessions", null) },
});

/** Two-step verification was turned on. */
export const enabled = defineMail({
  name: "secondFactor/enabled",
  group: "own",
  layOut: ({ method }: { readonly method: string }, scene) =>
    leads({ byPasskey: method === "passkey" }, scene),
  texts: textsOf("enabled"),
});

/** An enrolled user has set up another factor. */
export const replaced = defineMail({
  name: "secondFactor/replaced",
  group: "own",
  layOut: (_data: object, scene) => leads({}, scene),
  texts: textsOf("replaced"),
});

/** Two-step verification was turned off. */
export const disabled = defineMail({
  name: "secondFactor/disabled",
  group: "own",
  layOut: ({ because }: { readonly because: string }, scene) =>
    leads({ byUser: because === "user" }, scene),
  texts: textsOf("disabled"),
});

/** The fifth wrong proof of a day: someone has passed the first. */
export const guessed = defineMail({
  name: "secondFactor/guessed",
  group: "own",
  layOut: ({ first }: { readonly first: string }, scene) =>
    leads({ byPassword: first === "password" }, scene),
  texts: textsOf("guessed"),
});

/** All recovery codes were replaced. */
export const codesReplaced = defineMail({
  name: "secondFactor/codes-replaced",
  group: "own",
  layOut: (_data: object, scene) => leads({}, scene),
  texts: textsOf("codesReplaced"),
});

/** A recovery code was used up. */
export const codeUsed = defineMail({
  name: "secondFactor/code-used",
  group: "own",
  layOut: ({ left }: { readonly left: number }, scene) => leads({ left }, scene),
  texts: textsOf("codeUsed"),
});

/** The mails about factors. */
export const FACTOR_MAILS = [enabled, replaced, disabled, guessed, codesReplaced, codeUsed];
