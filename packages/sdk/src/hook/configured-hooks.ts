import type { Hooks } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import type { HookEntry } from '@drawbridge/core/configuration'
import type { House, OpenRoom } from '@drawbridge/room'
import { createCommandHook } from '@drawbridge/sandbox/hook'

type HookPlace = Pick<House, 'workspace' | 'scrubber' | 'clock'>

/** Opens the hooks of a configuration. They run in the workspace of the house. */
export async function openHooks(house: HookPlace, entries: readonly HookEntry[]): Promise<OpenRoom> {
  let hooks = configuredHooks(entries, house)
  return {
    get hooks() {
      return hooks
    },
    reload: async (changed) => {
      const next = configuredHooks((changed ?? []) as readonly HookEntry[], house)
      return () => {
        hooks = next
      }
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}

function configuredHooks(entries: readonly HookEntry[], { workspace: cwd, scrubber, clock }: HookPlace): Hooks {
  const commands = entries.map(({ name, event, command, timeoutMs, raw = false, trusted = false, ...matcher }) => {
    const hook = createCommandHook({
      ...defined({ name, timeoutMs }),
      argv: command,
      cwd,
      clock,
      trusted,
      scrubber: raw ? 'raw' : scrubber,
    })
    return { event, hook, matcher }
  })
  const of = (event: HookEntry['event']) => commands.filter((each) => each.event === event)
  return {
    sessionStart: of('SessionStart').map(({ hook }) => hook.sessionStart),
    preToolUse: of('PreToolUse').map(({ hook, matcher }) => ({ ...hook.preToolUse, matcher })),
    permissionRequest: of('PermissionRequest').map(({ hook, matcher }) => ({ ...hook.permissionRequest, matcher })),
    postToolUse: of('PostToolUse').map(({ hook, matcher }) => ({ ...hook.postToolUse, matcher })),
  }
}
