import { lstat, readdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defined } from '@drawbridge/core/base'
import { type Git, gitIn } from './run-git.ts'

/** A store whose index takes the files of a working tree that is not its own. */
export interface TakingStore {
  readonly store: Git
  readonly storeFolder: string
  /** The working tree. */
  readonly tree: string
  readonly signal: AbortSignal | undefined
}

/** The nested repositories whose files git does not take along. */
export interface NestedRepositories {
  /** Those that the commit does not have. */
  readonly unknown: readonly string[]
  /** Those that the commit has, with files. */
  readonly filled: readonly string[]
}

/**
 * Takes all files of a working tree into the index of a store. Nested repositories stay as the commit has them: to compare one, git would
 * start a git inside it, which obeys the settings that are there.
 */
export async function takeFiles(
  { store, storeFolder, tree, signal }: TakingStore,
  commit: string | undefined,
): Promise<NestedRepositories> {
  const git = gitIn(tree)
  const at = ['--git-dir', storeFolder, '--work-tree', tree]
  const forget = async (paths: readonly string[]) => {
    for (const path of paths) await git([...at, 'update-index', '--force-remove', '--', path])
  }
  const entries = await Promise.all(
    linksIn(await store(['ls-files', '-s', '-z'])).map(
      async (path) => [path, await entriesOf(join(tree, path))] as const,
    ),
  )
  await forget(entries.flatMap(([path, inside]) => (inside === undefined ? [path] : [])))
  const passedOver = entries.filter(([, inside]) => inside !== undefined).map(([path]) => path)
  const wanted = join(storeFolder, 'wanted')
  await writeFile(wanted, [':/', ...passedOver.map((path) => `:(top,exclude,literal)${path}`)].join('\0'))
  await git([...at, 'add', '-A', `--pathspec-from-file=${wanted}`, '--pathspec-file-nul'], defined({ signal }))
  const known = new Set(commit === undefined ? [] : linksIn(await store(['ls-tree', '-r', '-z', commit])))
  const unknown = linksIn(await store(['ls-files', '-s', '-z'])).filter((path) => !known.has(path))
  await forget(unknown)
  const filled = entries.filter(([path, inside]) => known.has(path) && inside !== undefined && inside > 0)
  return { unknown, filled: filled.map(([path]) => path) }
}

/**
 * Puts files of the index that are closed back as the commit has them, and leaves out those that it does not have.
 * @param isClosed Called with the real path of each file that differs from the commit.
 * @returns The number of these files.
 */
export async function takeBack(
  { store, storeFolder, tree }: TakingStore,
  commit: string | undefined,
  isClosed: (real: string) => boolean,
): Promise<number> {
  const top = await realpath(tree)
  const compared = commit === undefined ? ['ls-files', '-z'] : ['diff-index', '--cached', '--name-only', '-z', commit]
  const changed = (await store(compared)).split('\0').filter((path) => path !== '' && isClosed(join(top, path)))
  if (changed.length === 0) return 0
  const git = gitIn(tree)
  const at = ['--git-dir', storeFolder, '--work-tree', tree]
  const listed = commit === undefined ? [] : (await store(['ls-tree', '-r', '-z', commit])).split('\0')
  const entries = new Map(listed.map((entry) => [entry.slice(entry.indexOf('\t') + 1), entry] as const))
  for (const path of changed) {
    const [mode, , hash] = entries.get(path)?.split(/[ \t]/, 3) ?? []
    const before =
      mode === undefined ? ['--force-remove', '--', path] : ['--add', '--cacheinfo', `${mode},${hash},${path}`]
    await git([...at, 'update-index', ...before])
  }
  return changed.length
}

/** Returns the nested repositories in a listing of git. */
export function linksIn(listing: string): readonly string[] {
  return listing.split('\0').flatMap((line) => (line.startsWith('160000 ') ? [line.slice(line.indexOf('\t') + 1)] : []))
}

/** Resolves to the number of entries of a folder, to 1 if it is something else, and to undefined if there is nothing. */
async function entriesOf(path: string): Promise<number | undefined> {
  const stat = await lstat(path).catch(() => undefined)
  if (stat === undefined) return undefined
  return stat.isDirectory() ? (await readdir(path)).length : 1
}
