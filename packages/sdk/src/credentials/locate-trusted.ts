import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { isWithin } from '@drawbridge/core/base'
import { findProgram } from '@drawbridge/sandbox'

export interface TrustOptions {
  /** Folders that a model may write: files in them are never the operator's programs. */
  readonly untrusted: readonly string[]
  readonly searchPath: string
}

/**
 * Finds the real file of a program that only the operator can have put there: at the given path, else the first on the
 * search path. No file, link or folder on the way may be in a folder that a model may write, or be replaceable by other
 * users. Undefined if there is none.
 */
export function locateTrusted(name: string, path: string | undefined, options: TrustOptions): string | undefined {
  const untrusted = [...options.untrusted, tmpdir()].map((folder) => real(folder) ?? folder)
  const candidates = path === undefined ? folders(options.searchPath).map((folder) => join(folder, name)) : [path]
  return candidates.flatMap((candidate) => trusted(candidate, untrusted) ?? []).at(0)
}

function folders(searchPath: string): readonly string[] {
  return searchPath.split(':').filter(isAbsolute)
}

function trusted(candidate: string, untrusted: readonly string[]): string | undefined {
  const file = findProgram(candidate, { cwd: '/', searchPath: '' })
  const way = file === undefined ? undefined : wayTo(file)
  if (way === undefined) return undefined
  const isOpen = way.some((place) => untrusted.some((open) => isWithin(open, place)) || isOthers(place))
  return isOpen ? undefined : way.at(-1)
}

const maxLinks = 40

/** Every folder and link that leads to a file, each by its real place, and at last the file itself. */
function wayTo(file: string): readonly string[] | undefined {
  const way = ['/']
  let names = file.split('/')
  let folder = '/'
  let links = 0
  try {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const place = join(folder, name)
      const isLink = lstatSync(place).isSymbolicLink()
      if (way.at(-1) !== place) way.push(place)
      if (!isLink) folder = place
      else {
        links += 1
        if (links > maxLinks) return undefined
        const target = readlinkSync(place)
        names = [...target.split('/'), ...names]
        if (isAbsolute(target)) folder = '/'
      }
    }
  } catch {
    return undefined
  }
  return way
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

const writableByOthers = 0o022
const sticky = 0o1000

/**
 * Returns true if another user could replace it. In a sticky folder only the owner of an entry can; the mode of a link
 * has no meaning.
 */
function isOthers(path: string): boolean {
  const stat = lstatSync(path)
  const { mode, uid } = stat
  const isOpen =
    !stat.isSymbolicLink() && (mode & writableByOthers) !== 0 && !(stat.isDirectory() && (mode & sticky) !== 0)
  return isOpen || (uid !== 0 && uid !== process.getuid?.())
}
