import { type Clock, systemClock } from '@drawbridge/core/base'
import { createMessageHook, type HookMessage, type MessageHook } from '@drawbridge/core/hook'
import type { Scrubber } from '@drawbridge/core/scrub'
import { baseEnvironment } from '../process/base-environment.ts'
import { readCommandAnswer, readCommandVerdict } from './read-command-answer.ts'
import type { HookCommand, HookCommandEnd } from './run-hook-command.ts'

/** The options of `createCommandHook`. */
export interface CommandHookOptions {
  /** Names the hook in decisions. Default: the command. */
  readonly name?: string
  /** Program and arguments; no shell reads them. */
  readonly argv: readonly [string, ...string[]]
  /** Absolute. */
  readonly cwd: string
  /** The base of a program that is named by a relative path. Absolute. Default: `cwd`. */
  readonly programs?: string
  /** The time limit of one run, in milliseconds. Default 10,000; the run's own limit applies too. */
  readonly timeoutMs?: number
  /** True if the operator lets it rewrite inputs. */
  readonly trusted?: boolean
  /** Removes secrets from the message. `raw` only if the operator's file says so. */
  readonly scrubber: Scrubber | 'raw'
  /** The source of the program's environment, filtered by an allow list. Default: that of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Names of further variables that it gets. */
  readonly passEnvironment?: readonly string[]
  readonly clock?: Clock
}

/**
 * Creates a hook that is a program. It reads one JSON object `{event, call?, request?, result?, principal?, child?}` from standard input.
 * Gating events: exit code 0 allows, unless standard output holds a verdict `{verdict, reason?, input?}`; 2 denies, with standard
 * error as the reason. Observing events: exit code 0, and `{text?}` or nothing. Anything else throws, including too much output.
 * The pipeline then denies the call if the hook gates it, and records the failure if the hook observes it. The whole process tree
 * ends with the program, at its time limit, and if the answer is no longer wanted.
 */
export function createCommandHook(options: CommandHookOptions): MessageHook {
  const { argv, cwd, programs = cwd, scrubber, timeoutMs = 10_000, trusted = false, clock = systemClock } = options
  const environment = baseEnvironment({
    source: options.environment ?? process.env,
    passNames: options.passEnvironment,
  })
  const ask = async (message: HookMessage, signal: AbortSignal) => {
    const sent = scrubber === 'raw' ? message : scrubber.scrubValue(message).value
    const { runHookCommand } = await import('./run-hook-command.ts')
    return runHookCommand({ argv, cwd, programs, environment, timeoutMs, clock, signal, input: JSON.stringify(sent) })
  }
  return createMessageHook({
    name: options.name ?? argv.join(' '),
    timeoutMs,
    trusted,
    ask,
    verdictOf: readCommandVerdict,
    remarkOf: readCommandAnswer,
  })
}

/** A program of the operator that reads a text and judges it. */
export interface AskedProgram extends Omit<HookCommand, 'environment'> {
  /** Added to the minimal base environment. */
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * Runs a program of the operator to its end, as hooks are run: no shell, a minimal environment, a time limit for its whole process tree.
 * Throws if it does not exist, if it did not end on its own, or if its output was too long or not text.
 */
export async function askProgram({ environment = {}, ...program }: AskedProgram): Promise<HookCommandEnd> {
  const { runHookCommand } = await import('./run-hook-command.ts')
  return runHookCommand({ ...program, environment: { ...baseEnvironment({ source: process.env }), ...environment } })
}
