import type * as shell from '@drawbridge/shell'
import { isJsonObject } from '../json/index.ts'
import type { CallFacts } from '../policy/authority.ts'
import { type CommandTarget, shellCommand, type Target } from '../target/target.ts'

export interface SimulationPlace {
  /** Absolute. */
  readonly workspace: string
  readonly userHome: string
  /** `@drawbridge/shell`, or what stands for it: passed in, because its tables are more than the rest of core loads. */
  readonly analyser: Pick<typeof shell, 'analyseArgv' | 'analyseCommand'>
}

/**
 * Analyses recorded commands again from the recorded input: a record contains no analysis, and without one no allowing
 * rule for commands matches. A command that no longer reads as recorded gets no analysis.
 */
export function createCommandRestorer({
  workspace,
  userHome: home,
  analyser,
}: SimulationPlace): (facts: CallFacts) => CallFacts {
  const analysed = new Map<string, shell.ShellAnalysis>()
  const analyse = (command: string | readonly string[], cwd: string): shell.ShellAnalysis => {
    const key = JSON.stringify([command, cwd])
    const known = analysed.get(key)
    if (known !== undefined) return known
    const options = { workspace, home, cwd }
    const analysis =
      typeof command === 'string' ? analyser.analyseCommand(command, options) : analyser.analyseArgv(command, options)
    analysed.set(key, analysis)
    return analysis
  }

  return (facts) => {
    const [first] = facts.targets.filter((target) => target.kind === 'command')
    const command = first && commandOf(facts.input)
    if (command === undefined) return facts
    const { commands } = analyse(command, first?.cwd ?? workspace)
    return { ...facts, targets: facts.targets.map((target) => restore(target, commands)) }
  }
}

/** Returns the command in the input, under the names that our tools use. */
function commandOf(input: unknown): string | readonly string[] | undefined {
  if (!isJsonObject(input)) return undefined
  const { argv, command } = input
  if (typeof command === 'string') return command
  return Array.isArray(argv) && argv.every((word) => typeof word === 'string') ? argv : undefined
}

function restore(target: Target, commands: readonly shell.ShellCommand[]): Target {
  if (target.kind !== 'command' || target[shellCommand] !== undefined) return target
  const command = commands.find((candidate) => isSame(candidate, target))
  return command === undefined ? target : { ...target, [shellCommand]: command }
}

function isSame({ argv, span }: shell.ShellCommand, target: CommandTarget): boolean {
  return (
    argv.length === target.argv.length &&
    argv.every(({ text }, index) => text === target.argv[index]?.text) &&
    (target.span === undefined || span?.start === target.span.start)
  )
}
