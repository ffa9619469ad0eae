import { HtmlValidate, Parser } from "html-validate";
import { beforeAll, describe, expect, it } from "vitest";
import { HOSTILE_TEXTS } from "./hostile-texts.js";
import { type CastNames, openCast } from "./states/cast.js";
import { drawAll } from "./states/states.js";

/** What a name may have, in code points: as many hostile texts as fit stand in one name. */
const LONGEST = 190;
const CHUNKS = HOSTILE_TEXTS.reduce<readonly string[]>((chunks, text) => {
  const last = chunks.at(-1) ?? "";
  const longer = `${last} ${text}`.trim();
  return longer.length > LONGEST ? [...chunks, text] : [...chunks.slice(0, -1), longer];
}, []);

/** Attributes whose value leads somewhere, or is loaded. */
const LEADING = /^(href|src|srcset|action|formaction|content|http-equiv)$/;

let parser: Parser;
beforeAll(async () => {
  parser = new Parser(await new HtmlValidate({ extends: [] }).getConfigFor("page.html"));
});

/** The elements of a document with their attributes, and where they lead. */
const structureOf = (html: string): readonly string[] =>
  parser
    .parseHtml(html)
    .querySelectorAll("*")
    .map(({ nodeName, attributes }) =>
      [
        nodeName,
        ...attributes.map(({ key, value }) =>
          LEADING.test(key) ? `${key}=${JSON.stringify(value)}` : key,
        ),
      ].join(" "),
    );

const named = (text: string): CastNames => ({
  person: text,
  organization: text,
  passkey: text,
  userAgent: text,
  provider: text,
  typed: text,
});

/** What pages and mails look like where everything has a name. */
async function structures(names: CastNames) {
  const cast = await openCast({ names });
  const states = await drawAll(cast);
  await cast.world.auth.settle({ within: 10_000 });
  return [
    ...states.map(({ page, state, shown: { html } }) => ({ what: `${page}: ${state}`, html })),
    ...cast.world.inbox.mails.map(({ subject, html }, at) => ({
      what: `mail ${at}: ${subject}`,
      html,
    })),
  ];
}

let plain: Awaited<ReturnType<typeof structures>>;
beforeAll(async () => {
  plain = await structures(named("evil words"));
});

describe("hostile texts", () => {
  it("are 40", () => {
    expect(new Set(HOSTILE_TEXTS).size).toBe(40);
  });

  it.each(CHUNKS)("add no element, attribute or address to pages and mails: %s", async (chunk) => {
    const hostile = await structures(named(chunk));
    expect(hostile.length).toBe(plain.length);
    hostile.forEach(({ what, html }, at) => {
      expect(structureOf(html), what).toEqual(structureOf(plain[at]?.html ?? ""));
    });
  });

  it("turn no word beside them", async () => {
    const turned = (await structures(named("\u202Eevil"))).flatMap(({ what, html }) =>
      html
        .replaceAll(/<bdi[^>]*>.*?<\/bdi>|\u2068[^\u2069]*\u2069/gs, "")
        .split(/<[^>]*>/)
        // Alone in its element, it has nothing beside it.
        .filter((text) => text.includes("\u202E") && !/^\s*\u202E(?:evil)?x*E?\s*$/.test(text))
        .map((text) => `${what}: ${text}`),
    );
    expect(turned).toEqual([]);
  });
});
