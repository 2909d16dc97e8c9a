import type { ToolContext } from '@drawbridge/core'
import { checkUnchanged, hashFileOf, readGuardKey, seenWhole } from '../../fs/read-guard.ts'

/**
 * Runs a command of the session, and remembers the files that it is known to write as the session's own change: those that were
 * unchanged before it are not stale afterwards.
 */
export async function rememberWrites<Result>(context: ToolContext, run: () => Promise<Result>): Promise<Result> {
  const { files, session, targets } = context
  const guard = session.use(readGuardKey)
  const own: { readonly real: string }[] = []
  for (const target of targets) {
    if (target.kind !== 'path' || target.access !== 'write' || target.recursive) continue
    const seen = guard.seen(target.real)
    if (seen === undefined) continue
    const isUnchanged = await checkUnchanged(files, target.real, seen).then(
      () => true,
      () => false,
    )
    if (isUnchanged) own.push(target)
  }
  try {
    return await run()
  } finally {
    for (const { real } of own) {
      const after = await hashFileOf(files, real).catch(() => undefined)
      if (after === undefined) guard.forget(real)
      else guard.remember(real, seenWhole(after.bytes, after.hash))
    }
  }
}
