import type { Destinations } from "@acme/auth-core";

/** The URLs to redirect to after a sign-in, under the names that requests give them by. */
export const destinationParameters = ({
  callback,
  newUser,
  error,
}: Destinations): Readonly<Record<string, string>> => ({
  ...(callback !== null && { callbackURL: callback }),
  ...(newUser !== null && { newUserCallbackURL: newUser }),
  ...(error !== null && { errorCallbackURL: error }),
});
