import type { Finding, HouseGround } from '@drawbridge/room'
import { sealedToken } from './sealed-token.ts'
import { listStations } from './stations.ts'

/** Says whether the tokens of all stations can be read. */
export async function checkStations({ database, sealer }: HouseGround): Promise<Finding> {
  const stations = (await (await database.find())?.all(listStations)) ?? []
  const { open } = await sealer()
  for (const { name, encrypted_token: token } of stations) await open(sealedToken, { key: name }, token)
  return { status: 'ok', message: `The tokens of ${stations.length} stations can be read.` }
}
