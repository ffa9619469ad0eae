import { errorTemplate as error, notFoundTemplate as notFound } from "./error-pages.js";
import { leadingAway } from "./leading-away.js";
import { deadLink } from "./reset-password.js";
import { verifyFirst } from "./verify-first.js";

/** The templates that stand instead of a page, by their names. */
export const ANSWERS = { error, notFound, leadingAway, verifyFirst, deadLink };
