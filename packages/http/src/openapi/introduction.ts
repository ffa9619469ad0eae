import { sessionCookieName } from "@acme/auth-core/surface";

const DOCS = "https://github.com/acme/auth/blob/main/docs";

const JSON_TYPE = "-H Content-Type:application/json";

/** What a reader needs to know before the first request, in Markdown. */
export const introduction = (serverUrl: string): string => `\
Sign-in, sessions, organizations and the life of an account, over HTTP with JSON.

**First session.** Ask for a code, exchange it for a session, and ask who is signed in:

\`\`\`sh
curl ${serverUrl}/api/auth/email-otp/send-verification-otp \\
  ${JSON_TYPE} \\
  -d '{"email":"ada@example.com",
       "type":"sign-in"}'

curl ${serverUrl}/api/auth/email-otp/sign-in \\
  ${JSON_TYPE} \\
  -c cookies.txt \\
  -d '{"email":"ada@example.com",
       "otp":"THE CODE"}'

curl -b cookies.txt \\
  ${serverUrl}/api/v1/auth/me
\`\`\`

**Cookie.** Signing in sets the cookie \`${sessionCookieName({ secure: serverUrl.startsWith("https:") })}\`, \
which is \`HttpOnly\` and \`SameSite=Lax\`. Browsers send it by themselves; from another origin of the \
same site, call \`fetch\` with \`credentials: "include"\`.

**Origin.** A request that may change something is refused with 403 \`INVALID_ORIGIN\` when it comes \
from a page whose origin the service does not allow. Programs send no \`Origin\`, and need none.

**Errors.** A refusal is JSON with a \`code\` for programs and a \`message\` for people. Codes are \
added, never renamed or reused. \`VALIDATION_ERROR\` lists the fields at fault in \`issues\`. \
The \`X-Request-Id\` of an answer is also in the log of the service.

**Limits.** Too many requests or attempts are refused with 429, and \`Retry-After\` says how many \
seconds to wait. A limit of requests also names its quota in \`RateLimit\` and \`RateLimit-Policy\`.

**Lists.** A list that may be long takes \`limit\` and \`cursor\`. Send its \`nextCursor\` as the next \
\`cursor\`, until it is null.

**Versions.** Pass over fields and codes that you do not know: new ones break nothing. What a release \
may change is in [Versions and support](${DOCS}/versioning.md). The official better-auth client \
[works too](${DOCS}/better-auth-client.md).

**Guide.** [The guide](${DOCS}/guide/README.md) goes from the first session to deployment; \
[Front ends](${DOCS}/guide/front-ends.md) is about browsers and native applications.
`;
