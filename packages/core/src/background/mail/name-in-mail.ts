const MAX_LENGTH = 64;

/**
 * A name that a user chose, fit for a mail that we send: one line, not long, and nothing a mail reader would turn into a link. Otherwise our mails
 * would carry the advertisements of strangers.
 */
export function nameInMail(name: string): string {
  const line = name
    .normalize("NFKC")
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  const plain = line
    .replaceAll(/[a-z][a-z0-9+.-]*:\/\//giu, "")
    .replaceAll(/(?<=[\p{L}\p{N}])[.。:/@](?=[\p{L}\p{N}+])/gu, " ");
  const points = Array.from(plain);
  return points.length > MAX_LENGTH ? `${points.slice(0, MAX_LENGTH).join("")}…` : plain;
}
