import type { RoomCommand } from '@drawbridge/room'
import { statement } from '@drawbridge/store/database'
import type { MemorySection } from '../section.ts'
import { meaningsOf } from '../tools/memory-of-caller.ts'
import { vectorVersion } from '../vectors/vector-extension.ts'

const countChunks = statement<[model: string], { chunks: number; missing: number }>(
  `select count(*) as chunks, count(case when v.text_hash is null then 1 end) as missing
    from memory_chunks c left join memory_vectors v on v.model = $1 and v.text_hash = c.text_hash`,
)

/** `memory status`. */
export const statusCommand: RoomCommand<MemorySection> = {
  options: [{ flags: '--json', summary: 'write one JSON object' }],
  examples: [['The chunks that still lack vectors', 'drawbridge memory status']],
  run: async (invocation) => {
    const { io, ground, section, options } = invocation
    const database = await ground.database.find()
    const { model } = (await meaningsOf(await invocation.openHouse(), section)) ?? {}
    const counted = await database?.get(countChunks, model ?? '')
    const { chunks = 0, missing = 0 } = counted ?? {}
    const extension = database === undefined ? undefined : await vectorVersion(database)
    if (options.json === true) {
      const vectors = model === undefined ? null : { model, missing, pgvector: extension ?? null }
      await io.output.write(`${JSON.stringify({ chunks, vectors })}\n`)
      return
    }
    await io.output.write(`${chunks} chunks are indexed and found by their words.\n`)
    if (model === undefined) {
      await io.output.write('Meanings are turned off (memory.embeddings).\n')
      return
    }
    await io.output.write(`${missing} of them have no vector of ${model} yet.\n`)
    if (missing > 0)
      await io.diagnostics.write('Searches have them made in the background; make them now: drawbridge memory index\n')
    if (extension !== undefined) await io.output.write(`Large memories are searched by pgvector ${extension}.\n`)
  },
}
