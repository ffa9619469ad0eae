import { proveGuards } from "../proofs/guards.mjs";
import { Failure } from "./command.mjs";

/**
 * The long proofs: too slow for every change, and run by name. Each takes the arguments after its name and resolves to the exit code.
 * @type {Record<string, (args: readonly string[]) => Promise<number>>}
 */
const PROOFS = { guards: proveGuards };

/** @param {readonly string[]} args */
export async function prove([name = "", ...args]) {
  const proof = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined;
  if (!proof)
    throw new Failure(`There is no proof "${name}". There are: ${Object.keys(PROOFS).join(", ")}.`);
  return proof(args);
}
