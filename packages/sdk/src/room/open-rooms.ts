import type { Approver, Hooks, Principal, ToolSource } from '@drawbridge/core'
import { type Cleanup, createCleanup } from '@drawbridge/core/base'
import type { SessionPolicy } from '@drawbridge/core/policy'
import type { Questioner } from '@drawbridge/core/question'
import type { ListedTool } from '@drawbridge/core/registry'
import type { Interceptor } from '@drawbridge/core/virtual'
import type { House, McpOffer, OpenRoom, Room } from '@drawbridge/room'
import type { SectionsOfRooms } from './room-sections.ts'

/** The additions of all open rooms. Approvers, questioners and sources are those of the start. */
export interface JoinedRooms {
  readonly sources: readonly ToolSource[]
  readonly approvers: readonly Approver[]
  readonly questioners: readonly Questioner[]
  /** The prompts and resources of rooms for MCP clients. */
  readonly offers: readonly McpOffer[]
  /** Returns the current hooks of rooms, after those of the program. */
  hooks(own: Partial<Hooks>): Hooks
  interceptors(caller: { readonly agent: string; readonly user: string }): readonly Interceptor[]
  /** Returns the names of tools of a caller's set that no model is shown. */
  defer(tools: readonly ListedTool[], principal: Principal): ReadonlySet<string>
  /** Returns the name of a room for one of its tools, for every dialect but `canonical`. */
  exposed(tool: string, agent: string | undefined): string | undefined
  /** Returns the folders of rooms that calls in a workspace may read. */
  readRoots(workspace: string): readonly string[]
  /** Brings the tools of rooms up to date; undefined if no room has such tools. */
  readonly refresh: (() => Promise<void>) | undefined
  /** The same policy, which keeps from a run what a room hides from its caller, in the set of the run and at each call. */
  hideFrom(policy: SessionPolicy): SessionPolicy
  /** Prepares changed sections of some rooms, and returns the function that puts them into force. */
  prepare(changed: readonly Room[], sections: SectionsOfRooms): Promise<() => void>
}

/** Opens the rooms that are to be open, one after the other. They are closed by the cleanup, the last one first. */
export async function openRooms(
  rooms: readonly Room[],
  { house, sections }: { readonly house: House; readonly sections: SectionsOfRooms },
  cleanup: Cleanup,
): Promise<JoinedRooms> {
  const opened = new Map<Room, OpenRoom>()
  const owned = cleanup.use(createCleanup())
  for (const room of rooms) {
    const open = await openIfWanted(room, house, sections)
    if (open !== undefined) opened.set(room, owned.use(open))
  }
  let ordered: readonly OpenRoom[] | undefined
  /** Those that name tools: they are asked about every tool with every request of a model. */
  let naming: readonly OpenRoom[] | undefined
  const inOrder = () => {
    ordered ??= rooms.flatMap((room) => opened.get(room) ?? [])
    return ordered
  }
  return {
    sources: inOrder().flatMap(({ sources = [] }) => sources),
    approvers: inOrder().flatMap(({ approvers = [] }) => approvers),
    questioners: inOrder().flatMap(({ questioners = [] }) => questioners),
    offers: inOrder().flatMap(({ offer }) => offer ?? []),
    hooks: (own) => {
      const all = [own, ...inOrder().map(({ hooks = {} }) => hooks)]
      return {
        sessionStart: all.flatMap((each) => each.sessionStart ?? []),
        preToolUse: all.flatMap((each) => each.preToolUse ?? []),
        permissionRequest: all.flatMap((each) => each.permissionRequest ?? []),
        postToolUse: all.flatMap((each) => each.postToolUse ?? []),
        subagentStart: all.flatMap((each) => each.subagentStart ?? []),
        subagentStop: all.flatMap((each) => each.subagentStop ?? []),
      }
    },
    defer: (tools, principal) => {
      const deferred = inOrder().flatMap((room) => [...(room.defers?.(tools, principal) ?? [])])
      return new Set(deferred)
    },
    exposed: (tool, agent) => {
      naming ??= [...opened.values()].filter(({ exposes }) => exposes !== undefined)
      for (const room of naming) {
        const name = room.exposes?.(tool, agent)
        if (name !== undefined) return name
      }
      return undefined
    },
    readRoots: (workspace) => inOrder().flatMap((room) => room.readRoots?.(workspace) ?? []),
    interceptors: (caller) => inOrder().flatMap((room) => room.interceptors?.(caller) ?? []),
    refresh: inOrder().some((room) => room.refresh !== undefined)
      ? async () => void (await Promise.allSettled(inOrder().map((room) => room.refresh?.())))
      : undefined,
    hideFrom: (policy) => hiddenBy(inOrder, policy),
    prepare: async (changed, next) => {
      const commits: (() => void)[] = []
      for (const room of changed) {
        const known = opened.get(room)
        const fresh = known === undefined ? await openIfWanted(room, house, next) : undefined
        if (fresh !== undefined)
          commits.push(() => {
            opened.set(room, owned.use(fresh))
            ordered = undefined
            naming = undefined
          })
        const reloaded = await known?.reload?.(next.isConfigured(room) ? next.of(room) : undefined)
        if (reloaded !== undefined) commits.push(reloaded)
      }
      return () => {
        for (const commit of commits) commit()
      }
    },
  }
}

function hiddenBy(rooms: () => readonly OpenRoom[], policy: SessionPolicy): SessionPolicy {
  return {
    ...policy,
    forRun: (principal, options) => {
      const run = policy.forRun(principal, options)
      const hidden = (tool: string): ReturnType<NonNullable<OpenRoom['hide']>> => {
        for (const room of rooms()) {
          const reason = room.hide?.(tool, principal)
          if (reason !== undefined) return reason
        }
        return undefined
      }
      return {
        hide: (tool) => run.hide?.(tool) ?? hidden(tool.name),
        authority: {
          ...run.authority,
          removal: (tool) => hidden(tool) ?? run.authority.removal?.(tool),
        },
      }
    },
  }
}

async function openIfWanted(room: Room, house: House, sections: SectionsOfRooms): Promise<OpenRoom | undefined> {
  if (room.open === undefined || (room.opens !== 'always' && !sections.isConfigured(room))) return undefined
  return room.open(house, sections.of(room))
}
