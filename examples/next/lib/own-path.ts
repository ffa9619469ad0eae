const HERE = "http://here.invalid";
const START = "/notes";

/** Where to go after the sign-in: a path of this site, whatever the query asks for. */
export function ownPath(next: string | readonly string[] | undefined): string {
  if (typeof next !== "string" || !next.startsWith("/") || !URL.canParse(next, HERE)) return START;
  const { origin, pathname, search } = new URL(next, HERE);
  return origin === HERE && !pathname.startsWith("//") ? pathname + search : START;
}
