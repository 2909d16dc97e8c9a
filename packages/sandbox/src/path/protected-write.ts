import { foldPath, isProtectedFile, loginFileNames } from '@drawbridge/core/machine'

/** Right below a folder, what editors, git and agents on the machine obey at once, so that not even a new one may be made. */
const heldNames = ['.vscode', '.idea', '.cursor', '.claude', 'drawbridge.jsonc', '.mcp.json']

/** The parts of a repository that run later, or that name such files. Git itself writes the rest. */
export const gitParts: readonly string[] = ['hooks', 'config', 'config.worktree', 'commondir', 'modules', 'worktrees']

/** Names that are looked for at any depth: of everything else installed code has hundreds, each of which costs a mount. */
const deepNames: ReadonlySet<string> = new Set(['.git', ...heldNames, ...loginFileNames])

/**
 * Returns the paths directly below a folder that a sandbox has to protect from being changed or created, even if they
 * are missing. The repository is not one of them, because commands are often git itself, which has to write the rest;
 * login files are only effective in a home.
 */
export function protectedBelow(folder: string, { isHome }: { readonly isHome: boolean }): readonly string[] {
  const login = isHome ? loginFileNames : []
  return [...heldNames, ...gitParts.map((part) => `.git/${part}`), ...login].map((name) => at(folder, name))
}

/** Returns the parts of a repository in a folder that have to be protected. */
export function protectedOfRepository(folder: string): readonly string[] {
  return gitParts.map((part) => at(folder, `.git/${part}`))
}

/** Returns true if an existing entry has to be protected at any depth below a root. */
function isProtectedName(name: string): boolean {
  return deepNames.has(foldPath(name))
}

/**
 * Returns true if an existing entry has to be protected: by its name at any depth, and near the root by the full table.
 */
export function isKept(path: string, root: string): boolean {
  const below = path.slice(root === '/' ? 0 : root.length)
  const depth = below.split('/').length - 1
  return isProtectedName(path.slice(path.lastIndexOf('/') + 1)) || (depth <= 2 && isProtectedFile(path, root))
}

function at(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}
