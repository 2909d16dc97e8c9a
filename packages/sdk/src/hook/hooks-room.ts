import type { HookEntry } from '@drawbridge/core/configuration'
import { defineRoom } from '@drawbridge/room'

/** The programs of the section `hooks`, which are asked before calls and told after them. */
export const hooksRoom = defineRoom<readonly HookEntry[]>({
  name: 'hooks',
  open: async (house, entries = []) => (await import('./configured-hooks.ts')).openHooks(house, entries),
})
