import { foldPath } from './fold-path.ts'
import { relativeParts } from './relative-parts.ts'

/** Folders whose content decides what runs later: hooks of git, tasks of editors, settings of agents. */
const folders: ReadonlySet<string> = new Set(['.git', '.vscode', '.idea', '.cursor', '.claude'])

/** Files that configure Drawbridge and other agents. */
const settingsFiles = ['drawbridge.jsonc', '.mcp.json'] as const

/** Files that a shell or login runs, in a home. */
const loginFiles: ReadonlySet<string> = new Set([
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.cshrc',
  '.tcshrc',
  '.login',
  '.logout',
  '.inputrc',
  '.xprofile',
  '.xinitrc',
  '.xsession',
  '.xsessionrc',
  '.pam_environment',
  'authorized_keys',
])

const files: ReadonlySet<string> = new Set([...settingsFiles, ...loginFiles])

/** What of a repository runs later, or says where that is looked for. The rest is git's own to write. */
const gitParts = ['hooks', 'config', 'config.worktree', 'commondir', 'modules', 'worktrees']

const systemPlaces =
  /^\/(etc\/(profile|profile\.d|bash\.bashrc|bashrc|zsh|zshenv|zprofile|zshrc|environment|csh\.login|csh\.cshrc|crontab|cron\.[^/]+|rc\.local)|var\/spool\/cron)(\/|$)/

const homePlaces = /(^|\/)\.config\/(fish|autostart|systemd|environment\.d)(\/|$)/

/**
 * Whether writing here could change what runs later, or how Drawbridge itself decides. Pure: `real` is absolute and free
 * of links. Inside the workspace only the part below it counts, so a workspace may itself lie in such a folder.
 */
export function isProtectedWrite(real: string, workspace?: string): boolean {
  const parts = relativeParts(real, workspace).map(foldPath)
  return (
    files.has(parts.at(-1) ?? '') ||
    parts.some((part) => folders.has(part)) ||
    homePlaces.test(parts.join('/')) ||
    systemPlaces.test(foldPath(real))
  )
}

/**
 * What a sandbox has to keep from being changed or made right below a folder, whether it is there or not. The same names as above, but for
 * the repository, where commands are git itself as often as not, which has to write everything else; and for login files, which mean
 * nothing but in a home.
 */
export function protectedBelow(folder: string, { isHome }: { readonly isHome: boolean }): readonly string[] {
  const rest = [...folders].filter((name) => name !== '.git')
  const login = isHome ? loginFiles : []
  return [...rest, ...gitParts.map((part) => `.git/${part}`), ...settingsFiles, ...login].map((name) =>
    at(folder, name),
  )
}

/** What of a repository in a folder has to be kept. */
export function protectedOfRepository(folder: string): readonly string[] {
  return gitParts.map((part) => at(folder, `.git/${part}`))
}

/** Whether an entry of that name, further down and already there, has to be kept as it is. */
export function isProtectedName(name: string): boolean {
  const folded = foldPath(name)
  return files.has(folded) || folders.has(folded)
}

/** Whether a folder that has an entry of that name is a home to somebody, or may become one. */
export function isLoginFile(name: string): boolean {
  return loginFiles.has(foldPath(name))
}

function at(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}
