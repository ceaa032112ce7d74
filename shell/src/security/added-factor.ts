/** The answer of a call that adds a factor. */
export interface AddedFactor {
  token: string;
  /** With the first factor. */
  recoveryCodes?: readonly string[] | undefined;
}
