import { lstat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeForeignTree } from '../files/remove-foreign-tree.ts'
import { isWhole } from '../git/git-folders-of.ts'
import { textOf } from './copy-repository.ts'
import { type Git, gitIn } from './run-git.ts'
import { hasPlainObjects } from './source-repository.ts'
import { takeFiles } from './take-files.ts'
import { placesIn, readRecord, type WorktreeRecord, writeRecord } from './worktree-record.ts'

/** The work that was done in a copy. */
export interface KeptWork {
  /** The branch of the repository that has it. Undefined if nothing was changed. */
  readonly branch?: string
  /** The change of all files, as git shows it. Empty if nothing was changed. */
  readonly diff: string
  /** One line for each changed file, with the numbers of its lines. */
  readonly summary: string
  /** Parts that git cannot keep. If there is any, the copy stays. */
  readonly left: readonly string[]
}

/** The most of a change that is returned, in characters. */
const longestDiff = 2_000_000

/**
 * Makes a branch of the repository of what was done in a copy: its own commits, and one more of what was not committed. The copy counts as
 * foreign: its settings, hooks and links are not obeyed. Resolves to undefined if there is no copy, or if its folder is gone.
 */
export async function keepWork(
  folder: string,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<KeptWork | undefined> {
  const record = await readRecord(folder)
  const { store: storeFolder, tree } = placesIn(folder)
  if (record === undefined || !(await isFolder(tree)) || !(await isFolder(storeFolder))) return undefined
  const store = gitIn(storeFolder)
  const gitFolder = join(tree, '.git')
  const alternates = join(storeFolder, 'objects/info/alternates')
  const ofSource = `${join(record.repository, 'objects')}\n`
  // Objects elsewhere may be those of a repository that the child may not read.
  const isPlain = (await isFolder(gitFolder)) && isWhole(gitFolder) && (await hasPlainObjects(gitFolder))
  await writeFile(alternates, isPlain ? `${ofSource}${join(gitFolder, 'objects')}\n` : ofSource)
  const head = (isPlain ? await ownCommit(gitFolder, store) : undefined) ?? record.base
  const { end, left } = await snapshot({ record, storeFolder, tree, store, head, signal })
  if (!isPlain && (await isThere(gitFolder)))
    left.push('its own commits, because a part of its repository is elsewhere')
  if (end === record.base) {
    await writeRecord(folder, { ...record, isKept: true, left })
    return { diff: '', summary: '', left }
  }
  await store(['update-ref', 'refs/heads/work', end])
  const branch = await deliver(record, storeFolder)
  // Git checked what it delivered. An object of the copy need not be what its name says.
  await writeFile(alternates, ofSource)
  await writeRecord(folder, { ...record, branch, isKept: true, left })
  const range = ['--no-ext-diff', '--no-textconv', '--no-color', record.base, end]
  const diff = await store(['diff', ...range]).catch(() => 'The change is too large to be shown.')
  return { branch, diff: diff.slice(0, longestDiff), summary: await store(['diff', '--stat', ...range]), left }
}

/** Removes a copy with all that belongs to it. */
export async function removeCopy(folder: string): Promise<void> {
  await removeForeignTree(folder)
}

interface Snapshot {
  readonly record: WorktreeRecord
  readonly storeFolder: string
  readonly tree: string
  readonly store: Git
  readonly head: string
  readonly signal: AbortSignal | undefined
}

/** Commits what is in the copy on top of its own last commit. */
async function snapshot({ record, storeFolder, tree, store, head, signal }: Snapshot) {
  await store(['read-tree', head])
  const { unknown, filled } = await takeFiles({ store, storeFolder, tree, signal }, head)
  const written = await store(['write-tree'])
  const isSame = written === (await store(['rev-parse', `${head}^{tree}`]))
  const end = isSame ? head : await store(['commit-tree', '-p', head, '-m', record.label, written])
  const left = [
    ...unknown.map((path) => `the repository ${path} that was made in it`),
    ...filled.map((path) => `the files of the submodule ${path}`),
  ]
  return { end, left }
}

/** Puts the branch into the repository, under another name if its own is taken by something else. */
async function deliver({ repository, branch }: WorktreeRecord, storeFolder: string): Promise<string> {
  const into = gitIn(repository)
  const names = [branch, `${branch}-2`, branch.replaceAll('/', '-')]
  let failure: unknown
  for (const name of names) {
    const target = `+refs/heads/work:refs/heads/${name}`
    const fetched = [
      '--git-dir',
      repository,
      'fetch',
      '-q',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
    ]
    try {
      await into([...fetched, '--no-recurse-submodules', storeFolder, target])
      return name
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() === true
}

/** A name that git makes itself. Others are not followed. */
const referenceName = /^refs\/[\w-][\w./-]*$/

/** Reads the commit at which a copy stands, as data. Undefined if that is none of the commits that can be read. */
async function ownCommit(gitFolder: string, store: Git): Promise<string | undefined> {
  const head = (await plainText(gitFolder, 'HEAD')) ?? ''
  const reference = /^ref: (\S+)$/.exec(head)?.[1]
  const commit = reference === undefined ? head : await commitOfReference(gitFolder, reference)
  if (commit === undefined || !/^[0-9a-f]{40,64}$/.test(commit)) return undefined
  return store(['rev-parse', '--verify', '-q', `${commit}^{commit}`]).catch(() => undefined)
}

async function commitOfReference(gitFolder: string, reference: string): Promise<string | undefined> {
  if (!referenceName.test(reference) || reference.includes('..')) return undefined
  const loose = await plainText(gitFolder, reference)
  if (loose !== undefined) return loose
  const packed = (await plainText(gitFolder, 'packed-refs')) ?? ''
  return packed
    .split('\n')
    .find((line) => line.endsWith(` ${reference}`))
    ?.split(' ')[0]
}

/** Reads a file of a repository that no link leads to. */
async function plainText(gitFolder: string, name: string): Promise<string | undefined> {
  const parts = name.split('/')
  for (let count = 1; count < parts.length; count += 1) {
    if (!(await isFolder(join(gitFolder, ...parts.slice(0, count))))) return undefined
  }
  const path = join(gitFolder, name)
  const stat = await lstat(path).catch(() => undefined)
  return stat?.isFile() === true && stat.size < 16 * 1_048_576 ? (await textOf(path))?.trimEnd() : undefined
}
