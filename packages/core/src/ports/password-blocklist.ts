/** Passwords that everybody tries first. */
export interface PasswordBlocklist {
  /** Whether `folded`, a password in lower case, is one of them. */
  has(folded: string): Promise<boolean>;
}
