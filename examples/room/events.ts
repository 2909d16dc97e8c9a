import type { EventFamily } from '@drawbridge/core/event'

/** A station measured something. */
export interface WeatherNoted {
  readonly type: 'weather.noted'
  readonly station: string
  readonly celsius: number
}

export const weatherEvents: EventFamily<{ readonly 'weather.noted': WeatherNoted }> = {
  'weather.noted': {
    scrub: (body, { scrub }) => ({ ...body, station: scrub(body.station).text }),
    line: ({ station, celsius }) => ({ station, celsius }),
    replay: 'told',
    because: 'it tells of a station, not of a call',
    node: ({ run, sequence }) => ({
      kind: 'weather',
      id: `weather/${sequence}`,
      parent: `run/${run}`,
      keeps: 'first',
    }),
  },
}
