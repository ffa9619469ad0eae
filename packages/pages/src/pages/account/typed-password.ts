import { passwordField, z } from "@acme/auth-http/routes";

/** A password of a form; an empty field counts as one that is missing, and is not compared. */
export const typedPassword = () =>
  z.preprocess((text) => (text === "" ? undefined : text), passwordField());
