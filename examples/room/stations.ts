import { statement } from '@drawbridge/store/database'

export interface Station {
  readonly name: string
  readonly encrypted_token: string
  readonly celsius: number | null
  readonly measured_at: number | null
}

export const listStations = statement<[], Station>(
  'select name, encrypted_token, celsius, measured_at from weather_stations order by name',
)
export const insertStation = statement<[name: string, token: string, keyId: string]>(
  'insert into weather_stations (name, encrypted_token, key_id) values ($1, $2, $3)',
)
export const noteTemperature = statement<[name: string, celsius: number, measuredAt: number]>(
  'update weather_stations set celsius = $2, measured_at = $3 where name = $1',
)
