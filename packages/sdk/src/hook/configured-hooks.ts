import type { Hooks } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import type { HookEntry } from '@drawbridge/core/configuration'
import type { MessageHook } from '@drawbridge/core/hook'
import type { House, OpenRoom } from '@drawbridge/room'
import { createCommandHook } from '@drawbridge/sandbox/hook'

type HookPlace = Pick<House, 'home' | 'workspace' | 'scrubber' | 'clock' | 'ids' | 'client'>

/** Opens the hooks of a configuration. Programs run in the workspace of the house, and none is taken from there. */
export async function openHooks(house: HookPlace, entries: readonly HookEntry[]): Promise<OpenRoom> {
  let hooks = await configuredHooks(entries, house)
  return {
    get hooks() {
      return hooks
    },
    reload: async (changed) => {
      const next = await configuredHooks((changed ?? []) as readonly HookEntry[], house)
      return () => {
        hooks = next
      }
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}

async function configuredHooks(entries: readonly HookEntry[], house: HookPlace): Promise<Hooks> {
  const created = await Promise.all(
    entries.map(async (entry) => {
      const { event, tools, tags, target } = entry
      const matcher = defined({ tools, tags, target })
      return { event, matcher, hook: await hookOf(entry, house) }
    }),
  )
  const of = (event: HookEntry['event']) => created.filter((each) => each.event === event)
  return {
    sessionStart: of('SessionStart').map(({ hook }) => hook.sessionStart),
    preToolUse: of('PreToolUse').map(({ hook, matcher }) => ({ ...hook.preToolUse, matcher })),
    permissionRequest: of('PermissionRequest').map(({ hook, matcher }) => ({ ...hook.permissionRequest, matcher })),
    postToolUse: of('PostToolUse').map(({ hook, matcher }) => ({ ...hook.postToolUse, matcher })),
    subagentStart: of('SubagentStart').map(({ hook }) => hook.subagentStart),
    subagentStop: of('SubagentStop').map(({ hook }) => hook.subagentStop),
  }
}

/** Creates one hook: a program, or a URL that is asked through the guarded client. */
async function hookOf(
  { name, command, url, secret, timeoutMs, raw = false, trusted = false }: HookEntry,
  house: HookPlace,
): Promise<MessageHook> {
  const { workspace: cwd, home: programs, clock, ids } = house
  const common = {
    ...defined({ name, timeoutMs }),
    clock,
    trusted,
    scrubber: raw ? ('raw' as const) : house.scrubber,
  }
  if (command !== undefined) return createCommandHook({ ...common, argv: command, cwd, programs })
  if (url === undefined) throw new TypeError('A hook has either a command or a URL.')
  const [{ createHttpHook }, client] = await Promise.all([import('@drawbridge/net'), house.client('hooks')])
  return createHttpHook({ ...common, url, client, ids, ...defined({ secret }) })
}
