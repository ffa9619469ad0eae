import type { Destinations } from "@acme/auth-core";

/** The places that were given, under the names they are given by. */
export const destinationParameters = ({
  callback,
  newUser,
  error,
}: Destinations): Readonly<Record<string, string>> => ({
  ...(callback !== null && { callbackURL: callback }),
  ...(newUser !== null && { newUserCallbackURL: newUser }),
  ...(error !== null && { errorCallbackURL: error }),
});
