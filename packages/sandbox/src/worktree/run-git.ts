import { execFile } from 'node:child_process'
import { cwd } from 'node:process'
import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import { searchPathOutside } from '../process/search-path-outside.ts'

/** The options of one git command of ours. */
export interface GitOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/** Runs git in a folder. Resolves to its output without the last line break. */
export type Git = (args: readonly string[], options?: GitOptions) => Promise<string>

/** The longest time of one command, in milliseconds: checking out a large tree takes minutes. */
const longestMs = 10 * 60_000
const maxOutputBytes = 64 * 1_048_576

/** Nothing that a repository or a person has configured runs: no hook, no filter of settings, no signature, no other transport. */
const quiet = [
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.untrackedCache=false', 'commit.gpgSign=false'],
  ...['gc.auto=0', 'maintenance.auto=false', 'fetch.writeCommitGraph=false', 'submodule.recurse=false'],
  // Lists what alternates have, with nothing.
  'core.alternateRefsCommand=:',
  ...['advice.detachedHead=false', 'core.quotePath=false', 'init.defaultBranch=main'],
].flatMap((setting) => ['-c', setting])

/**
 * Returns git as we run it in a folder: with no settings but those of the repository itself, and with none of its programs.
 * @throws DrawbridgeError `invalid_option` with the words of git, if a command fails.
 */
export function gitIn(folder: string): Git {
  return (args, { environment = {}, signal } = {}) =>
    new Promise((resolve, reject) => {
      execFile(
        'git',
        [...quiet, ...args],
        {
          cwd: folder,
          env: { ...bareEnvironment(folder), ...environment },
          encoding: 'utf8',
          maxBuffer: maxOutputBytes,
          timeout: longestMs,
          killSignal: 'SIGKILL',
          ...(signal === undefined ? {} : { signal }),
        },
        (error, stdout, stderr) => {
          if (error === null) return resolve(stdout.replace(/\n$/, ''))
          const why = stderr.trim() === '' ? errorMessage(error) : stderr.trim()
          reject(new DrawbridgeError('invalid_option', `git ${args.find((word) => !word.startsWith('-'))}: ${why}`))
        },
      )
    })
}

function bareEnvironment(folder: string): Record<string, string> {
  return {
    PATH: searchPathOutside(process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin', [folder, cwd()]),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'file',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
  }
}

/** Reads a setting of a repository with those of the person. Undefined if it is not set. */
export async function readSetting(
  folder: string,
  key: string,
  ...options: readonly string[]
): Promise<string | undefined> {
  const { HOME = '/', XDG_CONFIG_HOME } = process.env
  const own = { HOME, ...(XDG_CONFIG_HOME === undefined ? {} : { XDG_CONFIG_HOME }) }
  const environment = { ...own, GIT_CONFIG_GLOBAL: `${HOME}/.gitconfig`, GIT_CONFIG_NOSYSTEM: '0' }
  return gitIn(folder)(['config', '--get', ...options, key], { environment }).catch(() => undefined)
}
