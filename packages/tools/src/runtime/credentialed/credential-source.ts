/** The source of credential values; registers them so that they do not leave. */
export interface CredentialSource {
  /** Returns the current value of a program's credential by its lookup name; undefined if there is none. */
  lookUp(name: string, program: string): string | undefined
  /** Has a value cut out of everything that leaves, from now on. False for one too short to be found in ordinary text. */
  conceal(value: string): boolean
  /** Returns the real file that a program has to be; undefined if none can be trusted. */
  locate(name: string, path: string | undefined): string | undefined
}
