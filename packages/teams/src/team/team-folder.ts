import { createHash } from 'node:crypto'
import { join, relative } from 'node:path'
import type { Principal } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'
import type { Team } from './team.ts'

/** Returns the folder that the runs of a team share: one for the team or, if its settings say so, one for each chat. */
export function teamFolder(home: string, team: Team, { chat }: Pick<Principal, 'chat'>): string {
  const folder = join(home, 'teams', team.id)
  if (team.settings?.workspace !== 'chat' || chat === undefined) return join(folder, 'shared')
  // Chats have names of any kind, which need not be names of folders.
  return join(folder, 'chats', createHash('sha256').update(chat).digest('hex').slice(0, 16))
}

/** Returns the path of a file below the folder of a team; undefined if it is not in it. */
export function pathInTeamFolder(folder: string, path: string): string | undefined {
  return isWithin(folder, path) && path !== folder ? relative(folder, path) : undefined
}
