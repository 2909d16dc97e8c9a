import { readdirSync } from 'node:fs'
import { sessionsFolder } from './open-recorder.ts'

/** Returns true if a home has sessions that were recorded as files. */
export function hasSessionFiles(home: string): boolean {
  try {
    return readdirSync(sessionsFolder(home)).some((name) => name.endsWith('.jsonl'))
  } catch {
    return false
  }
}
