import { readdirSync, readFileSync } from 'node:fs'

const closeOnExec = 0o2_000_000

/**
 * Returns the descriptors that this process inherited and that every program it starts would get too. Node closes its
 * own, but leaves these open.
 */
export function inheritedDescriptors(folder = '/proc/self/fdinfo'): readonly number[] {
  return readdirSync(folder)
    .map(Number)
    .filter((descriptor) => descriptor > 2 && isPassedOn(`${folder}/${descriptor}`))
}

function isPassedOn(file: string): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(file, 'latin1'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & closeOnExec) === 0
  } catch {
    // The descriptor that listed the folder is closed by now.
    return false
  }
}
