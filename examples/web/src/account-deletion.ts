import { get, post, remove } from "./api.js";

// The end of an account: asked for, looked at, and called off while there is time.

export interface PendingDeletion {
  readonly id: string;
  readonly requestedAt: string;
  readonly scheduledFor: string;
}

const DELETION = "/api/v1/me/deletion";

export const requestDeletion = (input: { readonly password: string; readonly reason: string }) =>
  post(DELETION, input);
export const findDeletion = () =>
  get<{ readonly pending: PendingDeletion | null }>(DELETION).then(({ pending }) => pending);
export const cancelDeletion = () => remove(DELETION);
