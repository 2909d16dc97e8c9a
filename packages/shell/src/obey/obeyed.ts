/** The files that one program, or one sub-command of it, runs or obeys. Lists are blank-separated. */
export interface Obeyed {
  /** Files by these names in the folder where it works. */
  readonly files?: string
  /** Files directly in that folder, by their endings. */
  readonly endings?: string
  /** The files are also looked for in every folder above, as far as the workspace goes. */
  readonly upward?: true
  /** Options whose value is such a file, as it stands: `-f --file`. */
  readonly options?: string
  /** Options whose value is the folder in which it works: `-C --directory`. */
  readonly folders?: string
  /** Any word may be such a file: those of interpreters, whose options decide which one is. */
  readonly words?: true
  /** The parts of its files that its words select: scripts of a package, or goals of a makefile. */
  readonly part?: 'package' | 'makefile'
  /** True if the first word that is not an option is a program of the package's own. */
  readonly binary?: true
  /** `-m NAME` is a module. */
  readonly modules?: true
  /** By the words after the program's name, each that stands among them. */
  readonly subcommands?: Readonly<Record<string, Obeyed>>
}

/** A program any of whose words may be what it runs. */
export const script: Obeyed = { words: true }

/** A program whose configuration is looked for up to the workspace. */
export const tool = (files: string, options = '-c --config'): Obeyed => ({ files, upward: true, options })
