const MOST_STEPS = 12;

export interface Visit {
  /** What the person types to sign in there. */
  readonly account: string;
  /** Whether the person lets the application in. Default: yes. */
  readonly consents?: boolean;
}

/**
 * Goes through a provider's pages as a person in a browser does, up to the URL it sends them back
 * to, which is not opened.
 */
export async function visitProvider(
  start: string,
  { account, consents = true }: Visit,
): Promise<URL> {
  const cookies = new Map<string, string>();
  const home = new URL(start).origin;
  let at = new URL(start);
  let form: URLSearchParams | null = null;

  for (let step = 0; step < MOST_STEPS; step++) {
    const reply: Response = await fetch(at, {
      method: form ? "POST" : "GET",
      body: form,
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const cookie of reply.headers.getSetCookie()) keep(cookies, cookie);
    const location: string | null = reply.headers.get("location");
    const page = await reply.text();
    if (location) {
      [at, form] = [new URL(location, at), null];
      if (at.origin !== home) return at;
    } else {
      if (reply.status !== 200)
        throw new Error(
          `the provider answers ${reply.status}: ${page.replaceAll(/<(style|head)[^]*<\/\1>|<[^>]*>/g, " ").replaceAll(/\s+/g, " ")}`,
        );
      const next = answerPage(page, { account, consents });
      [at, form] = [new URL(next.to, at), next.form];
    }
  }
  throw new Error(`still at the provider after ${MOST_STEPS} steps`);
}

function keep(cookies: Map<string, string>, cookie: string): void {
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  if (value === "") cookies.delete(name);
  else cookies.set(name, value);
}

/** Fills in the one form of a page, or follows its link away. */
function answerPage(
  page: string,
  { account, consents }: Required<Visit>,
): { readonly to: string; readonly form: URLSearchParams | null } {
  const [, prompt = ""] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
  const [, abort = ""] = /href="([^"]*\/abort)"/.exec(page) ?? [];
  const [, action = ""] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
  if (prompt === "consent" && !consents) return { to: abort, form: null };
  return {
    to: action,
    form: new URLSearchParams({
      prompt,
      ...(prompt === "login" && { login: account, password: "of no account here" }),
    }),
  };
}
