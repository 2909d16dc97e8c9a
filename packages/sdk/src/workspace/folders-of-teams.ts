import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Principal } from '@drawbridge/core'
import type { House } from '@drawbridge/room'

/** Resolves to the folders that a caller may use now, besides that of its session. Undefined if nobody has any. */
export type FoldersOfCaller = (principal: Principal) => Promise<readonly string[]> | undefined

/** Returns the folder below which Drawbridge keeps the folders of teams. */
export function teamsFolder(home: string): string {
  return join(home, 'teams')
}

/** Returns who finds which folders of teams. A home without any asks no room, so that nothing is loaded for it. */
export function foldersOfTeams({ home, service }: Pick<House, 'home' | 'service'>): FoldersOfCaller {
  return (principal) =>
    existsSync(teamsFolder(home))
      ? service('teamRoster').then(async (roster) => {
          const folders = (await roster?.foldersOf(principal)) ?? []
          return folders.map(({ folder }) => folder).toSorted()
        })
      : undefined
}
