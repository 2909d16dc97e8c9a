import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { DrawbridgeEvent } from '@drawbridge/core'

/** All events that a home's sessions have recorded by now. A line that is being written does not count yet. */
export function recordedEvents(home: string): readonly DrawbridgeEvent[] {
  const folder = join(home, 'sessions')
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as DrawbridgeEvent),
  )
}

/** Resolves once a call has started. */
export function recordedStart(home: string): Promise<void> {
  return until(() => recordedEvents(home).some(({ type }) => type === 'tool.started'))
}

/** Resolves once a file or folder is there. */
export function appears(path: string): Promise<void> {
  return until(() => existsSync(path))
}

async function until(holds: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (holds()) return
    await setTimeout(50)
  }
  throw new Error('Waited in vain.')
}
