import type { Cleanup } from '@drawbridge/core/base'
import type { SandboxOptions } from '../drawbridge-options.ts'
import { realUserHome } from '../home/real-user-home.ts'
import type { OpenSandboxingOptions } from './open-sandboxing.ts'
import { wantsSandbox } from './sandbox-plan.ts'
import type { Sandboxing } from './sandboxing.ts'

/** Opens the sandboxes; undefined if no calls run in one, and then nothing is loaded for them. */
export async function openWantedSandboxing(
  { section, enabled = true, backend, inspectOnly }: SandboxOptions = {},
  surroundings: Omit<OpenSandboxingOptions, 'userHome' | 'option' | 'backend' | 'inspectOnly'>,
  cleanup: Cleanup,
): Promise<Sandboxing | undefined> {
  const option = enabled ? section : false
  if (!wantsSandbox({ ...surroundings, option })) return undefined
  const { openSandboxing } = await import('./open-sandboxing.ts')
  return cleanup.use(await openSandboxing({ ...surroundings, option, backend, inspectOnly, userHome: realUserHome() }))
}
