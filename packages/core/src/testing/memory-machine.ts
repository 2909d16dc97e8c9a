import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import type { FileAccess, FileEntry, FileStat, WalkSummary } from '../machine/file-access.ts'
import type { Machine } from '../machine/machine.ts'
import { nearestNames } from '../name/nearest-names.ts'
import { fail } from '../outcome/tool-fault.ts'
import type { DeclaredTarget } from '../target/declared-target.ts'
import type { Target } from '../target/target.ts'
import type { TargetResolver } from '../target/target-resolver.ts'

/** Files in memory, with the resolver that goes with them. No processes: those need a real machine. */
export interface MemoryMachine extends Machine {
  readonly resolver: TargetResolver
  /** Content by absolute path; what tools write appears here. */
  readonly contents: Map<string, Uint8Array>
}

const workspace = '/workspace'

/**
 * Creates a machine in memory. Its workspace is `/workspace`.
 * @param files Text by path below the workspace.
 */
export function createMemoryMachine(files: Readonly<Record<string, string>> = {}): MemoryMachine {
  const contents = new Map(
    Object.entries(files).map(([path, text]) => [absolute(path), new TextEncoder().encode(text)] as const),
  )
  return {
    workspace,
    contents,
    resolver: {
      resolve: (declared) => ({ status: 'resolved', targets: declared.map(resolveTarget) }),
    },
    files: ({ targets }) => memoryFiles(contents, targets),
    hashFile: async (path) => {
      const content = contents.get(path)
      return content === undefined ? undefined : hashOf(content)
    },
    processes: () => fail('sandbox_unavailable', 'A machine in memory runs no programs.'),
  }
}

function absolute(path: string): string {
  return posix.resolve(workspace, path)
}

function resolveTarget(declared: DeclaredTarget): Target {
  switch (declared.kind) {
    case 'path': {
      const real = absolute(declared.path)
      const zone = real === workspace || real.startsWith(`${workspace}/`) ? 'workspace' : 'outside'
      const { path, access, recursive = false } = declared
      return { kind: 'path', declared: path, real, access, recursive, zone, sensitive: false }
    }
    case 'command':
    case 'shell':
    case 'url':
      return { kind: 'dynamic', of: 'any', why: `a machine in memory resolves no ${declared.kind}` }
    default:
      return declared
  }
}

function memoryFiles(contents: Map<string, Uint8Array>, targets: readonly Target[]): FileAccess {
  const allowed = (path: string): string => {
    const real = absolute(path)
    const isTarget = targets.some(
      (target) =>
        target.kind === 'path' && (target.real === real || (target.recursive && real.startsWith(`${target.real}/`))),
    )
    return isTarget ? real : fail('invalid_target', `"${path}" is not among the targets of this call.`)
  }
  const existing = (path: string): Uint8Array =>
    contents.get(allowed(path)) ?? fail('file_not_found', `The file "${path}" does not exist.`)
  const isFolder = (real: string) => [...contents.keys()].some((key) => key.startsWith(`${real}/`))

  return {
    stat: async (path) => {
      const real = allowed(path)
      const content = contents.get(real)
      if (content !== undefined) return fileStat(content)
      return isFolder(real) || real === workspace ? folderStat : undefined
    },
    open: async (path) => {
      const content = existing(path)
      return {
        stat: fileStat(content),
        read: async (buffer, position) => {
          const piece = content.subarray(position, position + buffer.length)
          buffer.set(piece)
          return piece.length
        },
        [Symbol.asyncDispose]: async () => undefined,
      }
    },
    readBytes: async (path, { maxBytes }) => {
      const content = existing(path)
      if (content.length > maxBytes)
        fail('file_too_large', `"${path}" has ${content.length} bytes; at most ${maxBytes} are read.`)
      return content
    },
    write: async (path, content, { mode, expectedHash, expectedContent }) => {
      const real = allowed(path)
      const before = contents.get(real)
      if (mode === 'create' && before !== undefined) fail('path_conflict', `"${path}" already exists.`)
      const hashBefore = before === undefined ? null : hashOf(before)
      const expected = expectedContent === undefined ? expectedHash : hashOf(expectedContent)
      if (expected !== undefined && expected !== hashBefore) fail('stale_file', `"${path}" has changed.`)
      const pieces = content instanceof Uint8Array ? [content] : content
      const after = new Uint8Array(Buffer.concat(mode === 'append' ? [before ?? new Uint8Array(), ...pieces] : pieces))
      contents.set(real, after)
      return { bytes: after.length, hash: hashOf(after), created: before === undefined, backedUp: false }
    },
    remove: async (path, { recursive }) => {
      const real = allowed(path)
      if (contents.delete(real)) return { backedUp: false }
      if (!isFolder(real)) fail('file_not_found', `There is no "${path}".`)
      if (!recursive) fail('is_a_directory', `"${path}" is a folder; set recursive to remove it.`)
      for (const key of [...contents.keys()]) if (key.startsWith(`${real}/`)) contents.delete(key)
      return { backedUp: false }
    },
    move: async (from, to, { overwrite }) => {
      const content = existing(from)
      const target = allowed(to)
      if (contents.has(target) && !overwrite) fail('path_conflict', `"${to}" already exists.`)
      contents.delete(allowed(from))
      contents.set(target, content)
      return { backedUp: false }
    },
    walk: (path, options) => walk(contents, allowed(path), options?.depth),
    visible: () => true,
    realPath: allowed,
    readIgnoreFile: async (folder) => {
      const content = contents.get(`${absolute(folder)}/.gitignore`)
      return content === undefined ? undefined : new TextDecoder().decode(content)
    },
    similarNames: async (path) => {
      const folder = posix.dirname(absolute(path))
      const names = [...contents.keys()]
        .filter((key) => posix.dirname(key) === folder)
        .map((key) => posix.basename(key))
      return nearestNames(posix.basename(path), names)
    },
  }
}

async function* walk(
  contents: ReadonlyMap<string, Uint8Array>,
  folder: string,
  depth = Number.POSITIVE_INFINITY,
): AsyncGenerator<FileEntry, WalkSummary> {
  for (const [real, content] of [...contents].sort(([left], [right]) => (left < right ? -1 : 1))) {
    if (!real.startsWith(`${folder}/`)) continue
    const path = real.slice(folder.length + 1)
    if (path.split('/').length <= depth) yield { path, kind: 'file', size: content.length, modifiedMs: 0 }
  }
  return { sensitive: 0, denied: 0, unreadable: 0, unnamed: 0 }
}

const folderStat: FileStat = { kind: 'directory', size: 0, modifiedMs: 0, mode: 0o755, links: 1 }

function fileStat(content: Uint8Array): FileStat {
  return { kind: 'file', size: content.length, modifiedMs: 0, mode: 0o644, links: 1 }
}

function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
