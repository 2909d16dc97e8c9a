/** Where the values of credentials come from, and who has to know them so that they do not leave. */
export interface CredentialSource {
  /** The value that a program's credential has now, by the name under which it is found; undefined where there is none. */
  lookUp(name: string, program: string): string | undefined
  /** Has a value cut out of everything that leaves, from now on. False for one too short to be found in ordinary text. */
  conceal(value: string): boolean
  /** The file that a program has to be, real; undefined where there is none that can be trusted. */
  locate(name: string, path: string | undefined): string | undefined
}
