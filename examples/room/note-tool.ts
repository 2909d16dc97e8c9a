import { fail } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import type { WeatherNoted } from './events.ts'
import type { WeatherSection } from './section.ts'
import { noteTemperature } from './stations.ts'

export function noteTool({ database, clock, emit }: House, { coldest = -90 }: WeatherSection = {}): ToolBody {
  return defineToolBody({
    input: z.strictObject({ station: z.string().min(1), celsius: z.number() }),
    check: ({ celsius }) =>
      celsius < coldest ? `"celsius" is below ${coldest}, which no station measures.` : undefined,
    execute: async ({ station, celsius }, { principal }) => {
      const changed = await (await database.obtain()).run(noteTemperature, station, celsius, clock.now())
      if (changed === 0) fail('file_not_found', `There is no station "${station}". Ask a person to add it.`)
      await emit<WeatherNoted>(principal, { type: 'weather.noted', station, celsius })
      return `Noted ${celsius} °C at ${station}.`
    },
  })
}
