import { lstatSync } from 'node:fs'
import { basename } from 'node:path'
import { type ListFolder, listFolder } from '../target/pattern-matches.ts'
import { isRepository, passedOver, type Survey } from './survey-folders.ts'

export interface NewRepositories {
  /** The `.git` of each, whatever that is. */
  readonly found: readonly string[]
  /** There was too much to look at all of it. */
  readonly isCut: boolean
}

export interface NewRepositoriesOptions {
  /** The time at which the survey began, in milliseconds of this machine's clock. */
  readonly since: number
  readonly list?: ListFolder
  /** Returns the time at which an entry of a folder was last created, moved or removed. Undefined if the folder does not exist. */
  readonly changedAt?: (folder: string) => number | undefined
  /** The number of entries after which the survey gives up. */
  readonly maxEntries?: number
}

/** Kernels stamp files with the time of their last tick. */
const slackMs = 50

/**
 * The repositories that were made since a survey, in what it looked at. Only folders that changed are looked into again: whatever is made or
 * moved changes the folder that holds it, and no program can set that time. Not in installed code.
 */
export function newRepositories(
  { folders, repositories }: Pick<Survey, 'folders' | 'repositories'>,
  { since, list = listFolder, changedAt = lastChange, maxEntries = 20_000 }: NewRepositoriesOptions,
): NewRepositories {
  const seen = new Set(folders)
  const known = new Set(repositories)
  const queue = folders.filter((folder) => (changedAt(folder) ?? 0) >= since - slackMs)
  const found = new Set<string>()
  let looked = 0
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    const entries = list(folder)
    looked += entries.length
    if (looked > maxEntries) return { found: [...found], isCut: true }
    if (basename(folder) === '.git') {
      if (entries.length > 0) found.add(folder)
      continue
    }
    for (const { name, kind } of entries) {
      const path = `${folder === '/' ? '' : folder}/${name}`
      if (name === '.git') {
        if (!known.has(path) && isRepository(path, kind, list)) found.add(path)
      } else if (kind === 'folder' && !seen.has(path) && !passedOver.has(name)) queue.push(path)
    }
  }
  return { found: [...found], isCut: false }
}

function lastChange(folder: string): number | undefined {
  return lstatSync(folder, { throwIfNoEntry: false })?.ctimeMs
}
