import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { recordedEvents } from '../../../../scripts/test-support/recorded-events.ts'

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
