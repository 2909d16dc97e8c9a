/** How programs reach a filtered network from a sandbox that has none of its own. */
export interface InsideNetwork {
  /** Files and folders of the machine that the way needs. */
  readonly mounts: readonly { readonly host: string; readonly inside: string; readonly access: 'read' | 'write' }[]
  /** Variables that tell programs the way. */
  readonly environment: Readonly<Record<string, string>>
  /** The command that opens the way inside and then runs the given one, its words last. */
  command(words: readonly string[]): readonly string[]
}
