import type { HttpReply, HttpRequest } from "@acme/auth-http";

/** A page as a browser without script has it. */
export interface ShownPage {
  readonly status: number;
  /** The path with the query that was asked for last. */
  readonly url: string;
  readonly html: string;
  readonly headers: ReadonlyMap<string, string>;
  /** The values of `Set-Cookie`. */
  readonly cookies: readonly string[];
  /** What `h1` says. */
  readonly heading: string;
  /** Where a redirect leads; null for a page. */
  readonly location: string | null;
}

/** What a test asks besides the path. */
export interface Asking {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** The body as it is. */
  readonly body?: string;
}

/** What a browser sends, with all its headers, for adapters to pass on. */
export interface BrowserRequest extends HttpRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

/** Answers a browser: the surface, or an adapter before it. */
export interface Answering {
  answer(request: BrowserRequest): Promise<HttpReply> | null;
}

const ORIGIN = "https://auth.example.com";

/** A browser without script: it keeps cookies, and fills in forms. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #served: Answering;
  readonly #headers: Asking["headers"];

  /** @param headers of every request, such as its language and its user agent */
  constructor(served: Answering, headers: Asking["headers"] = {}) {
    this.#served = served;
    this.#headers = headers;
  }

  /** Asks once; follows no redirect. */
  async ask(method: string, url: string, { headers = {}, body }: Asking = {}): Promise<ShownPage> {
    const reply = await this.#served.answer(this.#requestOf(method, url, { headers, body }));
    if (!reply) throw new Error(`${method} ${url} is not for the surface`);
    this.#keep(reply);
    return shownPage(url, reply);
  }

  /** Opens a page, and goes where redirects lead. */
  async open(url: string): Promise<ShownPage> {
    return this.#follow(await this.ask("GET", url));
  }

  /** Posts fields, and goes where the redirect leads. */
  async post(url: string, fields: Readonly<Record<string, string>>): Promise<ShownPage> {
    return this.#follow(await this.send(url, fields));
  }

  /** Posts fields once. */
  send(
    url: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string | undefined>> = {},
  ): Promise<ShownPage> {
    return this.ask("POST", url, {
      body: new URLSearchParams(fields).toString(),
      headers: {
        origin: ORIGIN,
        "content-type": "application/x-www-form-urlencoded",
        ...headers,
      },
    });
  }

  /** Submits the form of a page that goes to a path, with what is hidden in it. */
  submit(
    page: ShownPage,
    action: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<ShownPage> {
    return this.post(action, { ...hiddenFields(page, action), ...fields });
  }

  async #follow(first: ShownPage): Promise<ShownPage> {
    let page = first;
    for (let hops = 0; page.location !== null; hops++) {
      if (hops > 5) throw new Error(`${first.url} leads on and on`);
      const target = new URL(page.location, ORIGIN);
      if (target.origin !== ORIGIN) return page;
      page = await this.ask("GET", target.pathname + target.search);
    }
    return page;
  }

  #requestOf(
    method: string,
    url: string,
    { headers, body }: Required<Pick<Asking, "headers">> & { readonly body: string | undefined },
  ): BrowserRequest {
    const [path = "", query = ""] = url.split("#")[0]!.split(/\?(.*)/s);
    const bytes = body === undefined ? null : new TextEncoder().encode(body);
    const all: Readonly<Record<string, string | undefined>> = {
      accept: "text/html,*/*;q=0.8",
      "accept-language": "en",
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ") || undefined,
      ...(bytes && { "content-length": String(bytes.length) }),
      ...this.#headers,
      ...headers,
    };
    return {
      method,
      path,
      query,
      peer: { ipAddress: "192.0.2.1", network: "192.0.2.1" },
      headers: all,
      bytes,
      header: (name) => all[name],
      readBody: async () => bytes && { bytes },
    };
  }

  #keep({ cookies }: HttpReply): void {
    for (const cookie of cookies) {
      const [pair = "", ...attributes] = cookie.split("; ");
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

function shownPage(url: string, { status, headers: pairs, cookies, body }: HttpReply): ShownPage {
  const headers = new Map<string, string>();
  for (let at = 0; at < pairs.length; at += 2) {
    const name = pairs[at]!.toLowerCase();
    if (headers.has(name)) throw new Error(`${url} has ${name} twice`);
    headers.set(name, pairs[at + 1]!);
  }
  const html =
    typeof body === "string" ? body : body instanceof Uint8Array ? `${body.length} bytes` : "";
  return {
    status,
    url,
    html,
    headers,
    cookies,
    heading: plainText(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? ""),
    location: headers.get("location") ?? null,
  };
}

/** Tags that part no words. */
export const WITHIN_WORDS = /<\/?(?:bdi|strong|wbr)\b[^>]*>/g;

/** HTML as it reads. */
export const plainText = (html: string): string =>
  html
    .replaceAll(WITHIN_WORDS, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The hidden fields of the form that goes to a path. */
export function hiddenFields({ html }: ShownPage, action: string): Record<string, string> {
  const form = [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].find(
    ([, to]) => to === action,
  );
  if (!form) throw new Error(`no form goes to ${action}`);
  return Object.fromEntries(
    [...form[2]!.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, plainText(value)],
    ),
  );
}
