/** Letters written from right to left, and characters that turn the direction of what follows. */
const TURNING = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/;
const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";

/** An isolate ends at the first character that closes one, so a name has none of its own. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name as people read and type it: without characters that only turn what is beside them. */
export const withoutTurns = (name: string): string => name.replaceAll(CONTROLS, "");

/** A name as it stands in a sentence: whatever it is written in turns no word beside it. */
export const isolated = (name: string): string =>
  TURNING.test(name) ? FIRST_STRONG_ISOLATE + withoutTurns(name) + POP_ISOLATE : name;

/** The same texts, in which every name that one is given is isolated. */
export const withIsolatedNames = <Texts extends object>(texts: Texts): Texts =>
  new Proxy(
    { ...texts },
    {
      get(target, key) {
        const found: unknown = Reflect.get(target, key);
        if (typeof found === "object" && found !== null) return withIsolatedNames(found);
        if (typeof found !== "function") return found;
        return (...values: readonly unknown[]): unknown =>
          Reflect.apply(
            found,
            target,
            values.map((value) => (typeof value === "string" ? isolated(value) : value)),
          );
      },
    },
  );
