import { shorten } from '@drawbridge/core/base'
import { type HookVerdict, readHookVerdict } from '@drawbridge/core/hook'
import type { HookCommandEnd } from './run-hook-command.ts'

const allows = 0
const denies = 2

/** The longest part of a program's output that goes into a reason, in UTF-16 units. */
const maxReasonLength = 1_000

/** Reads the verdict of a gating hook's program from its exit code and output. Throws if it is not a verdict. */
export function readCommandVerdict(end: HookCommandEnd): HookVerdict {
  if (end.exitCode === denies) return { verdict: 'deny', reason: shown(end.stderr) || 'it gave no reason' }
  const answer = readCommandAnswer(end)
  return answer === undefined ? { verdict: 'allow' } : readHookVerdict(answer)
}

/** Returns the JSON that a program wrote; undefined if it wrote nothing. Throws if the program failed or wrote anything else. */
export function readCommandAnswer({ exitCode, stdout, stderr }: HookCommandEnd): unknown {
  if (exitCode !== allows) {
    const said = shown(stderr)
    throw new Error(`it ended with the exit code ${exitCode}${said === '' ? '' : `: ${said}`}`)
  }
  if (stdout.trim() === '') return undefined
  try {
    return JSON.parse(stdout) as unknown
  } catch (cause) {
    throw new Error('its output is not JSON', { cause })
  }
}

function shown(text: string): string {
  return shorten(text.trim(), maxReasonLength)
}
