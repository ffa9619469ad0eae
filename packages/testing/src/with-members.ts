/**
 * Returns an object that stands for `object`, with other `members` instead of its own. It also works
 * for the stores of a transaction, which are getters that a copy by spreading leaves out.
 */
export const withMembers = <T extends object>(object: T, members: Partial<T>): T =>
  Object.create(object, Object.getOwnPropertyDescriptors(members)) as T;
