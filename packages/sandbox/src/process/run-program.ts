import { finished, type Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { BoundedOutput, ProcessEnd, ProcessRequest, ProcessResult } from '@drawbridge/core'
import { openFolder } from '../files/anchored-folder.ts'
import { explainingErrors } from '../files/fault-from-errno.ts'
import { createBoundedCollector } from '../output/bounded-collector.ts'
import { endTree, politely, quickly } from './end-tree.ts'
import type { ProgramContext } from './program-context.ts'
import { type Program, type ProgramExit, spawnProgram } from './spawn-program.ts'
import { type StopReason, watchForStop } from './watch-for-stop.ts'

const defaultMaxOutputBytes = 1024 * 1024
/** What a program wrote just before it ended is in its pipe by then and takes no longer than this to read. */
const drainMs = 100

/** Runs a program to its end, its time limit or its abort, and leaves none of its processes behind. */
export async function runProgram(request: ProcessRequest, context: ProgramContext): Promise<ProcessResult> {
  const { clock, file, baseEnvironment } = context
  const startedMs = clock.now()
  await using folder = await explainingErrors(request.cwd, () => openFolder(request.cwd))
  using stop = watchForStop({ timeoutMs: request.timeoutMs, signals: [request.signal, context.signal], clock })
  if (stop.current() !== undefined) return neverStarted

  const program = spawnProgram({ request, file, folder, baseEnvironment })
  const outputs = [collect(program, 'stdout', request), collect(program, 'stderr', request)] as const
  try {
    const first = await Promise.race([program.exit, stop.reason])
    const stubborn = typeof first === 'string' ? await endTree(program.tree, politely) : []
    const exit = typeof first === 'string' ? await exitIfAny(program) : first
    await Promise.race([Promise.all(outputs.map((output) => output.ended)), wait(drainMs)])
    const left = typeof first === 'string' ? [] : program.tree.alive()
    const unkilled = left.length > 0 ? await endTree(program.tree, quickly) : stubborn
    return {
      end: endOf(first, exit, request.timeoutMs),
      durationMs: clock.now() - startedMs,
      stdout: outputs[0].output(),
      stderr: outputs[1].output(),
      survivors: [...new Set([...left, ...stubborn])].map((pid) => ({
        pid: Math.abs(pid),
        killed: !unkilled.includes(pid),
      })),
    }
  } finally {
    program.release()
  }
}

const nothing: BoundedOutput = { head: new Uint8Array(0), tail: new Uint8Array(0), totalBytes: 0 }
const neverStarted: ProcessResult = {
  end: { kind: 'aborted' },
  durationMs: 0,
  stdout: nothing,
  stderr: nothing,
  survivors: [],
}

interface CollectedStream {
  readonly ended: Promise<void>
  output(): BoundedOutput
}

function collect(
  program: Program,
  stream: 'stdout' | 'stderr',
  { maxOutputBytes, onOutput }: ProcessRequest,
): CollectedStream {
  const collector = createBoundedCollector(maxOutputBytes ?? defaultMaxOutputBytes)
  const readable: Readable = program[stream]
  readable.on('data', (chunk: Uint8Array) => {
    collector.push(chunk)
    onOutput?.(stream, chunk)
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  finished(readable, () => resolve())
  return { ended: promise, output: collector.output }
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
