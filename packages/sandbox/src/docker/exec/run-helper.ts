import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { processMarker } from '../../process/process-marker.ts'
import { ownSearchPath, ownShell } from '../container/own-programs.ts'
import type { RunningContainer } from '../container/running-container.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { EngineError } from '../engine/engine-error.ts'
import { openExec } from './open-exec.ts'

const helperMs = 5000
const maxPrintedBytes = 1024 * 1024

/**
 * Runs a short shell script inside, as the programs themselves run, and resolves to its output. Rejects with `EngineError` if it
 * does not start or does not end, as in a container that has reached its limit of processes.
 */
export async function runHelper(
  client: EngineClient,
  container: RunningContainer,
  script: string,
  args: readonly string[] = [],
  marker: string = randomUUID(),
): Promise<string> {
  const program = { marker }
  using _entered = await container.enter(program)
  return runHelperIn(client, container.id, script, args, marker)
}

/** Like `runHelper`, for callers that have made sure that no other program is there. */
export async function runHelperIn(
  client: EngineClient,
  container: string,
  script: string,
  args: readonly string[] = [],
  marker: string = randomUUID(),
): Promise<string> {
  const gaveUp = AbortSignal.timeout(helperMs)
  const exec = await openExec(client, {
    container,
    argv: [ownShell, '-c', script, 'sh', ...args],
    environment: { [processMarker]: marker, PATH: ownSearchPath },
    cwd: '/',
    readsInput: false,
    signal: gaveUp,
  })
  try {
    const chunks: Buffer[] = []
    let length = 0
    exec.stderr.resume()
    exec.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= maxPrintedBytes) chunks.push(chunk)
    })
    const end = await Promise.race([exec.ended, wait(helperMs, 'late' as const, { ref: false })])
    if (end !== 'whole') throw new EngineError(undefined, `A helper of the sandbox failed (${end}).`)
    return Buffer.concat(chunks).toString('utf8')
  } finally {
    exec.release()
  }
}
