import type { CommandAnalyser, CommandAnalysis } from '@drawbridge/sandbox'
import {
  type AnalyseOptions,
  analyseArgv,
  analyseCommand,
  readonlyObjection,
  type ShellCommand,
} from '@drawbridge/shell'
import type { CredentialedPrograms } from '@drawbridge/tools'
import { type CommandSurroundings, describeCommand } from './describe-command.ts'
import { patternsOf, touchesOf } from './touches-of.ts'

export interface ShellAnalyserOptions {
  /** Absolute and real. */
  readonly workspace: string
  /** The folder that `~` means. */
  readonly userHome: string
  readonly readRoots?: readonly string[] | undefined
  readonly writeRoots?: readonly string[] | undefined
  /** Programs that run with credentials. Default: none. */
  readonly programs?: CredentialedPrograms | undefined
}

const none: CredentialedPrograms = { find: () => undefined, list: () => [] }

/** The shell package as the target resolver's analyser: what each part of a command would run, read, write and reach. Pure. */
export function createShellAnalyser(options: ShellAnalyserOptions): CommandAnalyser {
  const { workspace, userHome: home, readRoots = [], writeRoots = [], programs = none } = options
  // The paths that it names are judged once they are resolved; these roots decide which may be written.
  const roots = [...readRoots, ...writeRoots]
  const from = (cwd: string): AnalyseOptions => ({ workspace, cwd, home, writeRoots: roots })
  return {
    analyseArgv: (argv, cwd) => describe({ programs, workspace, analysis: analyseArgv(argv, from(cwd)) }, cwd),
    analyseShell: (line, cwd) =>
      describe({ programs, workspace, analysis: analyseCommand(line, from(cwd)), line }, cwd),
  }
}

function describe(surroundings: CommandSurroundings, cwd: string): CommandAnalysis {
  const { commands, hazards } = surroundings.analysis
  const touches = commands.flatMap((command) => touchesOf(command, cwd))
  const unknown = hazards.map((why) => ({ kind: 'dynamic', of: 'any', why }) as const)
  const changing = new Set(commands.filter((one) => !one.speculative && readonlyObjection(one) !== undefined))
  const isLater = (command: ShellCommand): boolean => changing.size > (changing.has(command) ? 1 : 0)
  return {
    commands: commands.flatMap((command) => describeCommand(command, surroundings) ?? []),
    patterns: commands.flatMap((command) => patternsOf(command, isLater(command))),
    touches: [...new Map([...unknown, ...touches].map((touch) => [JSON.stringify(touch), touch])).values()],
  }
}
