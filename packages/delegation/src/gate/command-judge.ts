import type { QualityGate } from '@drawbridge/core/agent'
import type { Clock } from '@drawbridge/core/base'
import { askProgram } from '@drawbridge/sandbox/hook'

/** One judgement by a program. */
export interface CommandJudgement {
  readonly gate: QualityGate
  /** For its standard input. */
  readonly text: string
  /** Absolute. */
  readonly cwd: string
  /** The base of a program that is named by a relative path: what an agent wrote judges nothing. Absolute. */
  readonly programs: string
  readonly timeoutMs: number
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly source: string
  readonly target: string
  readonly task: string
  readonly user: string
}

/** The longest task that a program finds in its environment, in UTF-16 units. */
const longestTask = 8_000

/** Lets a program judge work: it reads the work from its standard input, passes it with exit code 0, and says on standard error why not. */
export async function commandJudge(judgement: CommandJudgement) {
  const { gate, text: input, cwd, programs, timeoutMs, clock, signal, source, target, task, user } = judgement
  const environment = {
    DRAWBRIDGE_GATE_EVENT: gate.event,
    DRAWBRIDGE_GATE_SOURCE: source,
    DRAWBRIDGE_GATE_TARGET: target,
    // Neither may a text with a NUL character keep the gate from being asked.
    DRAWBRIDGE_GATE_TASK: task.replaceAll('\0', ' ').slice(0, longestTask),
    DRAWBRIDGE_GATE_USER: user,
  }
  const argv = gate.command ?? []
  const { exitCode, stderr } = await askProgram({ argv, cwd, programs, input, environment, timeoutMs, clock, signal })
  if (exitCode === 0) return { isPassed: true } as const
  return {
    isPassed: false,
    feedback: stderr.trim() || `it ended with the exit code ${exitCode}, without a reason`,
  } as const
}
