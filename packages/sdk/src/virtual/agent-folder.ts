import { createHash } from 'node:crypto'
import { join } from 'node:path'

const maxNameBytes = 80

/**
 * Returns the folder of one agent's files for one of its users: `agents/<agent>/users/<user>/workspace` below the home.
 * Pure. Different ids have different folders on every file system.
 */
export function agentWorkspace(home: string, agent: string, user: string): string {
  return join(agentsFolder(home), folderName(agent), 'users', folderName(user), 'workspace')
}

/** Returns the folder that a model may write although it is below the home. */
export function agentsFolder(home: string): string {
  return join(home, 'agents')
}

/**
 * An id as the name of a folder: small letters, digits, `_` and `-` as they are, also `.` inside; everything else as `%` and its bytes,
 * capital letters too, since some file systems take them for small ones. Long ones end with their hash.
 */
export function folderName(id: string): string {
  const escaped = id.replace(/[^a-z0-9_.-]/gu, escapeBytes).replace(/^\.|\.$/g, escapeBytes)
  if (escaped.length <= maxNameBytes && escaped !== '') return escaped
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 32)
  return `${escaped.slice(0, maxNameBytes - 34)}%~${hash}`
}

function escapeBytes(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}
