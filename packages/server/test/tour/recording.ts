/** A call that succeeded: what went in, and what came back. */
export interface RecordedCall {
  readonly input?: unknown;
  readonly reply?: unknown;
}

/** Keeps the first success of each call of its clients, by operation. */
export interface CallRecorder {
  readonly calls: ReadonlyMap<string, RecordedCall>;
  /** Returns the client, watched. `before` is told of every call. */
  watch<Client extends object>(client: Client, before: () => void): Client;
}

type Call = (...given: readonly unknown[]) => unknown;
type Groups = Readonly<Record<string, Readonly<Record<string, Call>>>>;

export function createRecorder(): CallRecorder {
  const calls = new Map<string, RecordedCall>();

  const watched =
    (operation: string, call: Call, before: () => void): Call =>
    (...given) => {
      before();
      const returned = call(...given);
      const note = (reply: unknown) => {
        if (!calls.has(operation)) calls.set(operation, { input: given[0], reply });
        return reply;
      };
      return returned instanceof Promise ? returned.then(note) : note(returned);
    };

  return {
    calls,
    watch<Client extends object>(client: Client, before: () => void) {
      const groups = Object.entries(client as unknown as Groups).map(([group, members]) => [
        group,
        Object.fromEntries(
          Object.entries(members).map(([name, call]) => [
            name,
            watched(`${group}.${name}`, call, before),
          ]),
        ),
      ]);
      return Object.fromEntries(groups) as Client;
    },
  };
}
