import type { Span } from './parse/tree.ts'

/** One word of a command after expansion, as far as it can be known without running anything. */
export interface Word {
  /** The value. If it is not `static`, the best guess: the known parts, and the source text of the unknown ones. */
  readonly text: string
  /** The value is exactly `text`, whatever the machine's state. */
  readonly static: boolean
  /** An unquoted glob: the word becomes names that match `text`. */
  readonly pattern: boolean
  /** The known beginning of the value; equals `text` for a static word. */
  readonly prefix: string
  /** True if it may become several words, or none. */
  readonly splits: boolean
  /** Holds a variable that is not on the list of harmless ones: printing it could show a secret. */
  readonly secret: boolean
  /** Holds a variable whose name says that it is a credential. */
  readonly credential?: boolean
  /** Commands whose output becomes part of this word. */
  readonly from: readonly ShellCommand[]
  /** A process substitution is in this place: the word is the name of a pipe from or to `from`. */
  readonly pipe?: 'input' | 'output'
  /** Values of an array, as far as they are known. */
  readonly elements?: readonly Word[]
  /** The text that will come out of the pipe, if known. */
  readonly content?: string
  /** Another command finds these names: any below the folder that `prefix` names, as far as this says. */
  readonly found?: Reach
  /** It stands for names that are told apart by blanks, or by line breaks: a name that holds one becomes several words. */
  readonly breaks?: 'blank' | 'line'
}

/** The entries that a use meets: those below its folder, or those that its pattern finds. */
export interface Reach {
  /** True if dot files and ignored files are included. */
  readonly hidden: boolean
  /** True if it follows symbolic links. `named`: it opens a link that it finds, but descends into none. */
  readonly followsLinks: boolean | 'named'
  /** Set if only files that the repository tracks are meant. */
  readonly tracked?: true
  /** Globs, one of which must match the base name of a file. */
  readonly names?: readonly string[]
  /** The names are told apart by blanks, or by line breaks: a name that holds one becomes several words. */
  readonly breaks?: 'blank' | 'line'
}

/** Names of files that another command prints: they are below `folder`, which ends with a slash. */
export interface Listed {
  readonly folder: string
  readonly reach: Reach
}

/** A kind of access to a file. */
export type Access = 'read' | 'list' | 'write' | 'delete' | 'execute'

/** `root`: an allowed write root other than the workspace. `system`: folders that any program reads. */
export type Zone = 'workspace' | 'root' | 'home' | 'system' | 'outside'

/** One path that a command touches, resolved without looking at the disk. */
export interface PathUse {
  readonly word: Word
  readonly access: Access
  readonly recursive: boolean
  /** The entries of a folder that are read. For a pattern: its matches. */
  readonly reach: Reach
  /** Absolute and normalised; of a glob the pattern, of names that are found their folder, of an unknown word the guess. */
  readonly path: string
  /** The zone and the marks below hold whatever the unknown parts turn out to be. */
  readonly certain: boolean
  readonly zone: Zone
  /** Holds credentials by convention (`~/.ssh`, `.env`, `*.pem`, …). */
  readonly sensitive: boolean
  /**
   * True if it is, or may turn out to be, a path that is written only with a person's approval: `.git`, editor and agent settings,
   * login files.
   */
  readonly protected: boolean
}

/** A host that a command names, as written. */
export interface HostUse {
  readonly word: Word
  readonly host: string
  /** The whole host is known. */
  readonly certain: boolean
}

/** A kind of effect that a command can have. */
export type Effect = 'reads' | 'writes' | 'deletes' | 'executes' | 'network' | 'privilege' | 'process' | 'system'

/** A part of a call that does more than the program's name says. A rule covers it only by spelling these words. */
export interface Gadget {
  /** Indices into `argv`. */
  readonly words: readonly number[]
  readonly why: string
  /** True if it matters only to rules that name more than the program: `make` covers every goal, `make test` only that one. */
  readonly beyondName?: boolean
}

/** A command that a program starts. */
export type Inner =
  | {
      readonly kind: 'argv'
      readonly argv: readonly Word[]
      readonly assignments?: readonly { readonly name: string; readonly value: Word }[]
      /** True if it is only a guess, or the rule of its launcher covers it: its denials count, its permission does not. */
      readonly denyOnly?: boolean
      /** The launcher starts it in this folder. */
      readonly folder?: Word
    }
  | {
      readonly kind: 'script'
      readonly text: Word
      readonly positional: readonly Word[]
      readonly denyOnly?: boolean
      readonly folder?: Word
      /** True if it runs in this shell (`eval`, `trap`), so that it shares variables and folder. */
      readonly sameShell?: boolean
    }

/** The result of a program's profile for one call. */
export interface Call {
  /** The base name of the program; empty if there is none or it is unknown. */
  readonly name: string
  readonly profiled: boolean
  /** True if it starts other commands and does nothing else that matters: they alone are judged. */
  readonly transparent: boolean
  readonly readonly: boolean
  /** The reason that it is not read-only; absent if it is. */
  readonly change?: string
  /**
   * The reason that a command known to only read runs only in a sandbox: the workspace may change what its program does, or some of
   * its words are not known.
   */
  readonly doubt?: string
  /** The reason that it may touch files that none of its words names. Absent if `paths` and `inner` account for all. */
  readonly unnamed?: string
  /** True if it shows the state of the machine, and would answer wrongly in a sandbox. */
  readonly viewer: boolean
  /** The condition on which it is known to only read: as the `only` command of its line, or if `head` reads its output. */
  readonly condition?: 'only' | 'head'
  readonly gadgets: readonly Gadget[]
  readonly paths: readonly PathUse[]
  readonly hosts: readonly HostUse[]
  /** Indices of words that are plain data: any value is as good as another. */
  readonly data: ReadonlySet<number>
  readonly effects: ReadonlySet<Effect>
  readonly inner: readonly Inner[]
  /** Inline code, to be searched for what no program should do. */
  readonly code: readonly Word[]
  /** The program reads its commands from standard input. */
  readonly readsScript: boolean
  /** Prints help or a version and does nothing else. */
  readonly help: boolean
  /** The number of leading words that name the program and its sub-command. */
  readonly named: number
  /** Other words that mean the same in place of a word, by its index: `-f` for `--force`. An empty one: it may be left out. */
  readonly spellings: ReadonlyMap<number, readonly string[]>
}

/** One assignment before a command, or standing alone. */
export interface AssignmentUse {
  readonly name: string
  readonly value: Word
  /** True if it reaches the environment of a program: it precedes a command, or is exported. */
  readonly exported: boolean
  /** The unquoted patterns in a list, `a=(*.ts)`: the shell lists their folders. */
  readonly globs?: readonly Word[]
}

/** A redirection in a command line. */
export interface RedirectUse {
  readonly operator: string
  readonly target: Word
  /** Absent for descriptors (`2>&1`) and process substitutions. */
  readonly path?: PathUse
}

/** The place where a command runs, as far as earlier `cd` commands tell. */
export interface Location {
  readonly path: string
  readonly known: boolean
  /** Some `cd` before it left the workspace, or may have. */
  readonly left: boolean
  /** The line itself goes to a folder that is not the one it began in. */
  readonly moved?: boolean
}

/** One simple command of a line, after expansion and unwrapping. */
export interface ShellCommand {
  /** Empty for assignments and redirections without a command. */
  readonly argv: readonly Word[]
  readonly assignments: readonly AssignmentUse[]
  readonly redirects: readonly RedirectUse[]
  readonly location: Location
  /** The result of the program's profile for this call. */
  readonly call: Call
  /** Commands whose output this one reads, nearest last. */
  readonly upstream: readonly ShellCommand[]
  /** The text that the command reads, if known: here-documents, here-strings, `echo … |`. */
  readonly stdin?: Word
  readonly piped: boolean
  readonly background: boolean
  /** Functions whose body this command belongs to. */
  readonly insideFunctions: readonly string[]
  /** The name is a function that this script defines; its body is judged on its own. */
  readonly isFunction: boolean
  /** Programs that start this one: `['sudo', 'sh']`. */
  readonly via: readonly string[]
  /** A guess at what a launcher may start: its denials count, its permission does not. */
  readonly speculative: boolean
  /** The guesses at what this one may start. */
  readonly guesses: readonly ShellCommand[]
  /** The position in the text; absent inside quoted scripts. */
  readonly span?: Span
}
