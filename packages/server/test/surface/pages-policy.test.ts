import { describe, expect, it } from "vitest";
import { answerOfPage, ELSEWHERE, GO_BY_PAGES, joinByPages } from "./policy-by-pages.js";
import { meet, outcomeOf } from "./policy-people.js";
import { nameOf, type PolicyServices, policyServices } from "./policy-services.js";
import { cells, type Person, TABLE, type Way } from "./policy-table.js";

const SIGN_UP: Way = "sign-up with a password";
const OFF = "SIGN_IN_METHOD_NOT_OFFERED";

/** A way that is not offered has no page to be refused on. */
const byPages = (expected: string | undefined) => (expected === OFF ? ELSEWHERE : expected);

/** The cells of a setting, of that way or of all others. */
const rowsOf = (setting: string, isIncluded: (way: Way) => boolean) =>
  cells
    .filter((cell) => cell.setting === setting && isIncluded(cell.way))
    .map(({ person, way, expected }) => [person, way, byPages(expected)] as const);

/** What comes of a person who goes in by the forms of the pages. */
async function outcome({ before, service }: PolicyServices, person: Person, way: Way) {
  const someone = await meet(before, person, way);
  const exists = async () => (await service.findUser(someone.email)) !== null;
  const wasThere = await exists();
  const answer = answerOfPage(await GO_BY_PAGES[way](service, someone, before.stub));
  return outcomeOf(answer, { wasThere, isThere: await exists() });
}

/** What comes of the button of a mailed invitation, and of the code that it mails. */
const JOINING: Readonly<Record<keyof typeof TABLE, string>> = {
  "SIGN_UP=open": "new",
  "SIGN_UP=invited": "new",
  "SIGN_UP=off": "SIGN_UP_NOT_ALLOWED",
  "SIGN_UP_DOMAINS=example.org": "new",
  "SIGN_UP_DOMAINS=example.org,example.com": "new",
  // To the other ways, with the invitation.
  "SIGN_IN_METHODS=link,password,passkey,provider": ELSEWHERE,
  "SIGN_IN_METHODS=code,password,passkey,provider": "new",
  "SIGN_IN_METHODS=code,link,passkey,provider": "new",
  "SIGN_IN_METHODS=code,link,password,provider": "new",
  "SIGN_IN_METHODS=code,link,password,passkey": "new",
  "REQUIRE_EMAIL_VERIFICATION=true": "new",
  "SESSION_DAYS=1": "new",
  "SESSION_IDLE_DAYS=1": "new",
  "PASSWORD_MIN_LENGTH=64": "new",
};

describe.each(Object.entries(JOINING))("the pages, with %s,", (setting, joined) => {
  const services = policyServices([setting], { hasPages: true });

  it.each(rowsOf(setting, (way) => way !== SIGN_UP))(
    "answer %s by %s: %s",
    async (person, way, expected) => {
      expect(await outcome(services, person, way)).toBe(expected);
    },
  );

  it("have no page to sign up on beside a code or a link", async () => {
    expect(await outcome(services, "unknown", SIGN_UP)).toBe(ELSEWHERE);
  });

  it(`answer the button of an invitation, and the code: ${joined}`, async () => {
    const { before, service } = services;
    const { email } = await meet(before, "invited", "code");
    const reply = await joinByPages(service, before.open.inbox.linkFor(email), email);
    const isThere = (await service.findUser(email)) !== null;
    expect(outcomeOf(answerOfPage(reply), { wasThere: false, isThere })).toBe(joined);
  });
});

/** Settings in which accounts are made by a password on a page of its own, while all may sign up. */
const WITH_SIGN_UP = Object.keys(TABLE).filter(
  // Invited people need a code or a link.
  (setting) => nameOf(setting) !== "SIGN_IN_METHODS" && setting !== "SIGN_UP=invited",
);
const ONLY_PASSWORD = "SIGN_IN_METHODS=password,passkey,provider";

describe.each(WITH_SIGN_UP)("the page of the sign-up, with %s,", (setting) => {
  const services = policyServices([setting, ONLY_PASSWORD], { hasPages: true });

  const rows = rowsOf(setting, (way) => way === SIGN_UP);
  const isClosed = setting === "SIGN_UP=off";
  it.each(
    rows.map(([person, way, expected]) => [person, way, isClosed ? ELSEWHERE : expected] as const),
  )("answers %s by %s: %s", async (person, way, expected) => {
    expect(await outcome(services, person, way)).toBe(expected);
  });
});
