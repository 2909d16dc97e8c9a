import type { ShellCommand } from '../shell-command.ts'

const endless = /^\/dev\/(?:zero|full|u?random)$/

/** The options by which programs stop after a number of bytes. */
const limits: Readonly<Record<string, readonly string[]>> = {
  head: ['-c', '--bytes'],
  od: ['-N', '--read-bytes'],
  hexdump: ['-n', '--length'],
  xxd: ['-l', '-len'],
  cmp: ['-n', '--bytes'],
}

/** Programs that pass on what they read, so that they end when the reader of their output does. */
const streaming = new Set('tr fold cut grep sed od base64 base32 xxd hexdump strings head cat nl rev'.split(' '))

/** Less than a gigabyte. */
const few = /^(?:\d{1,9}|\d{1,6}[kK]B?|\d{1,3}MB?)$/

/**
 * Returns the file without an end that a command reads; undefined if there is none, or if the command or a `head` that reads its
 * output stops after a known number of bytes or lines.
 */
export function endlessRead(command: ShellCommand, line: readonly ShellCommand[]): string | undefined {
  const { call, redirects } = command
  const read = [
    ...call.paths.filter(({ access }) => access === 'read').map(({ path }) => path),
    ...redirects.flatMap(({ operator, path }) => (path !== undefined && operator.startsWith('<') ? [path.path] : [])),
  ]
  const found = read.find((path) => endless.test(path))
  if (found === undefined || stops(command, found)) return undefined
  const isStopped = line.some(
    (other) => other.call.name === 'head' && stops(other, found) && streamsTo(other.upstream, command),
  )
  return isStopped ? undefined : found
}

function stops({ argv, call: { name } }: ShellCommand, device: string): boolean {
  const options = Object.hasOwn(limits, name) ? (limits[name] ?? []) : []
  const words = argv.map(({ text }) => text)
  const given = words.flatMap((word, index) =>
    options.flatMap((option) => {
      if (word === option) return [words[index + 1] ?? '']
      if (!word.startsWith(option)) return []
      return [word.slice(option.length).replace(/^=/, '')]
    }),
  )
  if (given.length > 0) return given.every((value) => few.test(value))
  // There is a line break in random bytes soon, but never in zeros.
  return name === 'head' && device.endsWith('random')
}

function streamsTo(upstream: readonly ShellCommand[], command: ShellCommand): boolean {
  const start = upstream.indexOf(command)
  return start >= 0 && upstream.slice(start + 1).every(({ call }) => streaming.has(call.name))
}
