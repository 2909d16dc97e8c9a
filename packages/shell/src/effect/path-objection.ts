import type { Access, PathUse } from '../shell-command.ts'

const freeReads = /^\/dev\/(?:null|stdin|fd\/\d+|tty|zero|u?random|full)$/

const freeWrites = /^\/dev\/(?:null|stdout|stderr|fd\/\d+|tty)$/

/** Returns true if a path is a stream of the process itself, which needs no permission. */
export function isFreePath(path: string, access: Access): boolean {
  return (access === 'write' ? freeWrites : freeReads).test(path)
}

/** Returns the reason that a use of a path needs permission; `undefined` if the built-in rules allow it. */
export function pathObjection(use: PathUse): string | undefined {
  const { path, access } = use
  if (use.word.pipe !== undefined || (access !== 'execute' && isFreePath(path, access))) return undefined
  if (!use.certain) return `the path ${use.word.text} is not known beforehand`
  if (use.sensitive) return `${path} is sensitive`
  const inside = use.zone === 'workspace' || use.zone === 'root'
  if (access === 'read' || access === 'list') {
    if (inside || (use.zone === 'system' && !use.recursive)) return undefined
    return `${path} is outside the workspace`
  }
  if (!inside) return `${path} is outside the write roots`
  return use.protected ? `${path} is protected` : undefined
}
