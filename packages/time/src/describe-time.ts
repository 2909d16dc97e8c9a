/** A moment as a clock on the wall shows it. */
export interface DescribedTime {
  /** ISO 8601 with the offset from UTC, to the second. */
  readonly iso: string
  readonly weekday: string
  readonly timezone: string
  /** Milliseconds since the Unix epoch. */
  readonly unix_ms: number
}

/** Returns the time zone of this machine. */
export function hereZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** True if there is a time zone with this name or offset. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Describes a moment in a time zone. Pure. @param timezone One for which `isTimeZone` is true. */
export function describeTime(ms: number, timezone: string): DescribedTime {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  })
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const offset = part('timeZoneName').replace('GMT', '') || '+00:00'
  return {
    iso: `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}${offset}`,
    weekday: part('weekday'),
    timezone,
    unix_ms: ms,
  }
}
