/** The largest age of answers. */
export type Freshness =
  | { readonly type: 'within'; readonly unit: 'day' | 'week' | 'month' | 'year' }
  | { readonly type: 'between'; readonly from: string; readonly to: string }

/** The spellings of freshness: a unit, Brave's abbreviation of it, or two dates. */
export const freshnessPattern = /^(?:day|week|month|year|pd|pw|pm|py|\d{4}-\d{2}-\d{2}to\d{4}-\d{2}-\d{2})$/

const units = { d: 'day', w: 'week', m: 'month', y: 'year' } as const
const days = { day: 1, week: 7, month: 31, year: 365 } as const

/** Reads what {@link freshnessPattern} lets through; undefined for days that do not exist or stand the wrong way round. */
export function parseFreshness(text: string): Freshness | undefined {
  const [from, to] = text.split('to')
  if (from !== undefined && to !== undefined && from.length > 4) {
    return isDay(from) && isDay(to) && from <= to ? { type: 'between', from, to } : undefined
  }
  const unit = Object.entries(units).find(([letter, name]) => text === name || text === `p${letter}`)?.[1]
  return unit && { type: 'within', unit }
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The first day that counts, for services that know only dates. */
export function firstDay(freshness: Freshness, now: number): string {
  if (freshness.type === 'between') return freshness.from
  return new Date(now - days[freshness.unit] * 86_400_000).toISOString().slice(0, 10)
}
