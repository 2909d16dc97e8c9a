import type { FileAccess } from '@drawbridge/core/machine'
import type { Ignore } from 'ignore'

/** The rules of `.gitignore` files that exclude entries below a folder. */
export interface IgnoreRules {
  /** `path` is relative to the folder, with `/` between parts. Its own folders are taken not to be ignored. */
  ignores(path: string, isDirectory: boolean): Promise<boolean>
}

export interface IgnoreRulesOptions {
  /** Absolute real path of the folder that is listed. */
  readonly folder: string
  /** The absolute folder from which rules count: one above the folder, or the folder itself if no rules are above it. */
  readonly top: string
  /** Text of a folder's `.gitignore`, if any. */
  readonly read: (folder: string) => Promise<string | undefined>
}

/**
 * Rules as git reads them: those of a deeper folder override those above, and `.git` itself is always left out. Files are read
 * as their folders come up. A folder that is ignored itself but listed by name is listed: rules from above do not count then.
 */
export async function createIgnoreRules({ folder, top, read }: IgnoreRulesOptions): Promise<IgnoreRules> {
  const loaded = new Map<string, Promise<FolderRules | undefined>>()
  const rulesOf = (path: string): Promise<FolderRules | undefined> => {
    const known = loaded.get(path) ?? read(path).then(parseRules)
    loaded.set(path, known)
    return known
  }
  const above = foldersBetween(top, folder)
  const isIgnoredItself = await isIgnored(folder, true, above, rulesOf)
  const outer = isIgnoredItself ? [] : above

  return {
    ignores: async (path, isDirectory) => {
      if (path === '.git' || path.endsWith('/.git')) return true
      const absolute = `${folder}/${path}`
      return isIgnored(absolute, isDirectory, [...outer, ...foldersBetween(folder, absolute)], rulesOf)
    },
  }
}

async function isIgnored(
  absolute: string,
  isDirectory: boolean,
  folders: readonly string[],
  rulesOf: (folder: string) => Promise<FolderRules | undefined>,
): Promise<boolean> {
  let ignored = false
  for (const folder of folders) {
    const rules = await rulesOf(folder)
    if (rules === undefined) continue
    const verdict = rules(absolute.slice(folder.length + 1), isDirectory)
    if (verdict !== 'undecided') ignored = verdict === 'ignored'
  }
  return ignored
}

/** A check of an entry itself by the rules of one folder, if none of the folders on the way to it is ignored. */
type FolderRules = (path: string, isDirectory: boolean) => 'ignored' | 'kept' | 'undecided'

/**
 * The `ignore` package takes an entry to be ignored if one of its folders is. A deeper `.gitignore` may have kept that folder, and
 * then only rules that name the entry count: the same rules are asked again, with the entry's folders kept.
 */
function rulesOfFolder(rules: readonly string[], ignore: () => Ignore): FolderRules {
  const plain = ignore().add(rules.join('\n'))
  const reopened = new Map<string, Ignore>()
  const withOpenFolders = (parent: string): Ignore => {
    const known = reopened.get(parent) ?? ignore().add([...rules, ...keptFolders(parent)].join('\n'))
    reopened.set(parent, known)
    return known
  }
  return (path, isDirectory) => {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const isOpen = parent === '' || !plain.test(`${parent}/`).ignored
    const verdict = (isOpen ? plain : withOpenFolders(parent)).test(isDirectory ? `${path}/` : path)
    return verdict.ignored ? 'ignored' : verdict.unignored ? 'kept' : 'undecided'
  }
}

/** Returns a rule for each folder on the way to `path`, and for `path` itself, that keeps exactly this folder. */
function keptFolders(path: string): string[] {
  const parts = path.split('/')
  const literal = (text: string) => text.replaceAll(/[\\*?[\]! #]/g, '\\$&')
  return parts.map((_, index) => `!/${literal(parts.slice(0, index + 1).join('/'))}/`)
}

/** Each rule is a regular expression that is tried on every path: files written by people have some hundred. */
const maxRules = 2_000

/** More wildcards than these in one rule could keep the regular expression busy for minutes: such a rule does not count. */
const maxStars = 6
const maxDoubleStars = 2

function isCheap(rule: string): boolean {
  return rule.split(/\*+/).length - 1 <= maxStars && rule.split('**').length - 1 <= maxDoubleStars
}

/** Rules beyond the first 2,000 of a file do not count either. */
async function parseRules(text: string | undefined): Promise<FolderRules | undefined> {
  const rules = text
    ?.split(/\r?\n/, maxRules * 10)
    .filter((line) => line.trim() !== '' && !line.startsWith('#') && isCheap(line))
  if (rules === undefined || rules.length === 0) return undefined
  const { default: ignore } = await import('ignore')
  return rulesOfFolder(rules.slice(0, maxRules), () => ignore({ ignorecase: false }))
}

/** Returns the folders that contain a path, from `top` down to its own; none if it is `top` itself or outside. */
function foldersBetween(top: string, path: string): string[] {
  if (!path.startsWith(`${top}/`)) return []
  const parts = path
    .slice(top.length + 1)
    .split('/')
    .slice(0, -1)
  const folders = [top]
  for (const part of parts) folders.push(`${folders.at(-1)}/${part}`)
  return folders
}

/** Returns the rules for a folder: those from the working folder down; for a folder outside of it, from itself. */
export async function rulesFor(files: FileAccess, path: string, workspace: string): Promise<IgnoreRules> {
  const folder = files.realPath(path)
  const top = folder.startsWith(`${workspace}/`) ? workspace : folder
  return createIgnoreRules({ folder, top, read: (ancestor) => files.readIgnoreFile(ancestor) })
}
