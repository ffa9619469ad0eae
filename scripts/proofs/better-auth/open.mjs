import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { importBundled } from "../../bundle.mjs";
import { Failure } from "../../tasks/command.mjs";

const { Request } = globalThis;
const ORIGIN = "http://localhost:3000";
export const PASSWORD = "three green bicycles";
export const NEW_PASSWORD = "four yellow tricycles";

/** @typedef {{ readonly status: number, readonly body: any, readonly location: string | null }} Reply */
/**
 * @typedef {{ send(method: string, path: string, body?: object): Promise<Reply> }} Browser It keeps
 * cookies. Paths stand below `/api/auth`.
 */
/** @typedef {{ readonly email: string, readonly browser: Browser }} Person Signed in. */
/** @typedef {Awaited<ReturnType<typeof openBetterAuth>>} World */

/**
 * Opens better-auth over its memory adapter, with its two-factor plugin and every plugin that has a
 * door, as their documentation configures them.
 * @param {string} folder Whose dependency it is.
 * @param {{ readonly name: string, readonly passkey: string | null }} release
 */
export async function openBetterAuth(folder, { name, passkey }) {
  const { resolve } = createRequire(join(folder, "package.json"));
  const load = async (/** @type {string} */ path) => import(pathToFileURL(resolve(path)).href);
  const { betterAuth } = await load(name);
  const { memoryAdapter } = await load(`${name}/adapters/memory`);
  const plugins = await load(`${name}/plugins`);
  const passkeys = passkey === null ? null : await load(passkey);
  const { createSoftwareAuthenticator } = await importBundled(
    "packages/testing/src/software-authenticator.ts",
  );
  const provider = await startProvider();
  /** What was mailed last, by its kind. @type {Record<string, string>} */
  const mailed = {};
  const models = ["user", "session", "account", "verification", "twoFactor", "passkey"];
  const auth = betterAuth({
    baseURL: ORIGIN,
    secret: "a secret of this proof, which guards nothing",
    database: memoryAdapter(Object.fromEntries(models.map((model) => [model, []]))),
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    emailAndPassword: {
      enabled: true,
      sendResetPassword: async (/** @type {{ token: string }} */ { token }) => {
        mailed["reset"] = token;
      },
    },
    emailVerification: {
      autoSignInAfterVerification: true,
      sendVerificationEmail: async (/** @type {{ token: string }} */ { token }) => {
        mailed["verification"] = token;
      },
    },
    account: { accountLinking: { enabled: true, trustedProviders: ["partner"] } },
    plugins: [
      plugins.twoFactor(),
      plugins.emailOTP({
        sendVerificationOTP: async (/** @type {{ otp: string }} */ { otp }) => {
          mailed["code"] = otp;
        },
      }),
      plugins.magicLink({
        sendMagicLink: async (/** @type {{ token: string }} */ { token }) => {
          mailed["link"] = token;
        },
      }),
      plugins.genericOAuth({ config: [provider.config] }),
      ...(passkeys
        ? [passkeys.passkey({ rpID: "localhost", rpName: "Proof", origin: ORIGIN })]
        : []),
    ],
  });

  /** @returns {Browser} */
  function browser() {
    const jar = createJar();
    return {
      async send(method, path, body) {
        const headers = { origin: ORIGIN, "content-type": "application/json", cookie: jar.read() };
        const url = new URL(path.startsWith("/api/") ? path : `/api/auth${path}`, ORIGIN);
        const sent = body === undefined ? null : JSON.stringify(body);
        const reply = await auth.handler(new Request(url, { method, headers, body: sent }));
        jar.keep(reply.headers.getSetCookie());
        const isJson = reply.headers.get("content-type")?.includes("json");
        const text = await reply.text();
        const parsed = isJson && text !== "" ? JSON.parse(text) : null;
        return { status: reply.status, body: parsed, location: reply.headers.get("location") };
      },
    };
  }

  let people = 0;
  return {
    browser,
    mailed,
    provider,
    createAuthenticator: () => createSoftwareAuthenticator({ origin: ORIGIN }),

    /**
     * Signs somebody up, verified unless the door is the verification.
     * @param {{ readonly isUnverified?: boolean }} door
     * @returns {Promise<Person>}
     */
    async member({ isUnverified = false }) {
      const person = { email: `person${++people}@example.com`, browser: browser() };
      const body = { email: person.email, password: PASSWORD, name: "Ada" };
      await ok(person.browser.send("POST", "/sign-up/email", body));
      if (!isUnverified) {
        const context = await auth.$context;
        await context.internalAdapter.updateUserByEmail(person.email, { emailVerified: true });
      }
      return person;
    },

    /** Enrolls an authenticator app. @param {Person} person */
    async enroll({ browser: own }) {
      const { totpURI } = await ok(own.send("POST", "/two-factor/enable", { password: PASSWORD }));
      await ok(own.send("POST", "/two-factor/verify-totp", { code: codeOf(totpURI) }));
      const { body } = await own.send("GET", "/get-session");
      if (body?.user?.twoFactorEnabled !== true) throw new Failure("The user is not enrolled.");
    },

    close: provider.close,
  };
}

/** The cookies of a browser. */
function createJar() {
  const cookies = /** @type {Map<string, string>} */ (new Map());
  return {
    read: () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    keep(/** @type {readonly string[]} */ set) {
      for (const cookie of set) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === "" || /Max-Age=0/i.test(cookie)) cookies.delete(name);
        else cookies.set(name, value);
      }
    },
  };
}

/**
 * Returns the body of a reply that must be a success.
 * @param {Promise<Reply>} sent
 * @returns {Promise<any>}
 */
export async function ok(sent) {
  const { status, body, location } = await sent;
  if (status < 400) return body ?? { location };
  throw new Failure(`${status} ${JSON.stringify(body)}`);
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code that an app shows now, by RFC 6238. @param {string} uri */
function codeOf(uri) {
  const secret = new URL(uri).searchParams.get("secret")?.replaceAll("=", "") ?? "";
  const bits = [...secret].map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** An OAuth provider on this machine, which vouches for the person who is next. */
async function startProvider() {
  const next = { email: "" };
  const server = createServer((request, response) => {
    const isToken = request.url?.startsWith("/token") ?? false;
    const { email } = next;
    const person = { sub: email, id: email, email, email_verified: true, name: "Ada" };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(isToken ? { access_token: "x", token_type: "bearer" } : person));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(null)));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : address;
  const url = `http://127.0.0.1:${port}`;
  return {
    next,
    config: {
      providerId: "partner",
      clientId: "proof",
      clientSecret: "proof",
      authorizationUrl: `${url}/authorize`,
      tokenUrl: `${url}/token`,
      userInfoUrl: `${url}/userinfo`,
      scopes: ["email"],
    },
    close: () => new Promise((closed) => server.close(() => closed(null))),
  };
}
