import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isWithin } from '@drawbridge/core/base'
import type { CommandTarget } from '@drawbridge/core/target'
import { gitFoldersOf } from './git-folders-of.ts'
import { type GitSetting, readGitSettings } from './read-git-settings.ts'

/**
 * Settings whose value is a program that git may run even when it only reads. The key without its quoted part, which is
 * separate.
 */
const programs: readonly RegExp[] = [
  /^filter\..*\.(clean|smudge|process)$/,
  /^diff\.external$/,
  /^diff\..*\.(command|textconv)$/,
  /^core\.(fsmonitor|hookspath|alternaterefscommand)$/,
  /^gpg(\..*)?\.(program|defaultkeycommand)$/,
  /^merge\..*\.driver$/,
  /^interactive\.difffilter$/,
  /^trailer\..*\.(command|cmd)$/,
  // Objects that are missing are fetched, by whatever transport the remote names.
  /^remote\..*\.(promisor|vcs|uploadpack|receivepack)$/,
  /^extensions\.partialclone$/,
  // Git looks into sub-repositories with the settings of those.
  /^diff\.submodule$/,
  /^submodule\.recurse$/,
  /^status\.submodulesummary$/,
  /^uploadpack\.packobjectshook$/,
]
/** Programs that a person chose for editing, paging and logging in are harmless; no one chose those of a repository. */
const ofRepository: readonly RegExp[] = [
  /^core\.(pager|editor|sshcommand|askpass|gitproxy)$/,
  /^pager\./,
  /^sequence\.editor$/,
  /^credential(\..*)?\.helper$/,
  /^(difftool|mergetool|browser|man|guitool)\..*\.(cmd|path)$/,
  /^(diff|merge)\.(tool|guitool)$/,
  /^submodule\..*\.update$/,
]
/** Settings with which git reads files elsewhere as if they were the repository's. */
const elsewhere: readonly RegExp[] = [/^core\.worktree$/, /^format\.signaturefile$/]
/** Options in front of the sub-command after which git still works in the repository that the folder tells. */
const plainOptions =
  /^(--(no-pager|paginate|no-replace-objects|no-optional-locks|no-lazy-fetch|no-advice|(literal|glob|noglob|icase)-pathspecs|version|help|bare)|-[pPvh])$/
/** Words that make git look into sub-repositories, which may be others than those of its index; git takes the beginning of a name too. */
const looksInto = /^(submodule|--sub[a-z]*(=.*)?|--recurse-s[a-z-]*(=.*)?)$/
/** Hooks that git runs while it only reads. */
const hooks = ['post-index-change', 'reference-transaction', 'fsmonitor-watchman', 'query-watchman']
const harmless = /^(false|no|off|0|)$/i
const maxIndexBytes = 64 * 1024 * 1024

export interface GitSurroundings {
  readonly userHome: string
  /** The folder of a person's git settings, if not in the home. */
  readonly configHome?: string | undefined
}

/**
 * Returns the reason that git would run a program that a repository names, or that nobody can tell. Returns undefined if the
 * settings name no program. Everything is read as data; git itself is not started.
 */
export function whyGitRuns(command: CommandTarget, { userHome, configHome }: GitSurroundings): string | undefined {
  const words = command.argv.slice(1)
  if (words.some((word) => !word.static)) return 'names a repository that is unknown until it runs'
  const texts = words.map(({ text }) => text)
  const place = placeOf(texts, command.cwd)
  if (place === undefined) return 'names its repository in a way that is not understood'
  if (texts.some((text) => looksInto.test(text))) return 'reads nested repositories'
  const found = gitFoldersOf(place)
  if (found.status === 'unclear') return found.why
  for (const folder of found.folders) {
    const why = whyRepositoryRuns(folder, userHome)
    if (why !== undefined) return why
  }
  const own = [join(userHome, '.gitconfig'), join(configHome ?? join(userHome, '.config'), 'git/config')]
  return whySettingsRun([...own, '/etc/gitconfig', '/usr/local/etc/gitconfig'], userHome, programs)
}

function whyRepositoryRuns(folder: string, userHome: string): string | undefined {
  const files = [join(folder, 'config'), join(folder, 'config.worktree')]
  const why = whySettingsRun(files, userHome, [...programs, ...ofRepository], folder)
  if (why !== undefined) return why
  const hook = hooks.find((name) => exists(join(folder, 'hooks', name)))
  if (hook !== undefined) return `works in a repository with the hook "${hook}"`
  if (holdsRepositories(join(folder, 'index')))
    return 'works in a repository with nested ones, whose settings apply too'
  return undefined
}

/** @param repository The folder of the repository whose settings they are, if they are one's. */
function whySettingsRun(
  files: readonly string[],
  userHome: string,
  dangerous: readonly RegExp[],
  repository?: string,
): string | undefined {
  const read = readGitSettings(files, userHome)
  if (read.status === 'unclear') return read.why
  if (repository !== undefined) {
    // `git config --list` shows included settings, and settings of other programs often have the same form.
    const strange = read.settings.find(
      ({ key, file }) => elsewhere.some((pattern) => pattern.test(key)) || !isWithin(dirname(repository), realOf(file)),
    )
    if (strange !== undefined)
      return `works in a repository whose settings lead elsewhere ("${strange.key}" in "${strange.file}")`
  }
  const setting = read.settings.find((each) => namesProgram(each, dangerous))
  if (setting === undefined) return undefined
  return `works in a repository whose settings name a program ("${setting.key}" in "${setting.file}")`
}

function namesProgram({ key, value }: GitSetting, dangerous: readonly RegExp[]): boolean {
  if (key.startsWith('alias.')) return value.startsWith('!')
  // A path that is switched off by an empty value or by "false" starts nothing.
  return dangerous.some((pattern) => pattern.test(key)) && !harmless.test(value)
}

/** Returns the folder in which git would look for a repository; undefined if the words are not understood. */
function placeOf(words: readonly string[], cwd: string): string | undefined {
  let place = cwd
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '-C') {
      at += 1
      if (words[at] === undefined) return undefined
      place = resolve(place, words[at] ?? '')
    } else if (!word.startsWith('-')) break
    else if (!plainOptions.test(word)) return undefined
  }
  return place
}

/** Returns true if an index contains nested repositories: git reads those with their own settings. */
function holdsRepositories(index: string): boolean {
  const stat = lstatSync(index, { throwIfNoEntry: false })
  if (stat === undefined) return false
  if (!stat.isFile() || stat.size > maxIndexBytes) return true
  // A split index keeps most of its entries in another file.
  if (readdirSync(dirname(index)).some((name) => name.startsWith('sharedindex.'))) return true
  // The mode of such an entry, with two bytes of the number before it that no owner has.
  return readFileSync(index).includes(Buffer.from([0, 0, 0xe0, 0]))
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
