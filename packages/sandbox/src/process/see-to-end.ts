import { setTimeout as wait } from 'node:timers/promises'
import type { ProcessEnd, ProcessLimit, ProcessResult, SurvivingProcess } from '@drawbridge/core/machine'
import { politely, quickly } from '../launch/manner.ts'
import type { Program, ProgramExit } from '../launch/program.ts'
import type { StopReason, StopWatch } from './watch-for-stop.ts'
import { drain, type WatchedOutput } from './watch-output.ts'

export interface SeenEnd {
  readonly end: ProcessEnd
  readonly survivors: readonly SurvivingProcess[]
  readonly limitsHit?: readonly ProcessLimit[]
}

/** Waits until a program ends on its own or has to end, and leaves none of its processes behind. */
export async function seeToEnd(
  program: Program,
  stop: StopWatch,
  outputs: readonly WatchedOutput[],
  timeoutMs = 0,
): Promise<SeenEnd> {
  const first = await Promise.race([program.exit, stop.reason])
  const isStopped = typeof first === 'string'
  const stubborn = isStopped ? await program.tree.end(politely) : []
  const exit = isStopped ? await exitIfAny(program) : first
  await drain(outputs)
  const left = isStopped ? [] : await program.tree.alive()
  const unkilled = left.length > 0 ? await program.tree.end(quickly) : stubborn
  return {
    end: endOf(first, exit, timeoutMs),
    survivors: [...new Set([...left, ...stubborn])].map((pid) => ({
      pid: Math.abs(pid),
      killed: !unkilled.includes(pid),
    })),
    ...(exit?.limitsHit === undefined ? {} : { limitsHit: exit.limitsHit }),
  }
}

/** A killed program ends at once, unless the kernel holds it in a call that cannot be interrupted. */
async function exitIfAny(program: Program): Promise<ProgramExit | undefined> {
  return Promise.race([program.exit, wait(1000, undefined, { ref: false })])
}

function endOf(first: ProgramExit | StopReason, exit: ProgramExit | undefined, timeoutMs: number): ProcessEnd {
  if (first === 'timed_out') return { kind: 'timed_out', timeoutMs }
  if (first === 'aborted') return { kind: 'aborted' }
  if (exit?.signal) return { kind: 'killed', signal: exit.signal }
  return { kind: 'exited', exitCode: exit?.exitCode ?? -1 }
}

const lookedAtBytes = 8192

/** Returns remarks about a program's run, from the beginning and the end of its error output. */
export function noticesOf(
  program: Program,
  { end, limitsHit }: SeenEnd,
  { head, tail }: { readonly head: Uint8Array; readonly tail: Uint8Array },
): Pick<ProcessResult, 'notices'> {
  if (program.remarks === undefined) return {}
  const last = tail.length > 0 ? tail : head.subarray(lookedAtBytes)
  const parts = [head.subarray(0, lookedAtBytes), last.subarray(-lookedAtBytes)]
  const notices = program.remarks({
    errors: parts.map((bytes) => Buffer.from(bytes).toString('utf8')).join(''),
    ...(end.kind === 'exited' ? { exitCode: end.exitCode } : {}),
    ...(limitsHit === undefined ? {} : { limitsHit }),
  })
  return notices.length === 0 ? {} : { notices }
}
