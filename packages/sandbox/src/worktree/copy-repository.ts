import { copyFile, mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import { removeForeignTree } from '../files/remove-foreign-tree.ts'
import { type Git, gitIn, readSetting } from './run-git.ts'
import { findRepository, type SourceRepository } from './source-repository.ts'
import { linksIn, takeBack, takeFiles } from './take-files.ts'
import { placesIn, writeRecord } from './worktree-record.ts'

/** The wishes for a copy. */
export interface CopyOptions {
  /** A folder in the repository, in which the parent works. Absolute. */
  readonly workspace: string
  /** The folder for the copy and what belongs to it. Must not exist. Absolute. */
  readonly folder: string
  /** The name of the branch that the work becomes, without `refs/heads/`. */
  readonly branch: string
  readonly label: string
  /** True to take along what is not committed. */
  readonly includeChanges: boolean
  /** Tells by its real path if a file must not be taken along as it is now. Default: none is closed. */
  readonly isClosed?: ((real: string) => boolean) | undefined
  /** Begins where this branch of the repository stands, in place of where the repository does. */
  readonly from?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** A copy of a repository with a `.git` of its own. */
export interface RepositoryCopy {
  /** The folder to work in. Absolute. */
  readonly workspace: string
  /** The top of the repository, and its copy. Absolute. */
  readonly top: { readonly of: string; readonly at: string }
  /** The parts of the repository that the copy has not, for the one who works in it. */
  readonly missing: readonly string[]
}

/** The commits of history that a copy has. */
const depth = 100
/** The settings that decide how files are written; none of them is a program. */
const plainSettings = ['core.autocrlf', 'core.eol', 'core.fileMode', 'core.ignoreCase', 'core.symlinks']

/**
 * Copies the repository around a folder, so that nothing that is done in the copy reaches the repository. Never leaves half a copy.
 * @throws DrawbridgeError `invalid_option` if the folder is not in a repository that can be copied, with the reason.
 */
export async function copyRepository(options: CopyOptions): Promise<RepositoryCopy> {
  try {
    return await copy(options)
  } catch (error) {
    await removeForeignTree(options.folder)
    throw error
  }
}

async function copy({
  workspace,
  folder,
  branch,
  label,
  includeChanges,
  isClosed = () => false,
  from,
  signal,
}: CopyOptions): Promise<RepositoryCopy> {
  const source = await findRepository(workspace)
  const { store: storeFolder, tree } = placesIn(folder)
  await mkdir(storeFolder, { recursive: true, mode: 0o700 })
  const format = `--object-format=${source.format}`
  await gitIn(storeFolder)(['init', '-q', '--bare', '--template=', format])
  await mkdir(join(storeFolder, 'info'), { recursive: true })
  await writeFile(join(storeFolder, 'objects/info/alternates'), `${join(source.common, 'objects')}\n`)
  const store = gitIn(storeFolder)
  await takeSettings(workspace, store)
  const head = await commitOf(source.git, from === undefined ? 'HEAD' : `refs/heads/${from}`)
  if (from !== undefined && head === undefined)
    throw new DrawbridgeError('invalid_option', `The branch "${from}" with the work so far is gone from ${source.top}.`)
  const takes = includeChanges && from === undefined
  if (head === undefined && !takes)
    throw new DrawbridgeError(
      'invalid_option',
      `The repository ${source.top} has no commit yet, so there is nothing to copy.`,
    )
  const taken = takes
    ? await snapshotChanges(source, { store, storeFolder, head, isClosed, signal })
    : { base: head ?? '', lacks: [] }
  await store(['update-ref', 'refs/heads/work', taken.base])
  await gitIn(folder)(['init', '-q', '--template=', format, '-b', branch, tree])
  const own = gitIn(tree)
  await takeSettings(workspace, own)
  for (const setting of ['commit.gpgSign', 'tag.gpgSign']) await own(['config', setting, 'false'])
  await own(
    [
      'fetch',
      '-q',
      `--depth=${depth}`,
      '--no-tags',
      '--update-head-ok',
      storeFolder,
      `refs/heads/work:refs/heads/${branch}`,
    ],
    defined({ signal }),
  )
  await own(['reset', '-q', '--hard'], defined({ signal }))
  const begun = { repository: source.common, base: taken.base, branch, label, prefix: source.prefix, isKept: false }
  await writeRecord(folder, begun)
  const inside = join(tree, source.prefix)
  const top = { of: await realpath(source.top), at: await realpath(tree) }
  await mkdir(inside, { recursive: true }).catch(() => undefined)
  if ((await realpath(inside).catch(() => undefined)) !== join(top.at, source.prefix))
    throw new DrawbridgeError(
      'invalid_option',
      `${source.prefix} of ${source.top} is not a folder in the commit that the child begins with. Commit it, or begin with what is not committed.`,
    )
  return { workspace: inside, top, missing: [...(await missingParts(store, taken.base)), ...taken.lacks] }
}

async function takeSettings(workspace: string, target: Git): Promise<void> {
  for (const key of plainSettings) {
    const value = await gitIn(workspace)(['config', '--get', key]).catch(() => undefined)
    if (value !== undefined) await target(['config', key, value])
  }
  await target(['config', 'user.name', (await readSetting(workspace, 'user.name')) ?? 'Drawbridge'])
  await target(['config', 'user.email', (await readSetting(workspace, 'user.email')) ?? 'drawbridge@localhost'])
}

async function commitOf(git: Git, revision: string): Promise<string | undefined> {
  return git(['rev-parse', '--verify', '-q', `${revision}^{commit}`]).catch(() => undefined)
}

/** Makes a commit of the repository as it is in its folder, in the store: the repository itself stays untouched. */
async function snapshotChanges(
  { top, own, common }: SourceRepository,
  {
    store,
    storeFolder,
    head,
    isClosed,
    signal,
  }: {
    readonly store: Git
    readonly storeFolder: string
    readonly head: string | undefined
    readonly isClosed: (real: string) => boolean
    readonly signal: AbortSignal | undefined
  },
): Promise<{ readonly base: string; readonly lacks: readonly string[] }> {
  await copyFile(join(common, 'info/exclude'), join(storeFolder, 'info/exclude')).catch(() => undefined)
  const ignoring = (await readSetting(top, 'core.excludesFile', '--type=path')) ?? join(homedir(), '.config/git/ignore')
  await store(['config', 'core.excludesFile', ignoring])
  // With the index of the repository only files that have changed are read.
  await copyFile(join(own, 'index'), join(storeFolder, 'index')).catch(() => undefined)
  const taking = { store, storeFolder, tree: top, signal }
  const { unknown } = await takeFiles(taking, head).catch(async () => {
    await store(head === undefined ? ['read-tree', '--empty'] : ['read-tree', head])
    return takeFiles(taking, head)
  })
  const closed = await takeBack(taking, head, isClosed)
  const tree = await store(['write-tree'])
  const before = head === undefined ? undefined : await store(['rev-parse', `${head}^{tree}`])
  const lacks = [
    ...unknown.map((path) => `the repository ${path}, which git does not take along`),
    ...(closed === 0
      ? []
      : [`what is not committed in ${closed} ${closed === 1 ? 'file' : 'files'} that you may not read`]),
  ]
  if (head !== undefined && tree === before) return { base: head, lacks }
  const parents = head === undefined ? [] : ['-p', head]
  return { base: await store(['commit-tree', ...parents, '-m', 'Changes that were not committed', tree]), lacks }
}

async function missingParts(store: Git, commit: string): Promise<readonly string[]> {
  const links = linksIn(await store(['ls-tree', '-r', '-z', commit]))
  const attributes = await store(['ls-tree', '-r', '--name-only', '-z', commit]).then((names) =>
    names.split('\0').filter((name) => basename(name) === '.gitattributes'),
  )
  const texts = await Promise.all(attributes.map((name) => store(['show', `${commit}:${name}`])))
  return [
    ...links.map((path) => `the files of the submodule ${path}`),
    ...(texts.some((text) => /\bfilter=lfs\b/.test(text)) ? ['files of git LFS, in whose place are pointers'] : []),
  ]
}

/** Reads a small text; undefined if there is none. */
export async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}
