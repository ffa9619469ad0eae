/** What is no base64url, and what is no text. */
export const WRONG_TEXTS = [
  undefined,
  null,
  1,
  true,
  {},
  [],
  "",
  "=",
  "AAA=",
  "AA+A",
  "AA/A",
  "AB",
  "not base64url!",
  "AAAA\n",
  "\u0000",
];
