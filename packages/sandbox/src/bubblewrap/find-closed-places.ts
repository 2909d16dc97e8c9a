import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { getgroups, getuid } from 'node:process'

/**
 * Returns files and folders that only this process's user may read, outermost ones, without links. Files readable only
 * through a capability stay closed inside anyway.
 * @param depth The number of levels below the folder to search.
 */
export function findClosedPlaces(folder: string, depth: number): readonly string[] {
  if (depth === 0) return []
  return namesIn(folder).flatMap((name) => {
    const path = `${folder}/${name}`
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined || !(stat.isFile() || stat.isDirectory())) return []
    if (isOpen(stat, others)) return stat.isDirectory() ? findClosedPlaces(path, depth - 1) : []
    const isOurs = stat.uid === getuid?.() ? isOpen(stat, owner) : groups().has(stat.gid) && isOpen(stat, group)
    return isOurs ? [path] : []
  })
}

/** By how much the bits of a mode are moved for whom. */
const owner = 6
const group = 3
const others = 0

/** A folder counts as open to a user who may traverse it: its entries are checked themselves. */
function isOpen(stat: Stats, whom: number): boolean {
  return ((stat.mode >> whom) & (stat.isDirectory() ? 0o1 : 0o4)) !== 0
}

function groups(): ReadonlySet<number> {
  return new Set(getgroups?.())
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
