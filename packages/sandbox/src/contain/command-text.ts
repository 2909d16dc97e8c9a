import { quoteWord } from '@drawbridge/core/base'
import { secondInputDescriptor } from '../bubblewrap/start-bubblewrap.ts'
import type { ContainedCommand } from './start-contained.ts'

/** The shell that waits in a prepared sandbox, and what sets exactly the environment of a command. */
export const waitingShell = '/bin/sh'
const environmentSetter = '/usr/bin/env'

/** The exit code of a shell that could not start the command, and says why. */
export const refusedCode = 125
/** Longer commands are not handed over. */
const maxBytes = 64 * 1024

/** Makes the shell report that it waits, if it has all that it needs. */
export const readyText = `[ -x ${environmentSetter} ] || exit 1\necho ready >&${secondInputDescriptor}\n`

/**
 * Returns a text for the waiting shell that makes it become a command: `exec` of exactly these words, with exactly this
 * environment, and with the second descriptor as its input or none. Undefined for a command that cannot be expressed. Pure.
 */
export function commandText({ words, folder, environment }: ContainedCommand, readsInput: boolean): string | undefined {
  const [file = ''] = words
  const names = Object.keys(environment)
  // The program that sets the environment would take it for a variable.
  if (!file.startsWith('/') || file.includes('=') || names.some((name) => name === '' || name.includes('='))) {
    return undefined
  }
  const assignments = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  const input = readsInput ? `0<&${secondInputDescriptor}` : '0<>/dev/null'
  const text = [
    `cd -P -- ${quoteWord(folder)} 2> /dev/null || ${refusal('folder')}`,
    `[ -f ${quoteWord(file)} ] || ${refusal('ENOENT')}`,
    `[ -x ${quoteWord(file)} ] || ${refusal('EACCES')}`,
    `exec ${environmentSetter} -i -- ${[...assignments, ...words].map(quoteWord).join(' ')} ${input} ${secondInputDescriptor}<&-\n`,
  ].join('\n')
  return text.includes('\0') || Buffer.byteLength(text) > maxBytes ? undefined : text
}

function refusal(reason: string): string {
  return `{ echo ${reason} >&${secondInputDescriptor}; exit ${refusedCode}; }`
}
