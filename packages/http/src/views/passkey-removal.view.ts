import type { RemovedPasskey } from "@acme/auth-core";
import { type Additions, noted } from "../kernel/additions.js";
import { type Input, once, z } from "../kernel/zod.js";

/** The answer of the removal of a passkey, to which features may add. */
export const passkeyRemovalView = once(() =>
  z
    .strictObject({ status: z.literal(true).describe("Always `true`.") })
    .meta({ id: "PasskeyRemoval", description: "The passkey is removed." }),
);

export const viewPasskeyRemoval = (
  { signals }: Pick<RemovedPasskey, "signals">,
  additions: Additions | null,
): Input<typeof passkeyRemovalView> =>
  noted("passkeyRemoval", { signals }, additions, { status: true });
