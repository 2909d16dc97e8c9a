import type { DeclaredTarget } from '@drawbridge/core'
import type { CommandTarget, CommandWord, PathAccess, Reach } from '@drawbridge/core/target'

/** One simple command as an analyser found it; the resolver adds the program's file and the real folder. */
export type AnalysedCommand = Omit<CommandTarget, 'kind' | 'program' | 'cwd'> & {
  readonly argv: readonly [CommandWord, ...CommandWord[]]
  /** The folder in which it runs, if not that of the whole call. */
  readonly cwd?: string
  /** The reason that it may touch files that the analysis does not name. Absent if the analysis names all of them. */
  readonly unnamed?: string
}

/** Paths that a shell, or another command, will find by a pattern. */
export interface TouchedPattern {
  /** Absolute. `**` stands for any number of folders. */
  readonly pattern: string
  readonly access: PathAccess
  /** Everything below what is found is meant. */
  readonly recursive?: boolean
  readonly reach: Reach
  /** True if it begins with a wildcard: a name with a leading dash would be read as an option. */
  readonly isBare?: boolean
  /** Another command of the line changes something, so that it may find more than it would now. */
  readonly isLater?: boolean
}

/** An analyser's result for a command line: its simple commands, and the paths, URLs and unknowns that they touch. */
export interface CommandAnalysis {
  readonly commands: readonly AnalysedCommand[]
  readonly touches: readonly DeclaredTarget[]
  /** Unquoted patterns among its paths. Their matches are looked up if they could be more than their place says. */
  readonly patterns?: readonly TouchedPattern[]
}

/** Understands commands. Plugged in from outside: this package knows processes, not the shell's language. */
export interface CommandAnalyser {
  analyseArgv(argv: readonly string[], cwd: string): CommandAnalysis
  analyseShell(command: string, cwd: string): CommandAnalysis
}

/** Without an analyser an argv is what it says and nothing is known to be harmless; a shell line is unknown as a whole. */
export const plainAnalyser: CommandAnalyser = {
  analyseArgv: ([program = '', ...rest]) => ({
    commands: [
      {
        argv: [word(program), ...rest.map(word)],
        dynamic: false,
        readonly: false,
        unapproved: null,
        gadgets: [],
        denyGroups: [],
        unnamed: 'commands are not analysed in this run',
      },
    ],
    touches: [],
  }),
  analyseShell: () => ({
    commands: [],
    touches: [{ kind: 'dynamic', of: 'command', why: 'shell commands are not analysed in this run' }],
  }),
}

function word(text: string): CommandWord {
  return { text, static: true }
}
