import type { FileAccess, ToolContext } from '@drawbridge/core'
import { foundPath, nameFilter, type SearchStart, startRipgrep } from '../ripgrep/index.ts'
import { globMatcher } from './glob-plan.ts'

export interface FileHunt {
  readonly start: SearchStart
  /** Relative to the start. */
  readonly pattern: string
  readonly skipped: readonly string[]
  readonly ignore: boolean
}

export interface FoundFiles {
  /** Absolute real paths, in no order. */
  readonly paths: readonly string[]
  /** How many files were looked at. */
  readonly visited: number
  /** Found but not shown, since the caller may not see it. */
  readonly hidden: number
  /** Why the walk ended before it was done, if it did. */
  readonly stopped: 'visited' | 'found' | 'time' | undefined
}

/** Files looked at, and files found, at most: enough for any project, little enough to answer in seconds. */
const maxVisited = 1_000_000
const maxFound = 20_000
/** Share of the call's time that the walk may take, so that what it found can still be told. */
const timeShare = 0.7

/** Walks a folder for files that match. Bounded: what was found until then is a result too. */
export async function findFiles(hunt: FileHunt, context: ToolContext): Promise<FoundFiles> {
  const { start, pattern, skipped, ignore } = hunt
  const matches = globMatcher(pattern)
  const options = ['--files', ...nameFilter(pattern), ...skipped.map((folder) => `--glob=!**/${folder}/`)]
  const deadline = context.clock.now() + context.timeoutMs * timeShare
  const lines = await startRipgrep({ options, folder: start.folder, start: start.start, ignore }, context)
  const paths: string[] = []
  let visited = 0
  let hidden = 0
  for await (const line of lines) {
    visited += 1
    const path = foundPath(line)
    if (path !== undefined && matches(path)) {
      const real = `${start.folder === '/' ? '' : start.folder}/${path}`
      if (context.files.visible(real)) paths.push(real)
      else hidden += 1
    }
    const stopped = reasonToStop(visited, paths.length, deadline, context)
    if (stopped !== undefined) return { paths, visited, hidden, stopped }
  }
  return { paths, visited, hidden, stopped: undefined }
}

function reasonToStop(visited: number, found: number, deadline: number, { clock }: ToolContext): FoundFiles['stopped'] {
  if (found >= maxFound) return 'found'
  if (visited >= maxVisited) return 'visited'
  return visited % 1024 === 0 && clock.now() > deadline ? 'time' : undefined
}

export interface DatedFile {
  readonly path: string
  readonly modifiedMs: number
}

const statsAtOnce = 32

/** Times of change, some files at once; a file that is gone by now is left out. */
export async function dateFiles(files: FileAccess, paths: readonly string[]): Promise<DatedFile[]> {
  const dated: DatedFile[] = []
  for (let start = 0; start < paths.length; start += statsAtOnce) {
    const batch = paths.slice(start, start + statsAtOnce)
    const stats = await Promise.all(batch.map((path) => files.stat(path).catch(() => undefined)))
    for (const [index, stat] of stats.entries()) {
      const path = batch[index]
      if (stat !== undefined && path !== undefined) dated.push({ path, modifiedMs: stat.modifiedMs })
    }
  }
  return dated
}
