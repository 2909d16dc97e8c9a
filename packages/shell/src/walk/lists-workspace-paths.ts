import { isInside } from '../effect/resolve-path.ts'
import { foundBy } from '../profile/checks/check-find.ts'
import type { Listed, Reach, ShellCommand } from '../shell-command.ts'

const listers = new Set(['find', 'gfind', 'fd', 'fdfind', 'ls', 'git'])
const filters = new Set(['head', 'tail', 'sort', 'uniq', 'grep', 'egrep', 'fgrep', 'shuf'])

/** Returns the files of the workspace that these commands may list; `undefined` if they may print anything else. */
export function listsWorkspacePaths(commands: readonly ShellCommand[], workspace: string): Listed | undefined {
  const [first, ...rest] = commands
  const reach = first === undefined ? undefined : listedBy(first)
  const filtered = rest.every(
    (command) => filters.has(command.call.name) && command.call.readonly && command.call.paths.length === 0,
  )
  if (first === undefined || reach === undefined || !filtered) return undefined
  return { folder: folderOf(first, workspace), reach }
}

/** The folder that holds everything a lister looks at: as it would be written, or absolute. */
function folderOf({ call: { name, paths }, location }: ShellCommand, workspace: string): string {
  if (!paths.every((use) => isInside(use.path, location.path))) return `${workspace}/`
  const [only] = paths
  if (only === undefined || paths.length > 1 || name === 'ls' || name === 'git' || only.path === location.path)
    return './'
  return `./${only.path.slice(location.path === '/' ? 1 : location.path.length + 1)}/`
}

function listedBy(command: ShellCommand): Reach | undefined {
  const { call, location } = command
  if (!call.readonly || location.left || command.isFunction) return undefined
  const texts = command.argv.map((word) => word.text)
  switch (call.name) {
    case 'rg':
    case 'grep': {
      const only = texts.some((text) => /^-[a-zA-Z0]*l[a-zA-Z0]*$|^--files(?:-with(?:out)?-match(?:es)?)?$/.test(text))
      const read = call.paths.find((use) => use.recursive)
      return only && inside(command) ? { followsLinks: 'named', hidden: true, ...read?.reach } : undefined
    }
    case 'git': {
      const lists = texts[1] === 'ls-files' || (texts[1] === 'diff' && texts.includes('--name-only'))
      if (!lists) return undefined
      const others = texts.some((text) => /^(?:--others|--ignored|-[a-z]*[oi][a-z]*)$/.test(text))
      const globs = texts.slice(2).filter((text) => /^\*[\w.-]+$/.test(text))
      const operands = texts.slice(2).filter((text) => !text.startsWith('-'))
      const names = globs.length > 0 && globs.length === operands.length ? { names: globs } : {}
      return { hidden: true, followsLinks: 'named', ...names, ...(others ? {} : { tracked: true }) }
    }
    case 'find':
    case 'gfind':
      if (texts.some((text) => /printf|^-ls$|^-fls$/.test(text))) return undefined
      return inside(command) ? foundBy(command.argv) : undefined
    case 'ls':
      if (texts.some((text) => /^-[a-zA-Z]*[lsinZo]/.test(text))) return undefined
      return inside(command)
        ? { hidden: texts.some((text) => /^-[a-zA-Z]*[aA]/.test(text)), followsLinks: 'named' }
        : undefined
    default:
      return listers.has(call.name) && inside(command) ? { hidden: true, followsLinks: 'named' } : undefined
  }
}

const inside = (command: ShellCommand): boolean =>
  command.call.paths.every(
    (use) => use.certain && use.zone === 'workspace' && isInside(use.path, '/') && !use.sensitive,
  )
