import { shorten } from '@drawbridge/core/base'
import type { Database } from '@drawbridge/store/database'
import { firstHeardIn, incidentsIn } from './session-rows.ts'

/** The first words of a session, and what went otherwise than planned in it. */
export interface SessionHead {
  /** The first words that it heard. */
  readonly title?: string
  /** The number of questions to people. */
  readonly asked: number
  readonly denied: number
  readonly failed: number
}

const longestTitle = 120

/** Returns the heads of sessions by their ids, read for all of them at once. */
export async function incidentsAndTitles(
  sessions: readonly string[],
  database: Pick<Database, 'all'>,
): Promise<ReadonlyMap<string, SessionHead>> {
  const ids = JSON.stringify(sessions)
  const [incidents, heard] = [await database.all(incidentsIn, ids), await database.all(firstHeardIn, ids)]
  const words = new Map(heard.map(({ session_id, content }) => [session_id, textOf(content)]))
  return new Map(
    sessions.map((id) => {
      const of = (type: string) =>
        Number(incidents.find((each) => each.session_id === id && each.type === type)?.count ?? 0)
      const title = words.get(id)
      return [
        id,
        {
          ...(title === undefined ? {} : { title }),
          ...{ asked: of('permission.requested'), denied: of('tool.denied'), failed: of('tool.failed') },
        },
      ]
    }),
  )
}

function textOf(content: string): string | undefined {
  const { text } = JSON.parse(content) as { readonly text?: unknown }
  if (typeof text !== 'string' || text.trim() === '') return undefined
  return shorten(text, longestTitle)
}
