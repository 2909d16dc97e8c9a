import { posix } from 'node:path'
import type { DeclaredTarget } from '@drawbridge/core'
import type { PathAccess } from '@drawbridge/core/target'
import type { TouchedPattern } from '@drawbridge/sandbox'
import { type HostUse, isFreePath, type PathUse, type ShellCommand } from '@drawbridge/shell'

/** Returns the paths and hosts that a command names, including unknown ones. `cwd`: the folder of the whole call. */
export function touchesOf(command: ShellCommand, cwd: string): readonly DeclaredTarget[] {
  if (command.speculative) return []
  const { call, location, redirects } = command
  const paths = [...call.paths, ...redirects.flatMap(({ path }) => path ?? [])]
  return [
    ...folderOf(command, cwd),
    ...paths.flatMap((use) => pathTouch(use, location.path, cwd)),
    ...givenAway(command).flatMap((use) => pathTouch(use, location.path, cwd)),
    ...call.hosts.map((use) => hostTouch(use, call.name)),
  ]
}

/** The content of a moved or linked file can be read under its new name. */
function givenAway({ call: { name, paths } }: ShellCommand): readonly PathUse[] {
  const given = name === 'ln' || name === 'link' ? paths : name === 'mv' ? paths.filter(isTaken) : []
  return given.map((use) => ({ ...use, access: 'read', recursive: true }))
}

function isTaken({ access }: PathUse): boolean {
  return access === 'delete'
}

function folderOf({ location }: ShellCommand, cwd: string): readonly DeclaredTarget[] {
  if (!location.known) return [{ kind: 'dynamic', of: 'path', why: 'its folder is unknown until it runs' }]
  return location.path === cwd ? [] : [{ kind: 'path', path: location.path, access: 'list' }]
}

function pathTouch(use: PathUse, folder: string, cwd: string): readonly DeclaredTarget[] {
  const { word, recursive, path, certain, reach } = use
  const access = pathAccess(use)
  if (word.pipe !== undefined || isFreePath(path, use.access)) return []
  if (!certain) return [{ kind: 'dynamic', of: 'path', why: `${word.text} is unknown until it runs` }]
  if (word.found !== undefined) return [foundTouch(use)]
  const written = {
    kind: 'path',
    path: asWritten(use, folder, cwd),
    access,
    recursive,
    ...(recursive ? { reach } : {}),
  } as const
  const mayHoldProtected = use.protected && recursive && !word.pattern && (access === 'write' || access === 'delete')
  const why = `${path} may get files that decide what later runs, such as .git/hooks`
  return mayHoldProtected ? [written, { kind: 'dynamic', of: 'path', why }] : [written]
}

function pathAccess({ access }: PathUse): PathAccess {
  return access === 'execute' ? 'read' : access
}

/** Files whose names another command finds: any below their folder. The ones that are changed are looked for by name. */
function foundTouch({ access, path, reach }: PathUse): DeclaredTarget {
  if (access === 'write' || access === 'delete') return { kind: 'path', path, access: 'list', recursive: true }
  return { kind: 'path', path, access: access === 'list' ? 'list' : 'read', recursive: true, reach }
}

/** The patterns among its paths. What they find is known only on the disk. */
export function patternsOf(command: ShellCommand, isLater: boolean): readonly TouchedPattern[] {
  const { speculative, call, redirects } = command
  const uses = speculative ? [] : [...call.paths, ...redirects.flatMap(({ path }) => path ?? [])]
  return uses.flatMap((use): readonly TouchedPattern[] => {
    const { word, certain, path, reach, recursive } = use
    const access = pathAccess(use)
    if (!word.pattern || !certain) return []
    if (word.found === undefined) {
      return [{ pattern: path, access, recursive, reach, isBare: !/^[\w./~]/.test(word.text), isLater }]
    }
    if (access === 'read' || access === 'list') return []
    return (reach.names ?? ['*']).map((name) => ({ pattern: `${path}/**/${name}`, access, recursive, reach, isLater }))
  })
}

/** A `..` behind a symbolic link means another folder than the text says, so that the machine has to resolve it. */
function asWritten({ word: { text }, path }: PathUse, folder: string, cwd: string): string {
  const written = text.startsWith('/') ? text : `${folder}/${text}`
  if (posix.resolve(written) !== path) return path
  return folder === cwd && text !== '' && !text.startsWith('~') ? text : written
}

const overSecureShell: ReadonlySet<string> = new Set(['git', 'rsync', 'scp', 'sftp', 'ssh', 'sshfs'])
const portedSchemes: ReadonlySet<string> = new Set(['ftp:', 'http:', 'https:', 'ssh:', 'ws:', 'wss:'])

function hostTouch({ word, host, certain }: HostUse, program: string): DeclaredTarget {
  if (!certain) return { kind: 'dynamic', of: 'host', why: `the host in ${word.text} is unknown until it runs` }
  const url = URL.parse(word.text)
  if (url !== null && url.hostname !== '' && (url.port !== '' || portedSchemes.has(url.protocol))) {
    return { kind: 'url', url: url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin }
  }
  const guess = `${overSecureShell.has(program) ? 'ssh' : 'https'}://${host.includes(':') ? `[${host}]` : host}`
  if ((URL.parse(guess)?.hostname ?? '') !== '') return { kind: 'url', url: guess }
  return { kind: 'dynamic', of: 'host', why: `the host in ${word.text} cannot be read` }
}
