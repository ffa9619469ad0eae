/** Common passwords, which attackers try first. */
export interface PasswordBlocklist {
  /**
   * Whether a password is one of them.
   * @param folded the password in lower case
   */
  has(folded: string): Promise<boolean>;
}
