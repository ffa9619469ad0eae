/** @typedef {import("./shapes.js").AcceptedSurvivor} AcceptedSurvivor */

/**
 * The changes that no test notices, and why that is right: file, line and change under the reason.
 * @type {Readonly<Record<string, readonly (readonly [file: string, line: string, change: string])[]>>}
 */
const BY_REASON = {
  "What stands there is never used: the part before it is always there, and only the compiler does not know.":
    [
      [
        "packages/core/src/lifecycle/account-deletion/finish-erasure.procedure.ts",
        'const [section = "", userId = ""] = job.subject.split(" ");',
        '"" → "Stryker was here!"',
      ],
      [
        "packages/core/src/sign-in/magic-link/magic-link.ts",
        'name: displayNameFrom(link.name ?? ""),',
        '"" → "Stryker was here!"',
      ],
    ],
  "Both texts are no email address, so the profile has none.": [
    [
      "packages/core/src/sign-in/oauth/profile-of-identity.ts",
      'email: parseEmailAddress(email ?? ""),',
      '"" → "Stryker was here!"',
    ],
  ],
  "Neither text is a state that was ever made, so nothing is found.": [
    [
      "packages/core/src/sign-in/oauth/redeem-callback.procedure.ts",
      'const started = await consumeState(env, provider, { state: parameters["state"] ?? "", client });',
      '"" → "Stryker was here!"',
    ],
  ],
  "A counter is never negative: what is not ahead of 0 is 0.": [
    [
      "packages/core/src/sign-in/passkey/ceremony-rules.ts",
      "(known === 0 && presented === 0) || presented > known;",
      "presented === 0 → true",
    ],
  ],
  "The line only saves the counting of a password that is much too long; counted, it is refused as well.":
    [
      [
        "packages/core/src/sign-in/password/password-rules.ts",
        'if (password.length > policy.passwordMaxLength * 2) return "PASSWORD_TOO_LONG";',
        "password.length > policy.passwordMaxLength * 2 → false",
      ],
    ],
  "Both sides of the comparison are folded, and it does not matter in which direction.": [
    [
      "packages/core/src/sign-in/password/password-rules.ts",
      'text.toLowerCase().replaceAll(/[\\p{N}\\p{P}\\p{S}\\p{Z}]/gu, "");',
      "text.toLowerCase() → text.toUpperCase()",
    ],
  ],
  "Only whether there is a hash is asked, and undefined is none, like null.": [
    [
      "packages/core/src/sign-in/password/password.ts",
      "passwordHasher.hash(new Secret(normalisePassword(password.reveal()))).catch(() => null);",
      "() => null → () => undefined",
    ],
  ],
  "The order of ids keeps two transactions from waiting for each other in a circle. One transaction alone, which is all that SQLite runs at a time, does the same in any order; `npm run prove races` runs them side by side on Postgres.":
    [
      [
        "[...coOwners.values()].sort((one, other) => (one.id < other.id ? -1 : 1)) → [...coOwners.values()]",
      ],
      ["one.id < other.id → true"],
      ["one.id < other.id → false"],
      ["one.id < other.id → one.id <= other.id"],
      ["one.id < other.id → one.id >= other.id"],
      ["-1 → +1"],
    ].map(([change = ""]) => [
      "packages/core/src/lifecycle/account-deletion/erase-user.ts",
      "const inOrder = [...coOwners.values()].sort((one, other) => (one.id < other.id ? -1 : 1));",
      change,
    ]),
  "The keys of a map are never equal.": [
    [
      "packages/core/src/account/session/touch-sessions.procedure.ts",
      "for (const [id, touch] of [...touches].sort(([one], [other]) => (one < other ? -1 : 1)))",
      "one < other → one <= other",
    ],
  ],
  "The two users of a change are never the same, so their ids are never equal.": [
    [
      "packages/core/src/organizations/membership/pass-ownership.ts",
      "one.member.userId < other.member.userId ? -1 : 1,",
      "one.member.userId < other.member.userId → one.member.userId <= other.member.userId",
    ],
  ],
  "The words only reach the operator, beside the event and its fields, which are tested.": [
    [
      "packages/core/src/lifecycle/data-export/produce-export.procedure.ts",
      'throw new Error("the file was removed before it was ready");',
      '"the file was removed before it was ready" → ""',
    ],
    [
      "packages/core/src/lifecycle/data-export/write-document.procedure.ts",
      'if (!user) throw new Error("the user is gone");',
      '"the user is gone" → ""',
    ],
  ],
  "A generator without statements yields nothing either.": [
    [
      "packages/core/src/lifecycle/data-export/write-document.procedure.ts",
      "async function* noRows() {",
      "{ yield* []; } → {}",
    ],
  ],
  "The comparison only saves the reading of a page behind the last one: that page is empty, and an empty page ends the reading as well.":
    [
      [
        "packages/core/src/lifecycle/data-export/write-document.procedure.ts",
        "after = page.length < policy.exportPageRows ? null : (page.at(-1) ?? null);",
        "page.length < policy.exportPageRows → false",
      ],
      [
        "packages/core/src/lifecycle/erasure/hand-over-organizations.ts",
        "after = members.length < MEMBERS_PER_PAGE ? null : (members.at(-1) ?? null);",
        "members.length < MEMBERS_PER_PAGE → false",
      ],
    ],
  "An export that was never ready has no times, and one that has expired is past them, which is asked next.":
    [
      [
        "packages/core/src/lifecycle/data-export/show-export.procedure.ts",
        'if (status !== "ready" || !readyAt || !expiresAt) return { request, downloadUrl: null };',
        'status !== "ready" → false',
      ],
    ],
  "Neither text is an email address, so no user is found.": [
    [
      "packages/core/src/sign-in/email-verification/email-verification.ts",
      'const parsed = parseEmailAddress(email ?? "");',
      '"" → "Stryker was here!"',
    ],
  ],
  "Behind the end of the header there is nothing to find, and the search ends.": [
    [
      "packages/http/src/kernel/cookies.ts",
      "for (let start = 0; start < header.length;) {",
      "start < header.length → start <= header.length",
    ],
  ],
  "Without a part of the range, or without anything before the zone, nothing is found either way.":
    [
      [
        "packages/core/src/background/language/languages.ts",
        "for (let length = parts.length; length > 0; length--) {",
        "length > 0 → length >= 0",
      ],
      [
        "packages/http/src/kernel/peer.ts",
        "const bare = zone < 0 ? text : text.slice(0, zone);",
        "zone < 0 → zone <= 0",
      ],
    ],
  "The comparison only saves the look at members who could not be better than the best so far: one who is as good does not take its place.":
    [
      ["if (rankOfRole >= bestRank) continue;", "rankOfRole >= bestRank → false"],
      ["if (rankOfRole >= bestRank) continue;", "rankOfRole >= bestRank → rankOfRole > bestRank"],
      ["if (bestRank === 0) break;", "bestRank === 0 → false"],
    ].map(([line = "", change = ""]) => [
      "packages/core/src/lifecycle/erasure/hand-over-organizations.ts",
      line,
      change,
    ]),
  "Neither text is a range of languages, so no language is asked for.": [
    [
      "packages/core/src/background/language/languages.ts",
      'for (const range of rangesOf(preference ?? "")) {',
      '"" → "Stryker was here!"',
    ],
  ],
  "No color is at the bound of the two formulas: a byte of 10 lies below it, and one of 11 above.":
    [
      [
        "packages/core/src/background/mail/mail-brand.ts",
        "return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;",
        "share <= 0.04045 → share < 0.04045",
      ],
    ],
  "The value only lets the loop begin, which sets it anew: any but 0 does.": [
    [
      "packages/core/src/background/worker/worker.ts",
      "for (let done = -1; done !== 0; total += done) {",
      "-1 → +1",
    ],
  ],
  "The line only saves the making of a body that goes to no endpoint.": [
    [
      "packages/core/src/background/webhook/enqueue-deliveries.ts",
      "if (endpoints.length === 0) return;",
      "endpoints.length === 0 → false",
    ],
  ],
  "Nothing reads the value before a nudge has set it: only a nudge lets a run begin.": [
    ["packages/core/src/background/worker/task-loop.ts", "let again = false;", "false → true"],
  ],
  "A run of a task that is stopped does nothing either: `runOnce` looks whether it is.": [
    [
      "packages/core/src/background/worker/task-loop.ts",
      'while (again && state === "started") {',
      'state === "started" → true',
    ],
  ],
  "Nothing reads what the promise resolves to.": [
    [
      "packages/core/src/background/jobs/jobs.ts",
      "await store.jobs.recordFailure(id, token, describeFailure(failure)).catch(() => false);",
      "() => false → () => undefined",
    ],
    [
      "packages/core/src/background/jobs/jobs.ts",
      "await store.jobs.recordFailure(id, token, describeFailure(failure)).catch(() => false);",
      "false → true",
    ],
    [
      "packages/core/src/background/leased-queue/drain-queue.procedure.ts",
      "queue.extend(id, token, leaseEnd()).catch(() => false);",
      "false → true",
    ],
    [
      "packages/core/src/background/leased-queue/drain-queue.procedure.ts",
      "queue.extend(id, token, leaseEnd()).catch(() => false);",
      "() => false → () => undefined",
    ],
  ],
  "All mails of a batch are under way at once, so that none waits behind another: only jobs are lost here.":
    [
      [
        "packages/core/src/background/leased-queue/drain-queue.procedure.ts",
        'else logger.info(isMail ? "mail_lost" : "job_lost", named(row));',
        '"mail_lost" → ""',
      ],
    ],
  "The list destructured or indexed there always has the entry: a text that is split has a first part, and only paths with as many segments as the pattern are compared.":
    [
      [
        "packages/http/src/kernel/input.ts",
        'const [essence = "", ...parameters] = contentType.toLowerCase().split(";");',
        '"" → "Stryker was here!"',
      ],
      [
        "packages/http/src/kernel/routing.ts",
        'const actual = segments[index] ?? "";',
        '"" → "Stryker was here!"',
      ],
    ],
  "Neither text is a media type that any route takes.": [
    [
      "packages/http/src/kernel/input.ts",
      'function essenceOf(contentType = ""): string {',
      '"" → "Stryker was here!"',
    ],
    ["packages/http/src/kernel/input.ts", ': "";', '"" → "Stryker was here!"'],
  ],
  "Neither text is an origin, and only origins are allowed.": [
    [
      "packages/http/src/kernel/origin.ts",
      'site.allowedOrigins.has(request.header("origin") ?? "");',
      '"" → "Stryker was here!"',
    ],
  ],
  "Neither text is an id, so the client works in no organization.": [
    [
      "packages/http/src/kernel/admission.ts",
      'return { ...client, organization: parseId<OrganizationId>(params["id"] ?? "") };',
      '"" → "Stryker was here!"',
    ],
  ],
  "The condition only saves a microtask: to await nothing takes one, and does nothing else.": [
    ["packages/http/src/kernel/dispatch.ts", "if (counting) await counting;", "counting → true"],
    ["packages/http/src/kernel/dispatch.ts", "if (writing) await writing;", "writing → true"],
  ],
  "The line only saves the merging of names: where there are none before, what follows gives the new ones as they are.":
    [
      [
        "packages/http/src/kernel/headers.ts",
        'if (before === "") return names;',
        'before === "" → false',
      ],
      [
        "packages/http/src/kernel/headers.ts",
        'if (before === "") return names;',
        '"" → "Stryker was here!"',
      ],
    ],
  "The names of headers are ASCII: those that are the same in small letters are the same in capitals.":
    [
      [
        "packages/http/src/kernel/headers.ts",
        "const unique = new Map(all.filter(Boolean).map((name) => [name.toLowerCase(), name]));",
        "name.toLowerCase() → name.toUpperCase()",
      ],
    ],
  "The filter only saves time: a path without parameters is found in the map before, and as a pattern it matches nothing else.":
    [
      [
        "packages/http/src/kernel/routing.ts",
        "const patterns = paths",
        "paths .filter(([path]) => hasParameters(path)) → paths",
      ],
    ],
  "A text that is split has a first part always, and who writes the subject of such a job writes both of its parts.":
    [
      [
        "packages/core/src/background/events/notify-subscriber.procedure.ts",
        'const [event = "", subscriber = ""] = job.subject.split(" ");',
        '"" → "Stryker was here!"',
      ],
      [
        "packages/core/src/background/jobs/describe-failure.ts",
        'const [line = ""] = plain.split(/[\\r\\n]/, 1);',
        '"" → "Stryker was here!"',
      ],
    ],
  "A mail that is no notice has no group, and only of a mail with a group is it asked whether it is over the budget of that group.":
    [["packages/core/src/background/mail/enqueue-mail.ts", "overBudget: false,", "false → true"]],
  "No color has exactly this lightness: of all 16,777,216 the nearest is more than a hundred-millionth away.":
    [
      [
        "packages/core/src/background/mail/mail-brand.ts",
        'return luminance > MIDDLE ? "#000000" : "#ffffff";',
        "luminance > MIDDLE → luminance >= MIDDLE",
      ],
    ],
  "Only the look of a mail changes: labels, the footer and the address below a button are no longer small and grey.":
    [
      [
        "packages/core/src/background/mail/rendering.ts",
        'const QUIET = "color:#767676;font-size:13px";',
        '"color:#767676;font-size:13px" → ""',
      ],
    ],
  "The parser of the URL standard ends a protocol with its only colon, so nothing stands behind it.":
    [
      [
        "packages/core/src/background/webhook/endpoint-url.ts",
        'if (!url || !/^https?:$/.test(url.protocol)) return { fault: "An endpoint is an https URL." };',
        "/^https?:$/ → /^https?:/",
      ],
    ],
  "The question only saves a look at a queue in which nothing has changed.": [
    [
      "packages/core/src/background/webhook/webhook.ts",
      'if (isQueued) env.nudge("webhooks");',
      "isQueued → true",
    ],
  ],
  "One byte more is written where the next loop writes another over it, or behind the end of the array, which takes none.":
    [
      [
        "for (let i = 2, shift = 24; i < 6; i++, shift -= 8) bytes[i] = unixMs >>> shift;",
        "i < 6 → i <= 6",
      ],
      ["for (let i = 0; i < 10; i++) bytes[6 + i] = random[i]!;", "i < 10 → i <= 10"],
    ].map(([line = "", change = ""]) => ["packages/core/src/kernel/ids.ts", line, change]),
  "Neither text is an IP address, and the item that would be there is passed over.": [
    [
      "packages/express/src/client-ip.ts",
      'const [, text = "", length] = /^([\\da-f.:]+)(?:\\/(0|[1-9]\\d{0,2}))?$/i.exec(entry) ?? [];',
      '"" → "Stryker was here!"',
    ],
    [
      "packages/express/src/client-ip.ts",
      'const [, text = "", length] = /^([\\da-f.:]+)(?:\\/(0|[1-9]\\d{0,2}))?$/i.exec(entry) ?? [];',
      '[] → ["Stryker was here"]',
    ],
    [
      "packages/express/src/client-ip.ts",
      'const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");',
      '"" → "Stryker was here!"',
    ],
  ],
  "Node names the method and the target of each request that a server receives, and only its types do not know.":
    [
      ["packages/express/src/node-http.ts", 'method: incoming.method ?? "GET",', '"GET" → ""'],
      [
        "packages/express/src/node-http.ts",
        'function requestTarget({ originalUrl, url = "/" }: IncomingRequest): string {',
        '"/" → ""',
      ],
    ],
  "As a number both texts are 0.": [
    [
      "packages/express/src/node-http.ts",
      'const { "transfer-encoding": chunked, "content-length": length = "0" } = incoming.headers;',
      '"0" → ""',
    ],
  ],
  "The line only saves the reading of a body that has been read to its end: it is empty then, and an empty body is none as well.":
    [
      [
        "packages/express/src/node-http.ts",
        "if (incoming.readableEnded) return null;",
        "incoming.readableEnded → false",
      ],
    ],
  "A header without values is not sent, and the cookies that the application has set are set once more.":
    [
      ["packages/express/src/node-http.ts", "if (cookies.length > 0)", "cookies.length > 0 → true"],
      [
        "packages/express/src/node-http.ts",
        "if (cookies.length > 0)",
        "cookies.length > 0 → cookies.length >= 0",
      ],
    ],
  "A listener for `drain` that has been called is gone already, and behind `close` nothing drains.":
    [
      [
        "packages/express/src/node-http.ts",
        'response.off("drain", go).off("close", go);',
        '"drain" → ""',
      ],
    ],
  "Requests and responses behave alike in both of their shapes: only speed tells, and only from Node 24 on.":
    [
      [
        "packages/express/src/hidden-class.ts",
        "const shares = Number.parseInt(process.versions.v8, 10) >= FIRST_SHARING_V8;",
        "Number.parseInt(process.versions.v8, 10) >= FIRST_SHARING_V8 → false",
      ],
      [
        "packages/express/src/hidden-class.ts",
        "const shares = Number.parseInt(process.versions.v8, 10) >= FIRST_SHARING_V8;",
        "Number.parseInt(process.versions.v8, 10) >= FIRST_SHARING_V8 → Number.parseInt(process.versions.v8, 10) > FIRST_SHARING_V8",
      ],
    ],
  "The property is deleted again, whatever its value was.": [
    ["packages/express/src/hidden-class.ts", "Reflect.set(object, FIRST, true);", "true → false"],
    ["packages/express/src/hidden-class.ts", "Reflect.set(object, LAST, true);", "true → false"],
  ],
  "The bound keeps a stop from waiting for ever, and a turn of the event loop more does not.": [
    [
      "packages/express/src/stop-serving.ts",
      "for (let turn = 0; accepted && turn < MAX_WAITING_CONNECTIONS; turn++) {",
      "turn < MAX_WAITING_CONNECTIONS → turn <= MAX_WAITING_CONNECTIONS",
    ],
  ],
  "An empty list trusts nobody, like none: the comparison only saves the look into it.": [
    [
      "packages/express/src/surface.ts",
      "const proxies = trustProxy.length > 0 ? trustedProxies(trustProxy) : null;",
      "trustProxy.length > 0 → true",
    ],
    [
      "packages/express/src/surface.ts",
      "const proxies = trustProxy.length > 0 ? trustedProxies(trustProxy) : null;",
      "trustProxy.length > 0 → trustProxy.length >= 0",
    ],
  ],
};

/** @type {readonly AcceptedSurvivor[]} */
export const ACCEPTED = Object.entries(BY_REASON).flatMap(([why, changes]) =>
  changes.map(([file, line, change]) => ({ file, line, change, why })),
);
