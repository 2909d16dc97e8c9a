import type { ProcessResult } from '@drawbridge/core/machine'
import type { Program } from '../launch/program.ts'
import type { SeenEnd } from './see-to-end.ts'

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
