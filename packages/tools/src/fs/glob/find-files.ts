import { type ToolContext, ToolFault } from '@drawbridge/core'
import { isNamed } from '../result-text.ts'
import { foundPath, type SearchStart, startRipgrep } from '../ripgrep/index.ts'
import { globMatcher } from './glob-plan.ts'

export interface FileHunt {
  readonly start: SearchStart
  /** Relative to the start. */
  readonly pattern: string
  readonly skipped: readonly string[]
  readonly ignore: boolean
  /** `mtime`: newest first. `path`: in any order, for the caller to sort. */
  readonly sort: 'mtime' | 'path'
}

export interface FoundFiles {
  /** Absolute real paths, in the order asked for. */
  readonly paths: readonly string[]
  /** Files with a name that is not UTF-8, as far as it can be shown: no tool can open them. */
  readonly unnamed: readonly string[]
  /** The number of files that were examined. */
  readonly visited: number
  /** Passed on the way and not to be seen by the caller, whatever the pattern: the number must not answer guesses at names. */
  readonly hidden: number
  /** The reason that the walk ended early, if it did. */
  readonly stopped: 'visited' | 'found' | 'time' | undefined
}

/** The largest numbers of files to examine and to find: enough for any project, and few enough to answer in seconds. */
const maxVisited = 1_000_000
const maxFound = 20_000
/** The share of the call's time that the walk may take, so that its result can still be returned. */
const timeShare = 0.7

/**
 * Walks a folder for files that match. Bounded: the files found up to a limit are a result too. The search program sorts by time
 * after a complete walk; if that takes too long, the order is arbitrary.
 */
export async function findFiles(hunt: FileHunt, context: ToolContext): Promise<FoundFiles> {
  const budgetMs = context.timeoutMs * timeShare
  if (hunt.sort === 'path') return walk(hunt, budgetMs, context)
  const newestFirst = await walk(hunt, budgetMs / 2, context)
  const isEmptyHanded = newestFirst.stopped === 'time' && newestFirst.visited === 0
  return isEmptyHanded
    ? { ...(await walk({ ...hunt, sort: 'path' }, budgetMs / 2, context)), stopped: 'time' }
    : newestFirst
}

async function walk(hunt: FileHunt, timeoutMs: number, context: ToolContext): Promise<FoundFiles> {
  const { start, pattern, skipped, ignore, sort } = hunt
  const matches = globMatcher(pattern)
  const order = sort === 'mtime' ? ['--sortr=modified'] : []
  const options = ['--files', '--null', ...order, ...skipped.map((folder) => `--glob=!**/${folder}/`)]
  const request = { options, folder: start.folder, start: start.start, lineEnd: '\0', ignore, timeoutMs } as const
  const paths: string[] = []
  const unnamed: string[] = []
  let visited = 0
  let hidden = 0
  try {
    for await (const line of await startRipgrep(request, context)) {
      visited += 1
      const path = foundPath(line)
      if (path !== undefined) {
        const real = `${start.folder === '/' ? '' : start.folder}/${path}`
        if (!context.files.visible(real)) hidden += 1
        else if (matches(path)) ((await isNamed(real, context)) ? paths : unnamed).push(real)
      }
      if (paths.length >= maxFound) return { paths, unnamed, visited, hidden, stopped: 'found' }
      if (visited >= maxVisited) return { paths, unnamed, visited, hidden, stopped: 'visited' }
    }
  } catch (error) {
    if (!ToolFault.isInstance(error) || error.failure.code !== 'timeout') throw error
    return { paths, unnamed, visited, hidden, stopped: 'time' }
  }
  return { paths, unnamed, visited, hidden, stopped: undefined }
}
