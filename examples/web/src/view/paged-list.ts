import { actionButton } from "./attempt.js";
import type { Child } from "./element.js";
import type { Messages } from "./messages.js";

interface Pages {
  readonly messages: Messages;
  /** The page behind `cursor`; without one, the first. Its elements can take the focus. */
  readonly load: (
    cursor?: string,
  ) => Promise<{ readonly elements: readonly HTMLElement[]; readonly nextCursor: string | null }>;
}

/** A list with its first page, and a button for more as long as there is more. */
export async function createPagedList(
  list: HTMLElement,
  { messages, load }: Pages,
): Promise<readonly Child[]> {
  let cursor: string | undefined;

  /** True while there is more to show. */
  async function addPage(): Promise<boolean> {
    const { elements, nextCursor } = await load(cursor);
    list.append(...elements);
    cursor = nextCursor ?? undefined;
    return nextCursor !== null;
  }
  const more = actionButton("Show more", { messages }, async () => {
    const first = list.childElementCount;
    const isMore = await addPage();
    (list.children[first] as HTMLElement | undefined)?.focus();
    if (!isMore) more.remove();
  });
  return [list, (await addPage()) ? more : null];
}
