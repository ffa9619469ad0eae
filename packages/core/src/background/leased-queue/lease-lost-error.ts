/**
 * The row belongs to another worker now, or will when its lease ends: nothing of what is under way
 * may be kept.
 */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}
