import { createHash } from 'node:crypto'
import type { HouseGround } from '@drawbridge/room'

/** The variable by which a Drawbridge recognises that another one with the same data folder started it. */
export const selfMark = 'DRAWBRIDGE_SERVED_BY'

/** Returns the value of the mark for the servers of a house: those of its own starters, and itself. */
export function homeMark({ home, environment }: Pick<HouseGround, 'home' | 'environment'>): string {
  const own = markOf(home)
  const earlier = environment[selfMark]
  return earlier === undefined ? own : `${earlier},${own}`
}

/** True if a Drawbridge with the same data folder started this one as a server, directly or through others. */
export function isInsideItself({ home, environment }: Pick<HouseGround, 'home' | 'environment'>): boolean {
  return environment[selfMark]?.split(',').includes(markOf(home)) ?? false
}

function markOf(home: string): string {
  return createHash('sha256').update(home).digest('hex').slice(0, 16)
}
