import type { RoomCommand } from '@drawbridge/room'
import { askedPlaces, callerOptions } from '@drawbridge/room/asked-place'
import { syncIndex } from '../index/sync-index.ts'
import type { MemorySection } from '../section.ts'
import { meaningsOf } from '../tools/memory-of-caller.ts'

/** `memory index`. */
export const indexCommand: RoomCommand<MemorySection> = {
  options: callerOptions,
  run: async (invocation) => {
    const { io, ground, section } = invocation
    const database = await ground.database.find()
    const meanings = await meaningsOf(await invocation.openHouse(), section)
    const interruption = io.catchInterrupts()
    try {
      let [chunks, vectors] = [0, 0]
      for (const place of database === undefined ? [] : askedPlaces(invocation)) {
        const partition = database === undefined ? undefined : await syncIndex(database, place)
        if (database === undefined || partition === undefined) continue
        chunks += partition.chunks
        if (meanings === undefined) continue
        for (let made = 1; made > 0 && !interruption.signal.aborted; vectors += made) {
          made = await meanings.embed(database, partition, interruption.signal)
        }
      }
      await io.output.write(`${chunks} chunks are indexed; ${vectors} vectors were made.\n`)
      if (meanings === undefined)
        await io.diagnostics.write('Meanings are turned off (memory.embeddings): search uses words alone.\n')
    } finally {
      interruption[Symbol.dispose]()
    }
  },
}
