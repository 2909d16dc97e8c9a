import type { House } from '@drawbridge/room'
import { listStations } from './stations.ts'

/** Names the stations for the system prompt, so that a model does not have to guess them. */
export async function stationsBlock({ database }: Pick<House, 'database'>): Promise<string> {
  const stations = (await (await database.find())?.all(listStations)) ?? []
  if (stations.length === 0) return ''
  return `Weather stations for \`weather.note\`: ${stations.map(({ name }) => name).join(', ')}.`
}
