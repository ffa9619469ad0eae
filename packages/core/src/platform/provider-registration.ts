import { Secret } from "../kernel/secret.js";
import { BACK_CHANNEL_TIMEOUT, type BackChannel, createBackChannel } from "./back-channel.js";

/** What every provider is set up with. */
export interface ProviderOptions {
  /** Names it in paths and in linked accounts: 1 to 32 of `a-z`, `0-9` and `-`, and for ever. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** As the provider registered this application. */
  readonly clientId: string;
  readonly clientSecret: Secret | string;
  /** How long one call to the provider may take, in milliseconds: 10,000 unless it is given, and no more. */
  readonly timeout?: number;
}

/** This application as one provider knows it, and the way to talk to that provider. */
export interface Registration {
  readonly id: string;
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly call: BackChannel;
}

/** Throws a `RangeError` for what cannot work. */
export function registerProvider({
  id,
  name,
  clientId,
  clientSecret,
  timeout = BACK_CHANNEL_TIMEOUT,
}: ProviderOptions): Registration {
  const secret = typeof clientSecret === "string" ? new Secret(clientSecret) : clientSecret;
  if (!/^[a-z0-9-]{1,32}$/.test(id)) throw new RangeError("id: 1 to 32 of a-z, 0-9 and -");
  if (name.trim() === "") throw new RangeError(`${id}: name is empty`);
  if (clientId === "" || secret.reveal() === "")
    throw new RangeError(`${id}: clientId and clientSecret are needed`);
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > BACK_CHANNEL_TIMEOUT) {
    throw new RangeError(
      `${id}: timeout must be a whole number of milliseconds from 1 to ${BACK_CHANNEL_TIMEOUT}`,
    );
  }
  return { id, name, clientId, clientSecret: secret, call: createBackChannel(timeout) };
}
