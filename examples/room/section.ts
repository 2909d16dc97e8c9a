import type { RoomSection } from '@drawbridge/room'
import { z } from 'zod'

const schema = z.strictObject({
  maxStations: z.int().positive().optional().describe('Stations that there may be at once.'),
  coldest: z.number().optional().describe('Below this a temperature is taken for a mistake, in degrees Celsius.'),
  pin: z.string().min(6).optional().describe('Opens the stations. Never shown.'),
})

export type WeatherSection = z.output<typeof schema>

/** Section `weather`: a project may only make the limit lower. */
export const weatherSection: RoomSection<WeatherSection> = {
  schema,
  projectKeys: ['maxStations'],
  secretKeys: ['pin'],
  takesEffect: 'next run',
  widening: (project, operator) => {
    const limit = operator?.maxStations ?? 10
    if ((project.maxStations ?? 0) <= limit) return []
    return [
      { path: ['maxStations'], message: `A project file can only lower "weather.maxStations", which is ${limit}.` },
    ]
  },
}
