import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isProcessAlive, processIdentity } from '../../process/process-identity.ts'

const ownName = /^drawbridge-(\d+-\d+)-\d+$/
const retryEveryMs = 5
const longestMs = 1000
let count = 0

export function newGroupName(): string {
  count += 1
  return `drawbridge-${processIdentity()}-${count}`
}

/** Makes a group and writes its settings. Optional settings that the kernel does not have are left out. */
export function makeGroup(
  folder: string,
  settings: Readonly<Record<string, string>>,
  optional: readonly string[] = [],
): void {
  mkdirSync(folder)
  for (const [name, value] of Object.entries(settings)) {
    try {
      writeFileSync(join(folder, name), value)
    } catch (error) {
      if (optional.includes(name)) continue
      rmdirSync(folder)
      throw error
    }
  }
}

/** A group that was just left by its last process may be busy for a moment. */
export async function removeGroup(folder: string): Promise<void> {
  for (let waited = 0; waited < longestMs; waited += retryEveryMs) {
    if (tryRemove(folder)) return
    await wait(retryEveryMs)
  }
}

/** Removes groups whose makers were killed. */
export function sweepGroups(parent: string): void {
  for (const name of readdirSync(parent)) {
    const owner = ownName.exec(name)?.[1]
    if (owner !== undefined && !isProcessAlive(owner)) tryRemove(join(parent, name))
  }
}

/** Returns the number for a name in a file of counters; 0 if there is none. */
export function counterIn(file: string, name: string): number {
  try {
    const line = readFileSync(file, 'utf8')
      .split('\n')
      .find((candidate) => candidate.startsWith(`${name} `))
    return Number(line?.split(' ')[1] ?? 0)
  } catch {
    return 0
  }
}

function tryRemove(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}
