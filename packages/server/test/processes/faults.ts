import { setImmediate } from "node:timers";
import type { Store, Tx } from "@acme/auth-core";

/** When a process ends itself: just before a step, while it is under way, or just after it. */
export const MOMENTS = ["before", "during", "after"] as const;

/** Where a process ends itself: at its `step`-th step, counted from 1. */
export interface Fault {
  readonly step: number;
  readonly moment: (typeof MOMENTS)[number];
}

/** Expired rows are removed by and by, and nothing depends on it. */
const SWEEPING = /\.delete(Expired|ExpiredDead|Before)$/;

const die = (): void => void process.kill(process.pid, "SIGKILL");

export type Faults = ReturnType<typeof createFaults>;

/** Counts the steps of this process, and ends it without warning at the one that is said. */
export function createFaults() {
  const reals = new WeakMap<Tx, Tx>();
  let steps: string[] = [];
  let planned: Fault | null = null;
  let dying = false;

  function plan(fault: Fault | null): void {
    steps = [];
    planned = fault;
  }

  /** Begins a step; what comes back ends it. */
  function begin(name: string): () => void {
    steps.push(name);
    if (planned?.step !== steps.length) return () => {};
    dying = true;
    if (planned.moment === "before") die();
    if (planned.moment === "during") setImmediate(die);
    return planned.moment === "after" ? die : () => {};
  }

  async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (SWEEPING.test(name)) return work();
    const end = begin(name);
    const result = await work();
    end();
    return result;
  }

  function watch<O extends object>(target: O, path: string): O {
    return new Proxy(target, {
      get(object, key) {
        const member: unknown = Reflect.get(object, key);
        const name = `${path}.${String(key)}`;
        if (typeof member === "object" && member !== null) return watch(member, name);
        if (typeof member !== "function") return member;
        return (...given: unknown[]) =>
          step(name, () => Reflect.apply(member, object, given) as Promise<unknown>);
      },
    });
  }

  /** The same store, each of whose calls is a step, and so is each commit. */
  function watched(store: Store): Store {
    const outside = watch(store, "store");
    async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      let endCommit = () => {};
      const result = await store.transaction(async (tx) => {
        const inside = watch(tx, "tx");
        reals.set(inside, tx);
        const made = await work(inside);
        endCommit = begin("commit");
        return made;
      });
      endCommit();
      return result;
    }
    return new Proxy(outside, {
      get: (object, key) =>
        key === "transaction" ? transaction : (Reflect.get(object, key) as unknown),
    });
  }

  return {
    plan,
    step,
    watched,
    /** The transaction behind a watched one. */
    real: (tx: Tx): Tx => reals.get(tx) ?? tx,
    steps: (): readonly string[] => steps,
    isDying: (): boolean => dying,
  };
}
