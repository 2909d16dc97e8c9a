import type { RoomCommand } from '@drawbridge/room'
import { askedPlaces, callerOptions } from '@drawbridge/room/asked-place'
import { statement } from '@drawbridge/store/database'
import { findGraphId } from '../graph/open-graph.ts'

interface MergeRow {
  readonly entity: number
  readonly name: string
  readonly root: number
  readonly root_name: string
  readonly made_by: string
  readonly reason: string
  readonly made_at: number
  readonly undone_at: number | null
}

const listMerges = statement<[graph: number], MergeRow>(
  `select m.entity, e.name, m.root, r.name as root_name, m.made_by, m.reason, m.made_at, m.undone_at
    from knowledge_merges m join knowledge_entities e on e.id = m.entity join knowledge_entities r on r.id = m.root
    where m.graph = $1 order by m.id`,
)

/** `knowledge merges`. */
export const mergesCommand: RoomCommand = {
  options: callerOptions,
  run: async (invocation) => {
    const { io, ground } = invocation
    const database = await ground.database.find()
    let count = 0
    for (const place of database === undefined ? [] : askedPlaces(invocation)) {
      const graph = database && (await findGraphId(database, place))
      for (const row of graph === undefined || database === undefined ? [] : await database.all(listMerges, graph)) {
        count += 1
        const day = new Date(row.made_at).toISOString().slice(0, 10)
        const end = row.undone_at === null ? '' : ', undone'
        const reason = row.reason === '' ? '' : `: ${row.reason}`
        await io.output.write(
          `${row.name} (e${row.entity}) into ${row.root_name} (e${row.root}), ${day}, by ${row.made_by}${reason}${end}\n`,
        )
      }
    }
    if (count === 0) await io.diagnostics.write('Nothing was merged.\n')
  },
}
