import { Secret } from "../kernel/secret.js";
import { BACK_CHANNEL_TIMEOUT_MS, type BackChannel, createBackChannel } from "./back-channel.js";

/** What every provider is configured with. */
export interface ProviderOptions {
  /**
   * Names the provider in paths and in linked accounts: 1 to 32 of `a-z`, `0-9` and `-`. It must
   * never change.
   */
  readonly id: string;
  /** Shown to people on the sign-in page. */
  readonly name: string;
  /** The client id under which this application is registered with the provider. */
  readonly clientId: string;
  /** The client secret that the provider issued. */
  readonly clientSecret: Secret | string;
  /** How long one call to the provider may take, in milliseconds: 1 to 10,000. Default: 10,000. */
  readonly timeoutMs?: number;
}

/** This application as one provider knows it, and the channel to that provider. */
export interface Registration {
  readonly id: string;
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly call: BackChannel;
}

/** @throws {RangeError} For options that cannot work. */
export function registerProvider({
  id,
  name,
  clientId,
  clientSecret,
  timeoutMs = BACK_CHANNEL_TIMEOUT_MS,
}: ProviderOptions): Registration {
  const secret = typeof clientSecret === "string" ? new Secret(clientSecret) : clientSecret;
  if (!/^[a-z0-9-]{1,32}$/.test(id)) throw new RangeError("id: 1 to 32 of a-z, 0-9 and -");
  if (name.trim() === "") throw new RangeError(`${id}: name is empty`);
  if (clientId === "" || secret.reveal() === "")
    throw new RangeError(`${id}: clientId and clientSecret are needed`);
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > BACK_CHANNEL_TIMEOUT_MS) {
    throw new RangeError(
      `${id}: timeoutMs must be a whole number of milliseconds from 1 to ${BACK_CHANNEL_TIMEOUT_MS}`,
    );
  }
  return { id, name, clientId, clientSecret: secret, call: createBackChannel(timeoutMs) };
}
