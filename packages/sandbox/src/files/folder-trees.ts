import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'

/** The bounds of a walk below a folder. */
export interface TreeLimits {
  /** The number of levels below the folder. */
  readonly depth: number
  /** The number of folders, or of files. */
  readonly entries: number
}

/** A folder that has a file of one of the wanted names. */
export interface MarkedFolder {
  /** As it was found. */
  readonly folder: string
  /** Without links. */
  readonly real: string
  /** The name of the file. */
  readonly file: string
}

/** The marked folders below a folder, and what was left out. */
export interface MarkedFolders {
  readonly found: readonly MarkedFolder[]
  readonly problems: readonly { readonly path: string; readonly problem: string }[]
  /** True if the limits ended the walk. */
  readonly isCut: boolean
}

const skipped = new Set(['node_modules'])
/** The number of names that wait to be followed, in multiples of the folders that are searched: many can be links to one folder. */
const waitingPerFolder = 10

/** Returns true if a path below a folder is, or leads through, a link. Links above that folder do not count. */
export function leadsThroughLink(path: string, below: string): boolean {
  const parts = relative(below, path).split(sep)
  return parts.some((_, index) => {
    const part = join(below, ...parts.slice(0, index + 1))
    return part !== below && lstatSync(part, { throwIfNoEntry: false })?.isSymbolicLink() === true
  })
}

/**
 * Finds the folders that have a file of one of these names, in order; what is below one is not searched. A link is followed only if it
 * stays below the folder where the search began, and each real folder counts once. A missing folder has none.
 */
export function findMarkedFolders(start: string, names: readonly string[], limits: TreeLimits): MarkedFolders {
  const found: MarkedFolder[] = []
  const problems: { path: string; problem: string }[] = []
  const root = realOf(start)
  if (root === undefined) return { found, problems, isCut: false }
  const seen = new Set<string>()
  let isCut = false
  let level: readonly string[] = [start]
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: string[] = []
    for (const folder of level) {
      const real = realOf(folder)
      if (real === undefined || seen.has(real)) continue
      if (!isWithin(root, real)) {
        problems.push({ path: folder, problem: 'It is a link that leads out of the folder.' })
        continue
      }
      if (seen.size >= limits.entries) {
        isCut = true
        break
      }
      seen.add(real)
      const entries = entriesOf(real)
      const marker = names.find((name) => entries.some((entry) => entry.name === name && !entry.isDirectory()))
      if (marker !== undefined) found.push({ folder, real, file: marker })
      else
        for (const entry of entries)
          if (
            (entry.isDirectory() || entry.isSymbolicLink()) &&
            !entry.name.startsWith('.') &&
            !skipped.has(entry.name)
          )
            next.push(join(folder, entry.name))
    }
    if (next.length > 0 && (depth >= limits.depth || next.length > waitingPerFolder * limits.entries)) isCut = true
    level = isCut ? [] : next.filter(isFolder)
  }
  return { found, problems, isCut }
}

/** A file below a folder, with `/` between the parts of its path. */
export interface FileOfTree {
  readonly path: string
  /** Bytes. */
  readonly size: number
}

/** Lists the ordinary files below a folder in order. Links and special files are left out. */
export function listTree(folder: string, limits: TreeLimits): readonly FileOfTree[] {
  const files: FileOfTree[] = []
  let folders = 0
  const visit = (path: string, depth: number) => {
    folders += 1
    for (const entry of entriesOf(join(folder, path))) {
      if (files.length >= limits.entries || folders > limits.entries) return
      const below = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory() && depth < limits.depth && entry.name !== '.git' && !skipped.has(entry.name))
        visit(below, depth + 1)
      else if (entry.isFile()) files.push({ path: below, size: lstatSync(join(folder, below)).size })
    }
  }
  visit('', 0)
  return files
}

/** The files of a folder by their paths. */
export type Tree = Readonly<Record<string, Uint8Array>>

/**
 * Reads all files below a folder, hidden ones too.
 * @throws DrawbridgeError `invalid_option` if they are too many or too large together, or if one is a link or a special file.
 */
export function readTree(
  folder: string,
  { files = 500, bytes = 20 * 1024 * 1024 }: { readonly files?: number; readonly bytes?: number } = {},
): Tree {
  const tree = new Map<string, Uint8Array>()
  let entries = 0
  let total = 0
  const refuse = (what: string) => new DrawbridgeError('invalid_option', `${JSON.stringify(folder)} has ${what}.`)
  const visit = (path: string) => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const below = path === '' ? entry.name : `${path}/${entry.name}`
      entries += 1
      if (entries > 2 * files || tree.size > files) throw refuse(`more than ${files} files`)
      if (entry.isDirectory()) visit(below)
      else {
        if (!entry.isFile()) throw refuse(`${JSON.stringify(below)}, a link or a special file`)
        total += lstatSync(join(folder, below)).size
        if (total > bytes) throw refuse(`files with more than ${bytes} bytes together`)
        tree.set(below, readOrdinary(join(folder, below)))
      }
    }
  }
  visit('')
  if (tree.size > files) throw refuse(`more than ${files} files`)
  return Object.fromEntries(tree)
}

/** Reads a file that was not a link, and follows none that took its place since. */
function readOrdinary(file: string): Uint8Array {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    return new Uint8Array(readFileSync(descriptor))
  } finally {
    closeSync(descriptor)
  }
}

/** Returns a text that differs if any file of a tree does. */
export function digestOfTree(tree: Tree): string {
  const hash = createHash('sha256')
  for (const path of Object.keys(tree).sort()) {
    const content = tree[path] ?? new Uint8Array()
    hash.update(`${path.length}:${path}:${content.length}:`).update(content)
  }
  return hash.digest('hex')
}

/** Returns true if a folder has exactly the files of a tree, by its digest: no more, no links, and none that cannot be read. */
export function holdsTree(folder: string, digest: string): boolean {
  try {
    return digestOfTree(readTree(folder)) === digest
  } catch {
    return false
  }
}

/**
 * Writes a tree as a folder, in place of what was there. If another process wrote the same one meanwhile, that one stays.
 * @param folder Absolute; the folder that it is in is created.
 * @throws TypeError for a path that leads out of the folder.
 */
export function writeTree(folder: string, tree: Tree): void {
  const draft = `${folder}.${randomBytes(6).toString('hex')}`
  try {
    mkdirSync(draft, { recursive: true, mode: 0o700 })
    for (const [path, content] of Object.entries(tree)) {
      const file = join(draft, path)
      if (!file.startsWith(`${draft}${sep}`))
        throw new TypeError(`The path ${JSON.stringify(path)} leads out of the folder.`)
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(file, content)
      chmodSync(file, 0o500)
    }
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  } catch (error) {
    if (!holdsTree(folder, digestOfTree(tree))) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Removes what is in a folder but for the entries with these names. If it is a link itself, that is removed. */
export function keepOnly(folder: string, names: ReadonlySet<string>): void {
  const isLink = lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true
  if (isLink) rmSync(folder, { force: true })
  for (const { name } of isLink ? [] : entriesOf(folder))
    if (!names.has(name)) rmSync(join(folder, name), { recursive: true, force: true })
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1))
  } catch {
    return []
  }
}

function isFolder(path: string): boolean {
  const real = realOf(path)
  return real !== undefined && lstatSync(real).isDirectory()
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
