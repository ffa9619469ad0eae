/** Everyone the table asks about. The first two have an account. */
export const PEOPLE = ["known", "unverified", "unknown", "invited"] as const;
export type Person = (typeof PEOPLE)[number];

/** Every way in that there is. */
export const WAYS = [
  "code",
  "link",
  "sign-up with a password",
  "password",
  "passkey",
  "provider that says verified",
  "provider that does not",
] as const;
export type Way = (typeof WAYS)[number];

/** What comes of it, for each of `PEOPLE`. */
type Outcomes = readonly [known: string, unverified: string, unknown: string, invited: string];

/** A session of the user who was there. */
const IN = "in";
/** A new user, and a session. */
const NEW = "new";
/** A new user and no session: the verification link is mailed. */
const MADE = "made, and mailed";
const NO = "SIGN_UP_NOT_ALLOWED";
const OFF = "SIGN_IN_METHOD_NOT_OFFERED";
const TAKEN = "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL";
const WRONG = "INVALID_EMAIL_OR_PASSWORD";
const SHORT = "PASSWORD_TOO_SHORT";
const UNVERIFIED = "EMAIL_NOT_VERIFIED";
/** Of people without an account no one has a passkey. */
const NONE = "PASSKEY_NOT_FOUND";

/** As it is without a word, as far as it is. */
const OPEN = {
  code: [IN, IN, NEW, NEW],
  link: [IN, IN, NEW, NEW],
  signUp: [TAKEN, TAKEN, NEW, NEW],
  password: [IN, IN, WRONG, WRONG],
  passkey: [IN, IN, NONE, NONE],
  provider: [IN, IN, NEW, NEW],
} as const satisfies Readonly<Record<string, Outcomes>>;
/** A way that is not offered, to whomever. */
const GONE: Outcomes = [OFF, OFF, OFF, OFF];
const REFUSED: Outcomes = [NO, NO, NO, NO];

/** How each setting of the server's variables answers each way in. */
export const TABLE = {
  "SIGN_UP=open": {
    code: OPEN.code,
    link: OPEN.link,
    "sign-up with a password": OPEN.signUp,
    password: OPEN.password,
    passkey: OPEN.passkey,
    "provider that says verified": OPEN.provider,
    "provider that does not": OPEN.provider,
  },
  "SIGN_UP=invited": {
    code: [IN, IN, NO, NEW],
    link: [IN, IN, NO, NEW],
    "sign-up with a password": REFUSED,
    password: OPEN.password,
    passkey: OPEN.passkey,
    "provider that says verified": [IN, IN, NO, NEW],
    "provider that does not": [IN, IN, NO, NO],
  },
  "SIGN_UP=off": {
    code: [IN, IN, NO, NO],
    link: [IN, IN, NO, NO],
    "sign-up with a password": REFUSED,
    password: OPEN.password,
    passkey: OPEN.passkey,
    "provider that says verified": [IN, IN, NO, NO],
    "provider that does not": [IN, IN, NO, NO],
  },
  // All people are of example.com.
  "SIGN_UP_DOMAINS=example.org": {
    code: [IN, IN, NO, NEW],
    link: [IN, IN, NO, NEW],
    "sign-up with a password": REFUSED,
    password: OPEN.password,
    passkey: OPEN.passkey,
    "provider that says verified": [IN, IN, NO, NEW],
    "provider that does not": [IN, IN, NO, NO],
  },
  "SIGN_UP_DOMAINS=example.org,example.com": {
    code: OPEN.code,
    link: OPEN.link,
    "sign-up with a password": OPEN.signUp,
    password: OPEN.password,
    passkey: OPEN.passkey,
    "provider that says verified": OPEN.provider,
    "provider that does not": OPEN.provider,
  },
  "SIGN_IN_METHODS=link,password,passkey,provider": {
    code: GONE,
    link: OPEN.link,
    "sign-up with a password": OPEN.signUp,
    password: OPEN.password,
    passkey: OPEN.passkey,
    "provider that says verified": OPEN.provider,
    "provider that does not": OPEN.provider,
  },
  "SIGN_IN_METHODS=code,password,passkey,provider": {
    code: OPEN.code,
    link: GONE,
    "sign-up with a password": OPEN.signUp,
    password: OPEN.password,
    passkey: OPEN.passkey,
    "provider that says verified": OPEN.provider,
    "provider that does not": OPEN.provider,
  },
  "SIGN_IN_METHODS=code,link,passkey,provider": {
    code: OPEN.code,
    link: OPEN.link,
    "sign-up with a password": GONE,
    password: GONE,
    passkey: OPEN.passkey,
    "provider that says verified": OPEN.provider,
    "provider that does not": OPEN.provider,
  },
  "SIGN_IN_METHODS=code,link,password,provider": {
    code: OPEN.code,
    link: OPEN.link,
    "sign-up with a password": OPEN.signUp,
    password: OPEN.password,
    passkey: GONE,
    "provider that says verified": OPEN.provider,
    "provider that does not": OPEN.provider,
  },
  "SIGN_IN_METHODS=code,link,password,passkey": {
    code: OPEN.code,
    link: OPEN.link,
    "sign-up with a password": OPEN.signUp,
    password: OPEN.password,
    passkey: OPEN.passkey,
    "provider that says verified": GONE,
    "provider that does not": GONE,
  },
  "REQUIRE_EMAIL_VERIFICATION=true": {
    // They verify by themselves.
    code: OPEN.code,
    link: OPEN.link,
    // The answer is the same for a taken email address.
    "sign-up with a password": ["mailed", "mailed", MADE, MADE],
    password: [IN, UNVERIFIED, WRONG, WRONG],
    passkey: [IN, UNVERIFIED, NONE, NONE],
    "provider that says verified": [IN, UNVERIFIED, NEW, NEW],
    "provider that does not": [IN, UNVERIFIED, MADE, MADE],
  },
  "SESSION_DAYS=1": {
    code: OPEN.code,
    link: OPEN.link,
    "sign-up with a password": OPEN.signUp,
    password: OPEN.password,
    passkey: OPEN.passkey,
    "provider that says verified": OPEN.provider,
    "provider that does not": OPEN.provider,
  },
  "SESSION_IDLE_DAYS=1": {
    code: OPEN.code,
    link: OPEN.link,
    "sign-up with a password": OPEN.signUp,
    password: OPEN.password,
    passkey: OPEN.passkey,
    "provider that says verified": OPEN.provider,
    "provider that does not": OPEN.provider,
  },
  "PASSWORD_MIN_LENGTH=64": {
    code: OPEN.code,
    link: OPEN.link,
    "sign-up with a password": [SHORT, SHORT, SHORT, SHORT],
    // One from before.
    password: OPEN.password,
    passkey: OPEN.passkey,
    "provider that says verified": OPEN.provider,
    "provider that does not": OPEN.provider,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Way, Outcomes>>>>;

/** Every cell of the table. */
export const cells = Object.entries<Readonly<Record<Way, Outcomes>>>(TABLE).flatMap(
  ([setting, ways]) =>
    WAYS.flatMap((way) =>
      PEOPLE.map((person, place) => ({ setting, way, person, expected: ways[way][place] })),
    ),
);
