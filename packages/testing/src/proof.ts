import process from "node:process";

/**
 * Whether this run is one of `npm run prove`, which repeats what is left to chance far more often.
 */
export const IS_PROOF = process.env["PROOF"] === "1";

/** Returns how often this run repeats what is repeated. */
export const repetitions = ({
  usual,
  proof,
}: Readonly<Record<"usual" | "proof", number>>): number => (IS_PROOF ? proof : usual);
