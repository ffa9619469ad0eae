/** What a request came to. Status 0 means that no answer came. */
export interface Answer {
  readonly status: number;
  readonly code: string | null;
  /** That of the session, if one was set. */
  readonly cookie: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Ask {
  readonly body?: object;
  readonly cookie?: string | null;
}

const CUT: Answer = { status: 0, code: null, cookie: null, body: {} };

async function readAnswer(reply: Response): Promise<Answer> {
  const text = await reply.text();
  const body = (text === "" ? {} : JSON.parse(text)) as Answer["body"] | null;
  const code = body?.["code"];
  const set = reply.headers.getSetCookie().find((cookie) => /^session=[^;]/.test(cookie));
  return {
    status: reply.status,
    code: typeof code === "string" ? code : null,
    cookie: set?.split(";")[0] ?? null,
    body: body ?? {},
  };
}

const optionsOf = ({ body, cookie }: Ask): RequestInit => ({
  method: body ? "POST" : "GET",
  headers: {
    ...(body && { "content-type": "application/json" }),
    ...(cookie && { cookie }),
  },
  ...(body && { body: JSON.stringify(body) }),
  signal: AbortSignal.timeout(15_000),
});

/** One request, answered or cut off. */
export async function ask(url: string, what: Ask = {}): Promise<Answer> {
  try {
    return await readAnswer(await fetch(url, optionsOf(what)));
  } catch {
    return CUT;
  }
}

export const requestCode = (url: string, email: string): Promise<Answer> =>
  ask(`${url}/api/auth/email-otp/send-verification-otp`, { body: { email, type: "sign-in" } });

export const signIn = (url: string, email: string, otp: string): Promise<Answer> =>
  ask(`${url}/api/auth/email-otp/sign-in`, { body: { email, otp } });

export const checkSession = (url: string, cookie: string): Promise<Answer> =>
  ask(`${url}/api/v1/auth/me`, { cookie });

export const signOut = (url: string, cookie: string): Promise<Answer> =>
  ask(`${url}/api/auth/sign-out`, { body: {}, cookie });
