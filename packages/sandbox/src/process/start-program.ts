import type { Writable } from 'node:stream'
import type { BackgroundEnd, BackgroundProcess, BackgroundRequest, OutputStretch } from '@drawbridge/core/machine'
import { openFolder } from '../files/anchored-folder.ts'
import { explainingErrors } from '../files/fault-from-errno.ts'
import { createByteRing } from '../output/byte-ring.ts'
import { killAtExit } from './kill-at-exit.ts'
import type { ProgramContext } from './program-context.ts'
import { noticesOf, seeToEnd } from './see-to-end.ts'
import { watchForStop } from './watch-for-stop.ts'
import { watchOutput } from './watch-output.ts'

const defaultKeptBytes = 1024 * 1024
const maxUnreadBytes = 1024 * 1024

/** Starts a program and leaves it running, with its standard input open. Rejects with a fault if it does not start. */
export async function startProgram(request: BackgroundRequest, context: ProgramContext): Promise<BackgroundProcess> {
  const { clock, launcher, ...what } = context
  const { timeoutMs, keptOutputBytes = defaultKeptBytes } = request
  context.signal.throwIfAborted()
  await using folder = await explainingErrors(request.cwd, () => openFolder(request.cwd))
  const program = await launcher.launch({ ...what, request, folder, keepsInputOpen: true })
  const startedAt = clock.now()
  const log = createLog(keptOutputBytes)
  const outputs = [watchOutput(program.stdout, log.push), watchOutput(program.stderr, log.push)]
  const stopping = new AbortController()

  const seeOff = async (): Promise<BackgroundEnd> => {
    using _lastChance = killAtExit(program.tree)
    using stop = watchForStop({ timeoutMs, signals: [stopping.signal], clock })
    try {
      const seen = await seeToEnd(program, stop, outputs, timeoutMs)
      const durationMs = clock.now() - startedAt
      const head = log.read(0).bytes
      return { ...seen, durationMs, ...noticesOf(program, seen, { head, tail: new Uint8Array(0) }) }
    } finally {
      await program.release()
      log.wake()
    }
  }
  let outcome: BackgroundEnd | undefined
  const ended = seeOff().then((end) => {
    outcome = end
    return end
  })
  // Callers that wait for the end get its error; an unawaited error is not one.
  ended.catch(() => undefined)
  // The folder is held open until the program runs in it; one that cannot start says so now.
  await program.started
  return {
    pid: program.pid,
    startedAt,
    read: log.read,
    outcome: () => outcome,
    ended,
    nextOutput: () => Promise.race([log.next(), ended.then(() => undefined)]),
    write: (data) => write(program.stdin, data),
    closeInput: () => void program.stdin?.end(),
    signal: program.signal,
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}

/** A log of both streams in order, with their last bytes, and callers that wait for more. */
function createLog(capacity: number) {
  const ring = createByteRing(capacity)
  let totalBytes = 0
  let waiting = Promise.withResolvers<void>()
  const wake = () => {
    waiting.resolve()
    waiting = Promise.withResolvers<void>()
  }
  return {
    push: (chunk: Uint8Array): void => {
      ring.push(chunk)
      totalBytes += chunk.length
      wake()
    },
    read: (position: number): OutputStretch => {
      const kept = ring.content()
      const from = Math.min(Math.max(position, totalBytes - kept.length), totalBytes)
      return { bytes: kept.subarray(kept.length - (totalBytes - from)), from, totalBytes }
    },
    next: () => waiting.promise,
    wake,
  }
}

function write(stdin: Writable | null, data: Uint8Array): ReturnType<BackgroundProcess['write']> {
  if (stdin === null || !stdin.writable) return 'closed'
  if (stdin.writableLength > maxUnreadBytes) return 'full'
  stdin.write(data)
  return 'accepted'
}
