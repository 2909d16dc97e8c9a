import { foldPath, isProtectedFile, loginFileNames } from '@drawbridge/core/machine'

/** Right below a folder, what editors, git and agents on the machine obey at once, so that not even a new one may be made. */
const heldNames = ['.vscode', '.idea', '.cursor', '.claude', 'drawbridge.jsonc', '.mcp.json']

/** What of a repository runs later, or says where that is looked for. The rest is git's own to write. */
const gitParts = ['hooks', 'config', 'config.worktree', 'commondir', 'modules', 'worktrees']

/** Names that are looked for at any depth: of everything else installed code has hundreds, each of which costs a mount. */
const deepNames: ReadonlySet<string> = new Set(['.git', ...heldNames, ...loginFileNames])

/**
 * What a sandbox has to keep from being changed or made right below a folder, whether it is there or not: but for the repository, where
 * commands are git itself as often as not, which has to write everything else; and for login files, which mean nothing but in a home.
 */
export function protectedBelow(folder: string, { isHome }: { readonly isHome: boolean }): readonly string[] {
  const login = isHome ? loginFileNames : []
  return [...heldNames, ...gitParts.map((part) => `.git/${part}`), ...login].map((name) => at(folder, name))
}

/** What of a repository in a folder has to be kept. */
export function protectedOfRepository(folder: string): readonly string[] {
  return gitParts.map((part) => at(folder, `.git/${part}`))
}

/** Whether an entry that is there has to be kept as it is, wherever below a root. */
function isProtectedName(name: string): boolean {
  return deepNames.has(foldPath(name))
}

/** Whether an entry that is there has to be kept as it is: by its name at any depth, and near the root by all of the table. */
export function isKept(path: string, root: string): boolean {
  const below = path.slice(root === '/' ? 0 : root.length)
  const depth = below.split('/').length - 1
  return isProtectedName(path.slice(path.lastIndexOf('/') + 1)) || (depth <= 2 && isProtectedFile(path, root))
}

function at(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}
