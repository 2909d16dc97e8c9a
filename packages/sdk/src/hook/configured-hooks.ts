import type { Hooks } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import type { HookEntry } from '@drawbridge/core/configuration'
import type { Scrubber } from '@drawbridge/core/scrub'
import { createCommandHook } from '@drawbridge/sandbox'

export interface HookPlace {
  /** The folder in which hooks run. */
  readonly workspace: string
  readonly scrubber: Scrubber
  readonly clock: Clock
}

/** The hooks of a configuration, behind those that the program brought itself. */
export function configuredHooks(
  entries: readonly HookEntry[],
  own: Partial<Hooks>,
  { workspace: cwd, scrubber, clock }: HookPlace,
): Hooks {
  const commands = entries.map(({ name, event, command, timeoutMs, raw = false, trusted = false, ...matcher }) => {
    const hook = createCommandHook({
      ...(name === undefined ? {} : { name }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
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
    sessionStart: [...(own.sessionStart ?? []), ...of('SessionStart').map(({ hook }) => hook.sessionStart)],
    preToolUse: [
      ...(own.preToolUse ?? []),
      ...of('PreToolUse').map(({ hook, matcher }) => ({ ...hook.preToolUse, matcher })),
    ],
    permissionRequest: [
      ...(own.permissionRequest ?? []),
      ...of('PermissionRequest').map(({ hook, matcher }) => ({ ...hook.permissionRequest, matcher })),
    ],
    postToolUse: [
      ...(own.postToolUse ?? []),
      ...of('PostToolUse').map(({ hook, matcher }) => ({ ...hook.postToolUse, matcher })),
    ],
  }
}
