import { lstat, readdir, realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'
import { attachedRepositories } from '../git/attached-repositories.ts'
import { gitFoldersOf } from '../git/git-folders-of.ts'
import { type Git, gitIn } from './run-git.ts'

/** A repository that is copied. */
export interface SourceRepository {
  readonly git: Git
  readonly top: string
  /** The `.git` folder of this working tree. */
  readonly own: string
  /** The `.git` folder that all working trees share. */
  readonly common: string
  readonly prefix: string
  readonly format: string
}

/**
 * Finds the repository around a folder. An agent that works in the folder may have written into `.git`, and may not read every repository
 * of this machine: one with a part elsewhere is refused.
 * @throws DrawbridgeError `invalid_option` if there is none that can be copied, with the reason.
 */
export async function findRepository(workspace: string): Promise<SourceRepository> {
  const git = gitIn(workspace)
  const asked = ['--show-toplevel', '--absolute-git-dir', '--git-common-dir', '--show-object-format', '--show-prefix']
  const answer = await git(['rev-parse', ...asked]).catch((error: Error) => {
    throw new DrawbridgeError(
      'invalid_option',
      `${workspace} cannot be copied for a child of its own (${error.message}). Isolation needs a git repository with files: run \`git init\`, or spawn without isolation.`,
    )
  })
  const [top = '', own = '', shared = '', format = 'sha1', prefix = ''] = answer.split('\n')
  const common = resolve(workspace, shared)
  const promised = ['config', '--get-regexp', String.raw`^(extensions\.partialclone|remote\..*\.promisor)$`]
  if ((await git(promised).catch(() => '')) !== '')
    throw new DrawbridgeError(
      'invalid_option',
      `${top} is a partial clone, whose missing files a copy could not fetch.`,
    )
  const isOurs = isWithin(await realpath(top), await realpath(workspace)) && (await isOfTree(top, { own, common }))
  if (!isOurs || !(await hasPlainObjects(common)))
    throw new DrawbridgeError(
      'invalid_option',
      `${top} cannot be copied for a child of its own, because a part of its repository is elsewhere: behind a link, in a repository that does not name ${top} as its worktree, or in \`objects/info/alternates\` (remove those with \`git repack -a -d && rm ${join(common, 'objects/info/alternates')}\`). Else spawn without isolation.`,
    )
  return { git, top, own, common, prefix: prefix.replace(/\/$/, ''), format }
}

/** True if a working tree and its repository name each other, and no part of the repository is elsewhere. */
async function isOfTree(
  top: string,
  { own, common }: { readonly own: string; readonly common: string },
): Promise<boolean> {
  const real = await Promise.all([own, common].map((folder) => realpath(folder)))
  const tree = await realpath(top)
  const found = gitFoldersOf(tree)
  if (found.status === 'known') return real.every((folder) => found.folders.includes(folder))
  const attached = attachedRepositories({ workspace: tree, userHome: homedir() })
  return attached.some((each) => each.kind === 'submodule' && real.every((folder) => folder === each.folder))
}

/** True if all objects of a repository are files and folders of its own, and none is a link or in another repository. */
export async function hasPlainObjects(repository: string): Promise<boolean> {
  const folders = [join(repository, 'objects')]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if ((await lstat(folder).catch(() => undefined))?.isDirectory() !== true) return false
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(join(folder, entry.name))
      else if (!entry.isFile() || /^(http-)?alternates$/.test(entry.name)) return false
    }
  }
  return true
}
