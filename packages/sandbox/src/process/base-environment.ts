import { isAbsolute } from 'node:path'
import { createScrubber } from '@drawbridge/core/scrub'

/** Variables that programs need and that hold no secrets. */
const passed: readonly string[] = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TMPDIR',
  'LANG',
  'LANGUAGE',
  'TERM',
  'TZ',
  'COLORTERM',
  'NO_COLOR',
  'FORCE_COLOR',
  'NODE_ENV',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
]

/** A command that git starts in place of an editor: it fails at once and names the way out. */
function refusingEditor(way: string): string {
  return `echo "No editor can be opened here: ${way}." >&2; false`
}

/** Keeps programs from waiting for a person who is not there. */
const unattended: Readonly<Record<string, string>> = {
  CI: 'true',
  DEBIAN_FRONTEND: 'noninteractive',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: refusingEditor('pass the text with -m or -F, or --no-edit to keep it'),
  GIT_SEQUENCE_EDITOR: refusingEditor(
    'use git rebase --autosquash, or set GIT_SEQUENCE_EDITOR to a command that edits the file',
  ),
  PAGER: 'cat',
  GIT_PAGER: 'cat',
}

const credentialsInUrl = /:\/\/[^/\s@]+@/

export interface BaseEnvironmentOptions {
  /** The environment to take from: that of this process, as a rule. */
  readonly source: Readonly<Record<string, string | undefined>>
  /** Further names that the operator lets pass. A name or value that looks like a secret does not, even so. */
  readonly passNames?: readonly string[] | undefined
}

/**
 * Returns the minimal environment of every program: an allow list, so that unknown variables are left out. Pure.
 * Programs are only looked up in absolute folders, because relative ones differ per folder.
 */
export function baseEnvironment({ source, passNames = [] }: BaseEnvironmentOptions): Record<string, string> {
  const environment: Record<string, string> = Object.create(null)
  const scrubber = createScrubber()
  for (const name of [...passed, ...Object.keys(source).filter((key) => key.startsWith('LC_')), ...passNames]) {
    const value = Object.hasOwn(source, name) ? source[name] : undefined
    if (value === undefined || !isPassableName(name) || credentialsInUrl.test(value)) continue
    if (!passed.includes(name) && scrubber.scrub(`${name}=${value}`).redactions.length > 0) continue
    environment[name] = name === 'PATH' ? value.split(':').filter(isAbsolute).join(':') : value
  }
  return Object.assign(environment, unattended)
}

/** Make a shell read a file or change its ways before it comes to its line. Not even the operator's list lets them pass. */
const startUpFiles: ReadonlySet<string> = new Set(['BASH_ENV', 'ENV', 'SHELLOPTS', 'BASHOPTS', 'PS4', 'PROMPT_COMMAND'])
const isExportedFunction = (name: string): boolean => name.startsWith('BASH_FUNC_')

const secretName = /((KEY|SECRET|TOKEN|CREDENTIAL|PASS(WORD|WD|PHRASE)?|DSN|AUTH|COOKIE)S?|(^|_)(PAT|JWT|PWD))(_|$)/i
/** Sounds like a secret, but holds the path of a socket. */
const agentSocket = 'SSH_AUTH_SOCK'

/** Returns true if a variable of this name may reach programs at all. */
export function isPassableName(name: string): boolean {
  return !startUpFiles.has(name) && !isExportedFunction(name) && (name === agentSocket || !secretName.test(name))
}
