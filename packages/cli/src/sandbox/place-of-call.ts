import type { Explanation } from '@drawbridge/core'
import type { Drawbridge, SandboxExplanation } from '@drawbridge/sdk'

/** The place where an explained call would run, and the reason. */
export type CallPlace = Pick<SandboxExplanation, 'runs_in' | 'why'>

/** Returns undefined if no sandbox is configured, and for calls that touch no file and run no program. */
export async function placeOfCall(
  { targets }: Pick<Explanation, 'targets'>,
  drawbridge: Pick<Drawbridge, 'explainSandbox'>,
  agent: string | undefined,
): Promise<CallPlace | undefined> {
  if (!targets.some(({ kind }) => kind === 'path' || kind === 'command')) return undefined
  const { mode, runs_in, why } = await drawbridge.explainSandbox({
    role: 'main',
    ...(agent === undefined ? {} : { agent }),
  })
  return mode === 'off' ? undefined : { runs_in, why }
}
