import { createSubagentHooks, noHooks, type SubagentHooks } from '@drawbridge/core/hook'
import { defaultRunSettings } from '@drawbridge/core/limits'
import type { House } from '@drawbridge/room'
import type { SharedServices } from '../session/shared-services.ts'

type HookServices = Pick<SharedServices, 'hooks' | 'settings' | 'forNextRun' | 'clock'>

/** Returns what runs the hooks about children: those that are configured at the time, within the limits of all hooks. */
export function subagentHooksOf(services: HookServices, emit: House['emit']): SubagentHooks {
  const now = () => ({ ...services, ...services.forNextRun?.() })
  return createSubagentHooks({
    hooks: () => ({ ...noHooks, ...now().hooks }),
    settings: () => {
      const { hookTimeoutMs, hookTotalMs } = { ...defaultRunSettings, ...now().settings }
      return { hookTimeoutMs, hookTotalMs }
    },
    clock: services.clock,
    onFailure: (hook, message, { parent }) =>
      void emit(parent, { type: 'hook.failed', hook, event: 'SubagentStop', message }).catch(() => undefined),
  })
}
