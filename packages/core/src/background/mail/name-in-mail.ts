import { inOneLine } from "../../kernel/plain-text.js";

const MAX_LENGTH = 64;

/**
 * A name that a user chose, fit for a mail that we send: one line, not long, and nothing a mail
 * reader would turn into a link. Otherwise our mails would carry the advertisements of strangers.
 */
export function nameInMail(name: string): string {
  // Format characters show nothing, and some of them turn the direction of what follows.
  const line = inOneLine(name.normalize("NFKC"))
    .replaceAll(/[\p{Cf}\s]+/gu, " ")
    .trim();
  const plain = line
    .replaceAll(/[a-z][a-z0-9+.-]*:\/\//giu, "")
    .replaceAll(/(?<=[\p{L}\p{N}])[.。:/@](?=[\p{L}\p{N}+])/gu, " ");
  const points = Array.from(plain);
  return points.length > MAX_LENGTH ? `${points.slice(0, MAX_LENGTH).join("")}…` : plain;
}
