import { existsSync } from 'node:fs'
import { basename } from 'node:path'

/** In order of preference. Fixed places: on the search path, a folder of the workspace could bring a shell of its own. */
const places = [
  '/bin/bash',
  '/usr/bin/bash',
  '/usr/local/bin/bash',
  '/run/current-system/sw/bin/bash',
  '/bin/sh',
] as const

const bashOptions = ['--noprofile', '--norc', '-c', '--']

/** The shell that reads lines. */
export interface ShellProgram {
  /** Absolute path. */
  readonly file: string
  /** The words to start it with for one line. No profile, login or start-up file is read, whatever the environment says. */
  argv(line: string): readonly string[]
}

/** Returns bash if it exists, because lines are analysed as bash reads them, else the system's `sh`. */
export function findShell(exists: (path: string) => boolean = existsSync): ShellProgram {
  const file = places.find(exists) ?? '/bin/sh'
  const options = file.endsWith('bash') ? bashOptions : ['-c', '--']
  return { file, argv: (line) => [basename(file), ...options, line] }
}

/** The shell of another tree, found by its name; the launcher there uses another one if bash is missing. */
export const shellElsewhere: ShellProgram = { file: 'bash', argv: (line) => ['bash', ...bashOptions, line] }
