import { setTimeout as wait } from 'node:timers/promises'
import type { ProgramExit } from '../../launch/program.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { EngineError, hasStatus } from '../engine/engine-error.ts'
import { fieldOf, numberOf } from '../engine/read-fields.ts'
import type { OpenExec } from './open-exec.ts'

export interface ExecState {
  readonly isRunning: boolean
  readonly exitCode: number
  /** The process id on the engine's machine, 0 while there is none. */
  readonly enginePid: number
}

export async function readExec(client: EngineClient, id: string): Promise<ExecState> {
  const state = await client.call({ method: 'GET', path: `/exec/${id}/json` })
  return {
    isRunning: fieldOf(state, 'Running') === true,
    exitCode: numberOf(state, 'ExitCode') ?? -1,
    enginePid: numberOf(state, 'Pid') ?? 0,
  }
}

/**
 * The interval between two questions to the engine, in milliseconds. The end of the output is not enough: a child of the program
 * may hold it open.
 */
const lookEveryMs = 250
const firstLookMs = 2

export interface ExitWatch {
  readonly exit: Promise<ProgramExit>
  /** Asks at once: there is reason to think that it has ended. */
  look(): void
}

/**
 * Waits for a program to end. The end of its output is only a hint. Rejects with `EngineError` if the engine no longer knows the
 * program.
 */
export function watchExit(client: EngineClient, exec: OpenExec): ExitWatch {
  let hint = Promise.withResolvers<void>()
  const look = () => hint.resolve()
  let pauseMs = lookEveryMs
  const hurry = () => {
    pauseMs = firstLookMs
    look()
  }
  void exec.ended.then(hurry)
  const exit = async (): Promise<ProgramExit> => {
    for (;;) {
      const timer = new AbortController()
      await Promise.race([hint.promise, wait(pauseMs, undefined, { signal: timer.signal }).catch(() => undefined)])
      timer.abort()
      hint = Promise.withResolvers<void>()
      const state = await readExec(client, exec.id).catch((error: unknown) => {
        throw hasStatus(error, 404) ? new EngineError(404, 'its container is gone') : error
      })
      if (!state.isRunning) return { exitCode: state.exitCode, signal: null }
      pauseMs = Math.min(pauseMs * 2, lookEveryMs)
    }
  }
  return { exit: exit(), look: hurry }
}
