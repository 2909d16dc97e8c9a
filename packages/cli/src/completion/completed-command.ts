/** The words that may follow at a point of a command line. */
export type CompletedValue =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'folder' | 'file' | 'other' }

export interface CompletedOption {
  /** Such as `--mode`. */
  readonly flag: string
  readonly summary: string
  /** Undefined for an option that takes no value. */
  readonly value: CompletedValue | undefined
}

/** A command as a shell completes it. */
export interface CompletedCommand {
  /** The words that name it: `call`, or `policy check`. */
  readonly path: readonly string[]
  readonly summary: string
  /** True if the name of its group alone runs it. */
  readonly isDefault: boolean
  readonly options: readonly CompletedOption[]
  readonly arguments: readonly CompletedValue[]
}

/** A word that stands first: a command of one word, or a group of commands. */
export interface CompletedGroup {
  readonly name: string
  readonly summary: string
  /** The commands of the group, or the one command of this name. */
  readonly commands: readonly CompletedCommand[]
}

/** Returns true if a name is one command and not a group. */
export function isSingle({ commands: [first] }: CompletedGroup): boolean {
  return first?.path.length === 1
}

/** Returns the command that the name of a group alone runs. */
export function defaultOf({ commands }: CompletedGroup): CompletedCommand | undefined {
  return commands.find(({ isDefault }) => isDefault)
}
