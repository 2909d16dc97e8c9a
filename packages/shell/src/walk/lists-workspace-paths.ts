import { isInside } from '../effect/resolve-path.ts'
import type { ShellCommand } from '../model/shell-command.ts'

const listers = new Set(['find', 'fd', 'fdfind', 'ls', 'git'])
const filters = new Set(['head', 'tail', 'sort', 'uniq', 'grep', 'egrep', 'fgrep', 'shuf'])

/** Whether the output of these commands can only be names of files below the workspace. */
export function listsWorkspacePaths(commands: readonly ShellCommand[]): boolean {
  const [first, ...rest] = commands
  if (first === undefined || !lists(first)) return false
  return rest.every(
    (command) => filters.has(command.call.name) && command.call.readonly && command.call.paths.length === 0,
  )
}

function lists(command: ShellCommand): boolean {
  const { call, location } = command
  if (!call.readonly || location.left || command.isFunction) return false
  const texts = command.argv.map((word) => word.text)
  if (call.name === 'rg' || call.name === 'grep') {
    const only = texts.some((text) => /^-[a-zA-Z0]*l[a-zA-Z0]*$|^--files(?:-with(?:out)?-match(?:es)?)?$/.test(text))
    return only && inside(command)
  }
  if (call.name === 'git') return texts[1] === 'ls-files' || (texts[1] === 'diff' && texts.includes('--name-only'))
  if (call.name === 'find' && texts.some((text) => /printf|^-ls$|^-fls$/.test(text))) return false
  if (call.name === 'ls' && texts.some((text) => /^-[a-zA-Z]*[lsinZo]/.test(text))) return false
  return listers.has(call.name) && inside(command)
}

const inside = (command: ShellCommand): boolean =>
  command.call.paths.every(
    (use) => use.certain && use.zone === 'workspace' && isInside(use.path, '/') && !use.sensitive,
  )
