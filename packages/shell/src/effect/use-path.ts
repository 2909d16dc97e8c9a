import type { Access, PathUse, Zone } from '../model/shell-command.ts'
import type { Word } from '../word/word.ts'
import { isProtectedPath } from './protected-path.ts'
import { isInside, resolvePath } from './resolve-path.ts'
import { isSensitivePath, isSensitivePattern } from './sensitive-path.ts'
import { sharedFolders, systemFolders } from './system-folders.ts'
import type { World } from './world.ts'

function zoneOf(path: string, world: World): Zone {
  if (isInside(path, world.workspace)) return 'workspace'
  if (world.writeRoots.some((root) => isInside(path, root))) return 'root'
  if (isInside(path, world.home)) return 'home'
  if (sharedFolders.some((folder) => isInside(path, folder))) return 'outside'
  if (path === '/' || systemFolders.some((folder) => isInside(path, folder))) return 'system'
  return 'outside'
}

/** Resolves one path argument against the folder it is used from. */
export function usePath(
  word: Word,
  access: Access,
  from: { readonly world: World; readonly cwd: string; readonly known: boolean; readonly recursive?: boolean },
): PathUse {
  const path = resolvePath(from.cwd, word.text)
  const anchor = anchorOf(word, from.cwd)
  const zone = zoneOf(anchor ?? path, from.world)
  const name = word.pattern && isSensitivePattern(word.text)
  return {
    word,
    access,
    recursive: from.recursive === true,
    path,
    certain: (from.known || word.prefix.startsWith('/')) && (word.static || anchor !== undefined),
    zone: anchor === undefined && !word.static ? 'outside' : zone,
    sensitive: name || isSensitivePath(path, from.world.home),
    protected: isProtectedPath(path),
  }
}

/**
 * The folder that a partly known word stays below, if any: its known beginning up to the last slash, as long as the
 * unknown rest is one or more names and not `..` (a glob never yields that by itself).
 */
function anchorOf(word: Word, cwd: string): string | undefined {
  if (word.static || !word.pattern) return undefined
  if (/(?:^|\/)\.\.(?:\/|$)/.test(word.text.slice(word.prefix.length))) return undefined
  return resolvePath(cwd, word.prefix.slice(0, word.prefix.lastIndexOf('/') + 1))
}

const freeReads = /^\/dev\/(?:null|stdin|fd\/\d+|tty|zero|u?random|full)$/
const freeWrites = /^\/dev\/(?:null|stdout|stderr|fd\/\d+|tty)$/

/** Whether a path is a stream of the process itself, which needs no permission. */
export function isFreePath(path: string, access: Access): boolean {
  return (access === 'write' ? freeWrites : freeReads).test(path)
}

/** Why a use of a path needs a person's word; `undefined` where the built-in rules let it pass. */
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
