import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { basename } from 'node:path'
import { passedOver } from '../machine/survey-folders.ts'

/** Files of a covered folder that are asked for another name. */
const maxInside = 500

export function hasOtherName(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.nlink > 1
}

/** A file, or those of a folder that is covered as a whole, up to a bound: installed code has other names by the thousand. */

export function filesOf(path: string): readonly string[] {
  if (kindOf(path) !== 'folder') return [path]
  const found: string[] = []
  const left = [path]
  for (let folder = left.pop(); folder !== undefined && found.length < maxInside; folder = left.pop()) {
    found.push(...filesIn(folder))
    left.push(...foldersIn(folder).filter((inner) => !passedOver.has(basename(inner))))
  }
  return found
}

/** A folder would include its entries, and a file with several names may be any of them. */

export function isPlain(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.nlink === 1
}

export function kindOf(path: string): 'folder' | 'file' | 'none' {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat === undefined ? 'none' : kindIn(stat)
}

export function kindIn(stat: Stats): 'folder' | 'file' | 'none' {
  if (stat.isSymbolicLink()) return 'none'
  return stat.isDirectory() ? 'folder' : 'file'
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

export function foldersIn(folder: string): readonly string[] {
  return entriesOf(folder).flatMap((entry) => (entry.isDirectory() ? [`${folder}/${entry.name}`] : []))
}

export function filesIn(folder: string): readonly string[] {
  return entriesOf(folder).flatMap((entry) => (entry.isFile() ? [`${folder}/${entry.name}`] : []))
}
