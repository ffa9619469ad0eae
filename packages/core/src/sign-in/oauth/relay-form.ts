import { displayNameFrom } from "../../kernel/display-name.js";
import type { FormPost } from "../../ports/identity-provider.js";
import type { World } from "../../store/env.js";
import { sealName } from "./sealed-name.js";

/** A form that a provider's page has posted. */
export interface PostedForm {
  readonly providerId: string;
  readonly formPost: FormPost;
  /** Its fields, without those that were repeated. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What the callback reads of an answer (RFC 6749 §4.1.2, RFC 9207 §2). */
const PASSED_ON = ["code", "state", "error", "iss"] as const;
/** What such a value is made of (RFC 6749, Appendix A). */
const GRAMMAR = /^[\x20-\x7e]+$/;

/**
 * Returns the query with which the browser goes on to the callback: what the callback reads, and the
 * name of the user, sealed for the state. What is too long, or cannot be such a value, is left out.
 * Nothing is looked up, and nothing decided.
 */
export function relayForm(
  world: World,
  { providerId, formPost, fields }: PostedForm,
): Readonly<Record<string, string>> {
  const { oauthFormValue } = world.policy;
  const taken = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value.length <= oauthFormValue),
  );
  const passed = Object.fromEntries(
    PASSED_ON.flatMap((field) => {
      const value = taken[field];
      return value !== undefined && GRAMMAR.test(value) ? [[field, value]] : [];
    }),
  );
  const { state } = passed;
  const name = displayNameFrom(formPost.readName(taken) ?? "");
  if (state === undefined || name === "") return passed;
  return { ...passed, name: sealName(world, name, { providerId, state }) };
}
