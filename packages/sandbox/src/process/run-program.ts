import type { BoundedOutput, ProcessEnd, ProcessRequest, ProcessResult } from '@drawbridge/core/machine'
import { openFolder } from '../files/anchored-folder.ts'
import { explainingErrors } from '../files/fault-from-errno.ts'
import type { Program } from '../launch/program.ts'
import { createBoundedCollector } from '../output/bounded-collector.ts'
import { killAtExit } from './kill-at-exit.ts'
import type { ProgramContext } from './program-context.ts'
import { noticesOf, seeToEnd } from './see-to-end.ts'
import { watchForStop } from './watch-for-stop.ts'
import { watchOutput } from './watch-output.ts'

const defaultMaxOutputBytes = 1024 * 1024

/** Runs a program to its end, its time limit or its abort, and leaves none of its processes behind. */
export async function runProgram(request: ProcessRequest, context: ProgramContext): Promise<ProcessResult> {
  const { clock, launcher, ...what } = context
  const { timeoutMs, onOutput, maxOutputBytes = defaultMaxOutputBytes } = request
  const startedMs = clock.now()
  await using folder = await explainingErrors(request.cwd, () => openFolder(request.cwd))
  using stop = watchForStop({ signals: [request.signal, context.signal], clock })
  if (stop.current() !== undefined) return neverStarted({ kind: 'aborted' })

  let program: Program
  try {
    program = await launcher.launch({
      ...what,
      request,
      folder,
      signal: stop.signal,
      onReady: () => stop.limit(timeoutMs),
    })
    stop.limit(timeoutMs)
    // Closing it takes a moment, which passes while the program runs.
    void program.started.then(() => folder[Symbol.asyncDispose]()).catch(() => undefined)
  } catch (error) {
    const reason = stop.current()
    if (reason === undefined) throw error
    return neverStarted(reason === 'aborted' ? { kind: 'aborted' } : { kind: 'timed_out', timeoutMs })
  }
  using _lastChance = killAtExit(program.tree)
  const collect = (stream: 'stdout' | 'stderr') => {
    const collector = createBoundedCollector(maxOutputBytes)
    const output = watchOutput(program[stream], (chunk) => {
      collector.push(chunk)
      return onOutput?.(stream, chunk)
    })
    return { ...output, content: collector.output }
  }
  const stdout = collect('stdout')
  const stderr = collect('stderr')
  try {
    const seen = await seeToEnd(program, stop, [stdout, stderr], timeoutMs)
    const durationMs = clock.now() - startedMs
    const errors = stderr.content()
    return { ...seen, durationMs, stdout: stdout.content(), stderr: errors, ...noticesOf(program, seen, errors) }
  } finally {
    await program.release()
  }
}

const nothing: BoundedOutput = { head: new Uint8Array(0), tail: new Uint8Array(0), totalBytes: 0 }
const neverStarted = (end: ProcessEnd): ProcessResult => {
  return { end, durationMs: 0, stdout: nothing, stderr: nothing, survivors: [] }
}
