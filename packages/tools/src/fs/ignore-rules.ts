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
  const loaded = new Map<string, Promise<Ignore | undefined>>()
  const rulesOf = (path: string): Promise<Ignore | undefined> => {
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
  rulesOf: (folder: string) => Promise<Ignore | undefined>,
): Promise<boolean> {
  let ignored = false
  for (const folder of folders) {
    const rules = await rulesOf(folder)
    if (rules === undefined) continue
    const verdict = rules.test(absolute.slice(folder.length + 1) + (isDirectory ? '/' : ''))
    if (verdict.ignored) ignored = true
    else if (verdict.unignored) ignored = false
  }
  return ignored
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
async function parseRules(text: string | undefined): Promise<Ignore | undefined> {
  const rules = text
    ?.split(/\r?\n/, maxRules * 10)
    .filter((line) => line.trim() !== '' && !line.startsWith('#') && isCheap(line))
  if (rules === undefined || rules.length === 0) return undefined
  const { default: ignore } = await import('ignore')
  return ignore({ ignorecase: false }).add(rules.slice(0, maxRules).join('\n'))
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
