import { serverNow, toTime } from '../api/server-clock.ts'
import { readSetting } from './setting.ts'
import { locale } from './texts.ts'

const zone = readSetting('drawbridge.zone') === 'utc' ? { timeZone: 'UTC' } : {}
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', ...zone })
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', ...zone })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
const number = new Intl.NumberFormat(locale)
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })

/** Returns a date and time in full. */
export function formatTime(time: string | number): string {
  const at = toTime(time)
  return Number.isFinite(at) ? exact.format(at) : String(time)
}

/** Returns the time of day. */
export function formatClock(time: string | number): string {
  const at = toTime(time)
  return Number.isFinite(at) ? clock.format(at) : String(time)
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** Returns the distance of a time from now, e.g. `3 min. ago`. */
export function formatAgo(time: string | number): string {
  const distance = toTime(time) - serverNow()
  if (!Number.isFinite(distance)) return String(time)
  const [unit, length] = steps.find(([, size]) => Math.abs(distance) >= size) ?? ['second', 1_000]
  return relative.format(Math.round(distance / length), unit)
}

/** Returns a length of time, in milliseconds, as a person reads it: `4 ms`, `3.1 s`, `1:34`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 60_000) return `${number.format(Math.round(milliseconds / 100) / 10)} s`
  return formatCountdown(milliseconds)
}

/** Returns the time that is left, in milliseconds, as minutes and seconds. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000))
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor(seconds / 60) % 60
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** Returns a number in the person's language. */
export function formatNumber(value: number): string {
  return number.format(value)
}

/** Returns a number in few characters, e.g. `3.1K`. */
export function formatShort(value: number): string {
  return short.format(value)
}

/** Returns an amount of money; a dash if the price is not known, never zero. */
export function formatMoney(money: { readonly amount: string; readonly currency: string } | undefined): string {
  if (money === undefined) return '–'
  const digits = Number(money.amount) < 0.1 ? 4 : 2
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: money.currency,
    maximumFractionDigits: digits,
  }).format(Number(money.amount))
}
