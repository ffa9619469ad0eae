import { readAtMost } from "./bounded-body.js";

/** The types of records that hold IP addresses (RFC 1035, RFC 3596). */
const RECORDS = [1, 28];

/** `NOERROR` (RFC 1035 §4.1.1). */
const NO_ERROR = 0;

/** The longest answer that is read, in bytes. A DNS message over TCP is shorter (RFC 1035 §4.2.2). */
const MAX_ANSWER_BYTES = 65_536;

/**
 * Returns what asks a resolver for the IP addresses of a host, as JSON over https. Both families are
 * asked for, and both must be answered: a connection may go to either.
 * @throws {RangeError} when the resolver is no https URL
 */
export function lookUpOverHttps(resolver: string, send: typeof fetch) {
  if (!URL.canParse(resolver) || new URL(resolver).protocol !== "https:")
    throw new RangeError("webhooks: dnsOverHttps must be an https URL");

  async function ask(name: string, type: number, signal: AbortSignal): Promise<readonly string[]> {
    const url = new URL(resolver);
    url.searchParams.set("name", name);
    url.searchParams.set("type", String(type));
    const headers = { accept: "application/dns-json" };
    const response = await send(url.href, { headers, redirect: "manual", signal });
    const body = await readJson(response);
    if (propertyOf(body, "Status") !== NO_ERROR) throw new Error("the resolver knows no such host");
    const answers = propertyOf(body, "Answer") ?? [];
    if (!isList(answers)) throw new Error("the resolver answers something else");
    // Aliases stand among the answers, too.
    const found = answers.filter((answer) => propertyOf(answer, "type") === type);
    return found.map((answer) => String(propertyOf(answer, "data")));
  }

  /** @throws {Error} when the host has no IP address, or the resolver cannot be asked */
  return async (name: string, signal: AbortSignal): Promise<readonly string[]> => {
    const found = (await Promise.all(RECORDS.map((type) => ask(name, type, signal)))).flat();
    if (found.length === 0) throw new Error(`${name} has no IP address`);
    return found;
  };
}

/** Null for an answer that is no success, or too long. */
async function readJson({ ok, body }: Response): Promise<unknown> {
  if (!ok) {
    await body?.cancel();
    return null;
  }
  const bytes = await readAtMost(body, MAX_ANSWER_BYTES);
  return bytes && JSON.parse(new TextDecoder().decode(bytes));
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
