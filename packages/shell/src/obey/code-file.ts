/** A file whose content decides what a command does: it runs the file, or does what the file says. */
export interface CodeFile {
  /** Absolute, found without looking at the disk: it may not exist. */
  readonly path: string
  /** The use of the file, for a person who reads the question, e.g. `make does what it says`. */
  readonly why: string
  /** Set for a folder: the files directly in it with one of these endings count, such as `.tf`. */
  readonly endings?: readonly string[]
  /** The part of the file that is run, if not all of it. */
  readonly part?: CodePart
  /** Set for what a shell is given to run, whatever it is called. */
  readonly language?: 'shell'
  /** Set for a shell script that may start files which are unknown until it runs. */
  readonly startsMore?: true
  /** True if the file could not be examined completely. */
  readonly uncertain?: true
  /** The text of that part, line by line, once it has been read. */
  readonly says?: readonly string[]
}

/** Scripts of a `package.json` or goals of a makefile, by name. */
export interface CodePart {
  readonly of: 'package' | 'makefile'
  readonly names: readonly string[]
}
