/** First come, first served: resolves to the function that ends the turn. */
export type Turns = () => Promise<() => void>;

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    let end!: () => void;
    last = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  };
}
