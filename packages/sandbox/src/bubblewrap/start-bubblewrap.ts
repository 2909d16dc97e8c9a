import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** Joins the groups given before `--`, after lowering the number of open files, and becomes the command behind it. */
const joinGroups =
  '[ "$1" = - ] || ulimit -n "$1" 2>/dev/null; shift; while [ "$1" != -- ]; do echo $$ > "$1" || exit 125; shift; done; shift; exec "$@"'

export interface BubblewrapStart {
  readonly file: string
  /** The program and its words. */
  readonly command: readonly string[]
  /** Descriptors passed on, from the number `firstPassed` on. */
  readonly passed: readonly number[]
  /** Numbers of descriptors that would be inherited and become `nothing` instead. */
  readonly inherited: readonly number[]
  /** A descriptor of the null device. */
  readonly nothing: number
  readonly readsInput: boolean
  /** Whether the command gets a channel to this process. */
  readonly hasChannel: boolean
  readonly openFiles: number | undefined
  readonly joinFiles: readonly string[]
  readonly prefix: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

export interface StartedBubblewrap {
  readonly child: ChildProcess
  readonly stdin: Writable | null
  readonly stdout: Readable
  readonly stderr: Readable
  /** The number of the channel inside. */
  readonly channel?: number
  /** Takes the arguments. */
  readonly options: Writable
  readonly status: Readable
}

/** Where bubblewrap reads its arguments, and where it says how the program fares. */
const optionsDescriptor = 3
export const statusDescriptor = 4
export const firstPassed = 5

export function startBubblewrap(start: BubblewrapStart): StartedBubblewrap {
  const { file, command, passed, inherited, nothing, readsInput, hasChannel } = start
  const { openFiles, joinFiles, prefix, environment } = start
  const stdio: (number | 'pipe' | 'ignore' | 'ipc')[] = [
    readsInput ? 'pipe' : 'ignore',
    'pipe',
    'pipe',
    'pipe',
    'pipe',
    ...passed,
  ]
  for (const descriptor of inherited) {
    while (stdio.length <= descriptor) stdio.push('ignore')
    if (stdio[descriptor] === 'ignore') stdio[descriptor] = nothing
  }
  const channel = hasChannel ? stdio.push('ipc') - 1 : undefined
  const words = [...prefix, file, '--args', String(optionsDescriptor), '--', ...command]
  const isPlain = openFiles === undefined && joinFiles.length === 0
  const [program = '', ...args] = isPlain
    ? words
    : ['/bin/sh', '-c', joinGroups, 'sh', String(openFiles ?? '-'), ...joinFiles, '--', ...words]
  const child = spawn(program, args, { stdio, env: { ...environment }, cwd: '/', detached: true, shell: false })
  return {
    child,
    stdin: child.stdin,
    stdout: piped(child.stdout),
    stderr: piped(child.stderr),
    options: piped(child.stdio[optionsDescriptor]) as Writable,
    status: piped(child.stdio[statusDescriptor]) as Readable,
    ...(channel === undefined ? {} : { channel }),
  }
}

function piped<Stream>(stream: Stream | null | undefined): Stream {
  if (stream === null || stream === undefined) throw new Error('A descriptor that was asked for as a pipe is none.')
  return stream
}
