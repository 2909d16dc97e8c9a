import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex, Readable, Writable } from 'node:stream'

/** Joins the groups given before `--`, after lowering the number of open files, and becomes the command behind it. */
const joinGroups =
  '[ "$1" = - ] || ulimit -n "$1" 2>/dev/null; shift; while [ "$1" != -- ]; do echo $$ > "$1" || exit 125; shift; done; shift; exec "$@"'

export interface BubblewrapStart {
  readonly file: string
  /** The program and its words. */
  readonly command: readonly string[]
  /** Descriptors passed on, and the number of the first of them inside: see `firstPassedFor`. */
  readonly passed: readonly number[]
  readonly firstPassed: number
  /** Numbers of descriptors that would be inherited and become `nothing` instead. */
  readonly inherited: readonly number[]
  /** A descriptor of the null device. */
  readonly nothing: number
  readonly readsInput: boolean
  /** True if the command finds another input at `secondInputDescriptor`, which it may also write to. Default false. */
  readonly hasSecondInput?: boolean
  /** True if the command gets a channel to this process. */
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
  readonly secondInput?: Duplex
}

/** The descriptors from which bubblewrap reads its arguments, and to which it reports the program's status. */
const optionsDescriptor = 3
export const statusDescriptor = 4
const firstFree = 5
/** One digit: some shells know no other descriptors. */
export const secondInputDescriptor = firstFree
/** The number of files that bubblewrap opens at a time, with a margin. */
const neededForItself = 16

interface FirstPassedOptions {
  readonly openFiles?: number | undefined
  readonly hasSecondInput?: boolean
}

/**
 * Returns the first descriptor number for passed descriptors: above the limit of open files if too few would be left
 * below it. Numbers that are already open may be in that range.
 */
export function firstPassedFor(
  count: number,
  { openFiles = Number.POSITIVE_INFINITY, hasSecondInput = false }: FirstPassedOptions = {},
): number {
  const free = hasSecondInput ? secondInputDescriptor + 1 : firstFree
  return free + count + neededForItself <= openFiles ? free : Math.max(free, openFiles)
}

export function startBubblewrap(start: BubblewrapStart): StartedBubblewrap {
  const {
    file,
    command,
    passed,
    firstPassed,
    inherited,
    nothing,
    readsInput,
    hasSecondInput = false,
    hasChannel,
  } = start
  const { openFiles, joinFiles, prefix, environment } = start
  const stdio: (number | 'pipe' | 'ignore' | 'ipc')[] = [
    readsInput ? 'pipe' : 'ignore',
    'pipe',
    'pipe',
    'pipe',
    'pipe',
    ...(hasSecondInput ? (['pipe'] as const) : []),
    ...new Array<'ignore'>(firstPassed - firstFree - (hasSecondInput ? 1 : 0)).fill('ignore'),
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
    ...(hasSecondInput ? { secondInput: piped(child.stdio.at(secondInputDescriptor)) as Duplex } : {}),
  }
}

function piped<Stream>(stream: Stream | null | undefined): Stream {
  if (stream === null || stream === undefined) throw new Error('A descriptor that was requested as a pipe is missing.')
  return stream
}
