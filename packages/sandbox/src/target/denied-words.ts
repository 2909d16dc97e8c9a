import { posix } from 'node:path'
import type { Target } from '@drawbridge/core'
import type { CommandTarget, CommandWord, PathDenials, PathTarget } from '@drawbridge/core/target'
import type { Boundaries } from '../path/boundaries.ts'
import { judgePath } from '../path/judge-path.ts'
import type { LinkProbe } from '../path/link-probe.ts'
import { deniedLinks } from './denied-links.ts'
import { metBelow } from './met-below.ts'

export interface DeniedWordsOptions {
  readonly denials: PathDenials
  /** The known paths that the whole line touches. */
  readonly touched: readonly Target[]
  readonly boundaries: Boundaries
  readonly probe: LinkProbe
}

const accesses = ['read', 'list', 'write', 'delete'] as const

/**
 * Returns words of a command that spell out denied paths and whose use by the program is unknown. A word that may not
 * be read is a target; for one that may be read but not changed, or for a folder that contains such paths, only the
 * program knows. A bare word counts if a file with that name exists.
 */
export function deniedWords(command: CommandTarget, options: DeniedWordsOptions): readonly Target[] {
  if (command.readonly && !readsByScript.has(posix.basename(command.program.name))) return []
  const { denials, touched } = options
  const known = new Set(touched.flatMap((target) => (target.kind === 'path' ? [target.real] : [])))
  return command.argv.flatMap(pathsIn).flatMap((path): readonly Target[] => {
    const place = placeOf(path, command.cwd, options)
    if (place === undefined || known.has(place.real)) return []
    if (denials.find(place.real, 'read') !== undefined) return [place]
    const [linked] = place.recursive ? [] : otherNames(place, denials)
    if (linked !== undefined) return [linked]
    if (!isDenied(place, denials)) return []
    return [{ kind: 'dynamic', of: 'path', why: `"${path}" is or contains something that may not be changed` }]
  })
}

/** Programs whose scripts name files to read, even if they change nothing. */
const readsByScript: ReadonlySet<string> = new Set(['sed', 'awk', 'gawk', 'mawk', 'nawk'])

/** The word, or the value of its option; and of code in it (`open("a/b")`) what has a slash. The program only if it is named by a path. */
function pathsIn({ text }: CommandWord, index: number): readonly string[] {
  if (index === 0) return text.includes('/') ? [text] : []
  const word = text.startsWith('-') ? text.slice(text.indexOf('=') + 1) : text
  const inner = word.match(/[^\s"'`()[\]{},;:=<>|&]+/g)?.filter((part) => part !== word && part.includes('/')) ?? []
  return [word, ...inner.slice(0, maxInner)]
}

const maxInner = 200

/** A denied file that has this name too, by a hard link. */
function otherNames(place: PathTarget, denials: PathDenials): readonly Target[] {
  const uses = (['read', 'write'] as const).map((access) => ({ ...place, access }))
  return uses.flatMap((use) => deniedLinks(use, denials, { isProgram: true, isFolder: false }))
}

function isDenied({ real, recursive }: PathTarget, denials: PathDenials): boolean {
  if (denials.find(real, ...accesses) !== undefined) return true
  if (!recursive || !denials.mayLieBelow(real, ...accesses)) return false
  const { sensitive, isCut } = metBelow(real, { isSensitive: (path) => denials.find(path, ...accesses) !== undefined })
  return isCut || sensitive.length > 0
}

function placeOf(path: string, base: string, { boundaries, probe }: DeniedWordsOptions): PathTarget | undefined {
  if (path === '' || path.includes('\0')) return undefined
  const judged = judgePath({ path, base, access: 'list', by: 'program' }, boundaries, probe)
  if (judged.status !== 'judged' || (!path.includes('/') && !judged.isThere)) return undefined
  const { status: _, isFolder, isThere: __, ...rest } = judged
  return { kind: 'path', declared: path, access: 'read', recursive: isFolder, ...rest }
}
