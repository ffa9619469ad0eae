/**
 * Returns texts with those of another language where some are missing; the very same object when
 * none is.
 */
export function fillTexts<T>(texts: T, whole: T): T {
  if (!isGroup(texts) || !isGroup(whole)) return texts ?? whole;
  const missing: Record<string, unknown> = {};
  for (const name of Object.keys(whole)) {
    const present: unknown = Reflect.get(texts, name);
    const filled = fillTexts<unknown>(present, Reflect.get(whole, name));
    if (filled !== present) missing[name] = filled;
  }
  return Object.keys(missing).length === 0 ? texts : { ...texts, ...missing };
}

const isGroup = (node: unknown): node is object => typeof node === "object" && node !== null;
