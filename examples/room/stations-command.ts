import type { RoomCommand } from '@drawbridge/room'
import { listStations } from './stations.ts'

export const stationsCommand: RoomCommand = {
  options: [{ flags: '--json', summary: 'write one JSON object' }],
  examples: [['What was measured last', 'drawbridge weather']],
  run: async ({ options, io, ground }) => {
    const stations = (await (await ground.database.find())?.all(listStations)) ?? []
    const shown = stations.map(({ name, celsius }) => ({ name, celsius }))
    if (options.json === true) await io.output.write(`${JSON.stringify({ stations: shown })}\n`)
    else await io.output.write(shown.map(({ name, celsius }) => `${name}  ${celsius ?? 'nothing yet'}\n`).join(''))
    return undefined
  },
}
