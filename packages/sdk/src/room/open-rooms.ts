import type { Approver, Hooks, ToolSource } from '@drawbridge/core'
import type { Cleanup } from '@drawbridge/core/base'
import type { Questioner } from '@drawbridge/core/question'
import type { Interceptor } from '@drawbridge/core/virtual'
import type { House, OpenRoom, Room } from '@drawbridge/room'

/** The additions of all open rooms. */
export interface JoinedRooms {
  readonly sources: readonly ToolSource[]
  readonly approvers: readonly Approver[]
  readonly questioners: readonly Questioner[]
  /** Behind the hooks of the program and of the configuration. */
  with(hooks: Hooks): Hooks
  interceptors(caller: { readonly agent: string; readonly user: string }): readonly Interceptor[]
}

export interface OpenRoomsOptions {
  readonly house: House
  isConfigured(room: Room): boolean
  sectionFor(room: Room): Promise<unknown>
}

/** Opens the rooms that are to be open, one after the other. They are closed by the cleanup, the last one first. */
export async function openRooms(
  rooms: readonly Room[],
  { house, isConfigured, sectionFor }: OpenRoomsOptions,
  cleanup: Cleanup,
): Promise<JoinedRooms> {
  const open: OpenRoom[] = []
  for (const room of rooms) {
    if (room.open === undefined || (room.opens !== 'always' && !isConfigured(room))) continue
    open.push(cleanup.use(await room.open(house, await sectionFor(room))))
  }
  const own = open.flatMap(({ hooks = {} }) => hooks)
  return {
    sources: open.flatMap(({ sources = [] }) => sources),
    approvers: open.flatMap(({ approvers = [] }) => approvers),
    questioners: open.flatMap(({ questioners = [] }) => questioners),
    with: (hooks) => ({
      sessionStart: [...hooks.sessionStart, ...own.flatMap((each) => each.sessionStart ?? [])],
      preToolUse: [...hooks.preToolUse, ...own.flatMap((each) => each.preToolUse ?? [])],
      permissionRequest: [...hooks.permissionRequest, ...own.flatMap((each) => each.permissionRequest ?? [])],
      postToolUse: [...hooks.postToolUse, ...own.flatMap((each) => each.postToolUse ?? [])],
    }),
    interceptors: (caller) => open.flatMap((room) => room.interceptors?.(caller) ?? []),
  }
}
