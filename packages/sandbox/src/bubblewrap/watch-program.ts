import { failure, ToolFault } from '@drawbridge/core'
import { escapeUnprintable } from '@drawbridge/core/base'
import type { ProcessLimit } from '@drawbridge/core/machine'
import type { Program, ProgramExit } from '../launch/program.ts'
import { systemProcessTable } from '../process/process-table.ts'
import { sendSignal } from '../process/send-signal.ts'
import { notFound, spawnFault } from '../process/spawn-fault.ts'
import { createNamespaceTree } from './namespace-tree.ts'
import { readStatus } from './read-status.ts'
import { addAdvice } from './refusal-advice.ts'
import type { StartedBubblewrap } from './start-bubblewrap.ts'

export interface WatchOptions {
  /** The program as the call names it. */
  readonly name: string
  readonly cwd: string
  /** Paths protected from the program: if it fails at one, its errors explain why. */
  readonly guarded: readonly string[]
  /** True if the first process of the namespace is the program itself. */
  readonly isFirstProcess: boolean
  readonly hits: () => readonly ProcessLimit[]
  /** Removes what was set up for the program, once it has ended. */
  readonly undo: () => Promise<void>
}

/** A program that bubblewrap runs. */
export interface WatchedProgram extends Program {
  /** Settles when none of its processes exists any more, often a moment before bubblewrap itself has ended. Never rejects. */
  readonly over: Promise<void>
  /** Returns the first process of its namespace, as this machine counts, while that is alive. */
  first(): number | undefined
}

const keptErrorBytes = 4096

/** Returns a program in its sandbox, observed through bubblewrap's reports and its end. */
export function watchProgram(
  started: StartedBubblewrap,
  { name, cwd, guarded, isFirstProcess, hits, undo }: WatchOptions,
): WatchedProgram {
  const { child, stdin, stdout, stderr, options } = started
  const monitor = child.pid ?? Number.NaN
  const status = readStatus(started.status, () => tree.hold())
  const tree = createNamespaceTree({
    table: systemProcessTable,
    monitor,
    first: status.first,
    isProgram: isFirstProcess,
  })
  let errors = ''
  stderr.on('data', (chunk: Uint8Array) => {
    if (errors.length < keptErrorBytes) errors += Buffer.from(chunk).toString('latin1')
  })
  const told = guarded.length === 0 ? stderr : stderr.pipe(addAdvice({ paths: guarded, cwd }))
  const { promise: exit, resolve, reject } = Promise.withResolvers<ProgramExit>()
  child.once('error', (error) => reject(spawnFault(error, 'bwrap', cwd)))
  child.once('exit', (exitCode, signal) => {
    end(exitCode, signal).then(resolve, reject)
  })
  // The status also resolves at the end. If bubblewrap ended before the program started, its own end says why.
  const runs = status.known.then(async () => {
    if (status.first() === undefined) await exit
  })
  for (const promise of [exit, runs]) promise.catch(() => undefined)
  const gone = exit.then(
    () => undefined,
    () => undefined,
  )
  // The kernel's word, since a program may be able to write what bubblewrap reports.
  const over = status.ended.then(() => (tree.isOver() ? undefined : gone))
  return {
    stdin,
    stdout,
    stderr: told,
    pid: monitor,
    tree,
    started: runs,
    exit,
    over,
    first: tree.first,
    signal: (signalName) => {
      const first = status.first()
      if (first !== undefined && tree.alive().length > 0) sendSignal(-first, signalName)
    },
    release: async () => {
      for (const stream of [stdin, stdout, stderr, told, options, started.status]) stream?.destroy()
      child.unref()
      tree[Symbol.dispose]()
      await undo()
    },
  }

  /** The monitor may be gone a moment before the namespace is. */
  async function end(exitCode: number | null, signal: NodeJS.Signals | null): Promise<ProgramExit> {
    await tree.vanish()
    const limitsHit = hits()
    // If the first process of the namespace was killed, bubblewrap does not know how the program ended either.
    const isKilled = signal !== null || tree.wasKilled() || limitsHit.length > 0
    if (!isKilled && !(await status.ran)) throw setupFault(name, errors)
    return { exitCode, signal, ...(limitsHit.length === 0 ? {} : { limitsHit }) }
  }
}

/** Turns bubblewrap's error output into the reason that a program did not run inside. */
function setupFault(program: string, errors: string): ToolFault {
  const said = escapeUnprintable(errors.trim().split('\n').at(-1) ?? '')
  if (/^bwrap: execvp .*: No such file or directory$/.test(said)) return notFound(program)
  if (/^bwrap: execvp .*: (Permission denied|Exec format error)$/.test(said)) {
    return new ToolFault(failure('command_not_found', `"${program}" cannot be run: it is not an executable file.`))
  }
  const reason = said === '' ? 'bubblewrap ended without a message' : `bubblewrap says: ${said}`
  return new ToolFault(
    failure(
      'sandbox_unavailable',
      `The sandbox could not be built; ${reason}. Ask the operator to run "drawbridge doctor".`,
    ),
  )
}
