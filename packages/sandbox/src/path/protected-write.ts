import { foldPath } from './fold-path.ts'
import { relativeParts } from './relative-parts.ts'

/** Folders whose content decides what runs later: hooks of git, tasks of editors, settings of agents. */
const folders: ReadonlySet<string> = new Set(['.git', '.vscode', '.idea', '.cursor', '.claude'])

/** Files that configure Drawbridge and other agents, or that a shell or login runs. */
const files: ReadonlySet<string> = new Set([
  'drawbridge.jsonc',
  '.mcp.json',
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

/** What of a repository runs later, or says where that is looked for. The rest is git's own to write. */
const gitParts = ['hooks', 'config', 'config.worktree', 'modules', 'worktrees']

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
 * the repository: commands in it are git itself as often as not, which has to write everything else there.
 */
export function protectedBelow(folder: string): readonly string[] {
  const rest = [...folders].filter((name) => name !== '.git')
  const names = [...rest, ...gitParts.map((part) => `.git/${part}`), ...files]
  return names.map((name) => (folder === '/' ? `/${name}` : `${folder}/${name}`))
}

/** Whether an entry of that name, further down and already there, has to be kept as it is. */
export function isProtectedName(name: string): boolean {
  const folded = foldPath(name)
  return files.has(folded) || folders.has(folded)
}
