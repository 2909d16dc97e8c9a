/** Knows in whose name nothing may be done any more. */
export interface UserStanding {
  /** Resolves to true if the user of this name was removed or is switched off. Users without an account are in. */
  isOut(user: string): Promise<boolean>
}
