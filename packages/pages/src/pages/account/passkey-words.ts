import type { Auth, Passkey } from "@acme/auth-core";
import type { Html } from "@acme/auth-http";
import type { Kit } from "../../kit.js";
import { filled, time } from "../../parts/times.js";

/** What pages show of a passkey. */
export interface PasskeyView {
  readonly id: string;
  /** What its owner calls it, else what keeps it; empty when neither is known. */
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** Whether it is on several devices. */
  readonly isSynced: boolean;
}

export const passkeyView = (
  { id, name, aaguid, createdAt, lastUsedAt, backedUp }: Passkey,
  { passkeys }: Pick<Auth, "passkeys">,
): PasskeyView => ({
  id,
  name: name || (passkeys.authenticatorName(aaguid) ?? ""),
  createdAt,
  lastUsedAt,
  isSynced: backedUp,
});

/** What a passkey is called. */
export const passkeyTitle = ({ name }: Pick<PasskeyView, "name">, { texts }: Kit): string =>
  name || texts.passkeys.unnamed;

/** Since when there is a passkey, and when it was used. */
export const passkeyFacts = (
  { createdAt, lastUsedAt }: PasskeyView,
  kit: Kit,
): readonly (string | Html)[] => {
  const texts = kit.texts.passkeys;
  return [
    filled(texts.addedOn, time(createdAt, "date", kit)),
    lastUsedAt ? filled(texts.usedOn, time(lastUsedAt, "date", kit)) : texts.neverUsed,
  ];
};
