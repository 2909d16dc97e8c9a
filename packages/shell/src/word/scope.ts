import { staticWord, type Word } from './word.ts'

/** `certain`: the value is known wherever the variable is used. `number`: some number. `text`: no more than a guess. */
export type Certainty = 'certain' | 'number' | 'text'

/** The known shell variables at one point of a script. */
export interface Scope {
  /** Variables assigned in this script; a word that is not static is a guess. */
  readonly variables: Map<string, Word>
  /** `$0`, `$1`, …, if the caller passed them. */
  readonly positional: readonly Word[]
  /** Variables that this script assigns, and how much is known of them. */
  readonly certainty: ReadonlyMap<string, Certainty>
  readonly home: string
  readonly cwd: string
}

export const childScope = (scope: Scope): Scope => ({ ...scope, variables: new Map(scope.variables) })

/** Variables of the environment whose values may be printed. */
export const harmlessVariables: ReadonlySet<string> = new Set(
  `HOME PWD OLDPWD USER LOGNAME PATH SHELL HOSTNAME LANG TERM TZ CI NODE_ENV EDITOR TMPDIR COLUMNS LINES SHLVL UID EUID
  PPID RANDOM SECONDS LINENO EPOCHSECONDS BASH_VERSION BASHPID OSTYPE HOSTTYPE MACHTYPE IFS ? # $ ! - _ 0 PIPESTATUS
  FUNCNAME BASH_SOURCE DISPLAY XDG_SESSION_TYPE GOPATH GOROOT JAVA_HOME VIRTUAL_ENV NVM_DIR`.split(/\s+/),
)

/** Variables whose value is always a number. */
export const numericVariables: ReadonlySet<string> = new Set(
  '? # $ ! UID EUID PPID RANDOM SECONDS LINENO EPOCHSECONDS BASHPID SHLVL COLUMNS LINES'.split(' '),
)

/** The value of a variable: assigned in the script, given by the caller, or one of the few that every shell has. */
export function lookUp(scope: Scope, name: string): Word | undefined {
  const assigned = scope.variables.get(name)
  if (assigned !== undefined) return assigned
  if (/^\d+$/.test(name)) return scope.positional[Number(name)]
  if (name === 'HOME') return staticWord(scope.home)
  if (name === 'PWD') return staticWord(scope.cwd)
  if (name === 'IFS') return staticWord(' \t\n')
  return undefined
}
