import { text } from 'node:stream/consumers'
import type { RoomCommand } from '@drawbridge/room'
import { sealedToken } from './sealed-token.ts'
import type { WeatherSection } from './section.ts'
import { insertStation, listStations } from './stations.ts'

export const addCommand: RoomCommand<WeatherSection> = {
  arguments: [{ name: 'station', summary: 'what to call it' }],
  examples: [['A station on the roof', 'drawbridge weather add roof < token.txt']],
  run: async ({ arguments: [name = ''], io, ground, section }) => {
    const token = (await text(io.input)).trim()
    const [database, sealer] = [await ground.database.obtain(), await ground.sealer()]
    const { maxStations = 10 } = section ?? {}
    if ((await database.all(listStations)).length >= maxStations) {
      await io.diagnostics.write(`There are ${maxStations} stations already, and weather.maxStations allows no more.\n`)
      return 1
    }
    await database.transaction(async (transaction) => {
      const { envelope, keyId } = await sealer.seal(transaction, sealedToken, { key: name }, token)
      await transaction.run(insertStation, name, envelope, keyId)
    })
    await io.output.write(`Added ${name}.\n`)
    return 0
  },
}
