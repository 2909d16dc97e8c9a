import type { WindowSettings } from './limit-settings.ts'

/** The times of the calls that still count, oldest first. */
export type WindowCalls = readonly number[]

/** Drops the calls that have left the window. Pure. */
export function slide(calls: WindowCalls, { perMs }: WindowSettings, now: number): WindowCalls {
  const firstInside = calls.findIndex((time) => time > now - perMs)
  if (firstInside === 0) return calls
  return firstInside < 0 ? [] : calls.slice(firstInside)
}

/** Milliseconds until the window takes another call. */
export function waitForPlace(calls: WindowCalls, { calls: most, perMs }: WindowSettings, now: number): number {
  const leavesFirst = calls[calls.length - most]
  return leavesFirst === undefined ? 0 : Math.max(1, leavesFirst + perMs - now)
}
