import type { CommandAnalyser, CommandAnalysis } from '@drawbridge/sandbox'
import { type AnalyseOptions, analyseArgv, analyseCommand, type ShellAnalysis } from '@drawbridge/shell'
import { describeCommand } from './describe-command.ts'
import { touchesOf } from './touches-of.ts'

export interface ShellAnalyserOptions {
  /** Absolute and real. */
  readonly workspace: string
  /** What `~` stands for. */
  readonly userHome: string
  readonly readRoots?: readonly string[] | undefined
  readonly writeRoots?: readonly string[] | undefined
}

/** The shell package as the target resolver's analyser: what each part of a command would run, read, write and reach. Pure. */
export function createShellAnalyser(options: ShellAnalyserOptions): CommandAnalyser {
  const { workspace, userHome: home, readRoots = [], writeRoots = [] } = options
  // Which roots may be written is judged on the paths that it names, once they are resolved.
  const roots = [...readRoots, ...writeRoots]
  const from = (cwd: string): AnalyseOptions => ({ workspace, cwd, home, writeRoots: roots })
  return {
    analyseArgv: (argv, cwd) => describe(analyseArgv(argv, from(cwd)), cwd),
    analyseShell: (line, cwd) => describe(analyseCommand(line, from(cwd)), cwd),
  }
}

function describe({ commands, denials, hazards }: ShellAnalysis, cwd: string): CommandAnalysis {
  const touches = commands.flatMap((command) => touchesOf(command, cwd))
  const unknown = hazards.map((why) => ({ kind: 'dynamic', of: 'any', why }) as const)
  return {
    commands: commands.flatMap((command) => describeCommand(command, denials) ?? []),
    touches: [...new Map([...unknown, ...touches].map((touch) => [JSON.stringify(touch), touch])).values()],
  }
}
