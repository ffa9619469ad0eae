import type ts from "typescript";
import { isId, type Documented } from "./documented.js";
import type { Entry } from "./public-api.js";
import { block, plain, renderItem } from "./render-item.js";

export interface Heading {
  readonly title: string;
  readonly text: string;
}

/** Writes sections of one document; whatever stood in one of them is not repeated in the next. */
export function createBook(api: readonly Entry[]) {
  const items = api.flatMap(({ exports }) => [...exports.values()]);
  const bySymbol = new Map(items.map((item) => [item.symbol, item]));
  const shown = new Set<ts.Symbol>();

  function named(name: string): Documented {
    const item = items.find((each) => each.name === name);
    if (!item) throw new Error(`no entry point exports ${name}`);
    return item;
  }

  /** The interface that stands behind a member: `Passwords` of `auth.passwords`. */
  const behind = (member: Documented): Documented | null =>
    member.mentions.map((symbol) => bySymbol.get(symbol)).find((item) => item && isActive(item)) ??
    null;

  /** A section for each member of an interface whose type has methods; the others in a table. */
  async function features(title: string, owner: string, variable: string): Promise<string> {
    const whole = named(owner);
    shown.add(whole.symbol);
    const parts = whole.members.map(async (member) => {
      const feature = member.callable ? null : behind(member);
      const path = `${variable}.${member.name}`;
      if (member.callable) return renderItem(member, `### \`${path}\``);
      if (!feature || shown.has(feature.symbol) || isPort(feature))
        return `### \`${path}\`\n\n${plain(member.text)}`;
      // The member and its interface are described in similar words: the longer text says more.
      const text = member.text.length > feature.text.length ? member.text : feature.text;
      return joined([`### \`${path}\``, await active(feature, path, text)]);
    });
    return joined([`## ${title}`, plain(whole.text), ...(await Promise.all(parts))]);
  }

  /** Its text, its methods, and the types that they are the first to name. */
  async function active(item: Documented, path: string, text = item.text): Promise<string> {
    shown.add(item.symbol);
    const members = item.members.map((member) =>
      renderItem(member, `#### \`${path}.${member.name}\``),
    );
    return joined([plain(text), ...(await Promise.all(members)), typesNamedBy(item)]);
  }

  /** The members of an interface as a table: what there is to set, and its text. */
  function table(title: string, name: string): string {
    const item = named(name);
    shown.add(item.symbol);
    const rows = item.members.map(({ name: member, signature, text }) => {
      const type = signature.replace(/^(readonly )?\w+\??: /, "").replaceAll("|", "\\|");
      const isOptional = new RegExp(`^(readonly )?${member}\\?`).test(signature);
      return `| \`${member}${isOptional ? "?" : ""}\` | \`${type}\` | ${plain(text).replaceAll("\n", " ")} |`;
    });
    const head = "| name | type | what it is |\n| --- | --- | --- |";
    return joined([`## ${title}`, plain(item.text), [head, ...rows].join("\n")]);
  }

  /** The interfaces that the members of `name` have as types. */
  async function interfacesBehind(name: string): Promise<string> {
    const behindMembers = named(name).members.map(behind);
    const parts = behindMembers.map(async (item) =>
      item && !shown.has(item.symbol)
        ? joined([`### \`${item.name}\``, await active(item, lowerFirst(item.name))])
        : "",
    );
    return joined(await Promise.all(parts));
  }

  /** Everything that entry points export and that was not shown yet. */
  async function entries({ title, text }: Heading, names: readonly string[]): Promise<string> {
    const fresh = api
      .filter(({ name }) => names.includes(name))
      .flatMap(({ exports }) => [...exports.values()])
      .filter((item) => !shown.has(item.symbol));
    const [data, rest] = [fresh.filter(isData), fresh.filter((item) => !isData(item))];
    for (const { symbol } of rest) shown.add(symbol);
    const parts = rest.map(async (item) =>
      item.members.length > 0
        ? joined([`### \`${item.name}\``, await active(item, lowerFirst(item.name))])
        : renderItem(item, `### \`${item.name}\``),
    );
    const types = sources(data);
    return joined([`## ${title}`, text, ...(await Promise.all(parts)), types]);
  }

  /** As TypeScript: data types that `from` names, and those that these name. */
  function typesNamedBy(from: Documented): string {
    const found = new Map<ts.Symbol, Documented>();
    const visit = (item: Documented): void => {
      for (const symbol of item.mentions) {
        const mentioned = bySymbol.get(symbol);
        if (!mentioned || !isData(mentioned) || isId(mentioned)) continue;
        if (shown.has(symbol) || found.has(symbol)) continue;
        found.set(symbol, mentioned);
        visit(mentioned);
      }
    };
    visit(from);
    return sources([...found.values()]);
  }

  function sources(types: readonly Documented[]): string {
    for (const { symbol } of types) shown.add(symbol);
    const texts = types.map(({ source, text }) =>
      text === "" ? source : `/** ${text.replaceAll("\n", "\n * ")} */\n${source}`,
    );
    return texts.length > 0 ? `**Types**\n\n${block(texts.join("\n\n"))}` : "";
  }

  const isPort = (item: Documented): boolean => /^packages\/core\/src\/ports\//.test(item.place);

  return { features, table, interfacesBehind, entries, active, named };
}

/** Whether it is there to be called. Options with a callback among them are not. */
const isActive = ({ members }: Documented): boolean =>
  members.filter(({ callable }) => callable).length * 2 > members.length;

/** A type without methods: shown as it stands in the source. */
const isData = (item: Documented): boolean =>
  (item.kind === "interface" || item.kind === "type") && !isActive(item);

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export const joined = (parts: readonly string[]): string =>
  parts.filter((part) => part !== "").join("\n\n");
