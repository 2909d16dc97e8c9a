import { DrawbridgeError } from '@drawbridge/core'
import { type Connection, type Database, statement } from '@drawbridge/store/database'
import { recordTrust } from '@drawbridge/store/sessions'
import { type Link, type LinkSettings, readLinkSettings } from './link.ts'

interface Row {
  readonly source: string
  readonly target: string
  readonly direction: string
  readonly settings: string
}

const listRows = statement<[], Row>(
  'select source, target, direction, settings from delegations_links order by source, target',
)
const saveRow = statement<[source: string, target: string, direction: string, settings: string, now: number]>(
  `insert into delegations_links (source, target, direction, settings, created_at) values ($1, $2, $3, $4, $5)
    on conflict (source, target) do update set direction = excluded.direction, settings = excluded.settings`,
)
const removeRow = statement<[source: string, target: string]>(
  'delete from delegations_links where source = $1 and target = $2',
)

/** A link before it is kept. */
export interface NewLink extends Omit<Link, 'settings'> {
  readonly settings: LinkSettings
}

/** Returns all links, by source and target. */
export async function listLinks(connection: Connection): Promise<readonly Link[]> {
  return (await connection.all(listRows)).map(({ source, target, direction, settings }) => ({
    source,
    target,
    direction: direction as Link['direction'],
    settings: readLinkSettings(settings),
  }))
}

/**
 * Keeps a link, in place of an earlier one between the same agents.
 * @throws DrawbridgeError `invalid_option` if both ends are one agent.
 */
export async function saveLink(
  database: Database,
  link: NewLink,
  { now, by }: { readonly now: number; readonly by: string },
): Promise<void> {
  const { source, target, direction, settings } = link
  if (source === target)
    throw new DrawbridgeError('invalid_option', `The agent "${source}" cannot be linked to itself. Name two agents.`)
  await database.transaction(async (transaction) => {
    await transaction.run(saveRow, source, target, direction, JSON.stringify(settings), now)
    const parts = [direction, JSON.stringify(settings)]
    await recordTrust(transaction, now, { what: 'link', change: 'changed', id: `${source} → ${target}`, by, parts })
  })
}

/** Removes a link. Delegations along it that have begun go on. Resolves to false if there is none. */
export async function removeLink(
  database: Database,
  { source, target }: Pick<Link, 'source' | 'target'>,
  { now, by }: { readonly now: number; readonly by: string },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const isRemoved = (await transaction.run(removeRow, source, target)) > 0
    if (isRemoved)
      await recordTrust(transaction, now, { what: 'link', change: 'removed', id: `${source} → ${target}`, by })
    return isRemoved
  })
}
