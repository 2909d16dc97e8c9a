import type { LayoutStep } from './layout.ts'

export interface BubblewrapOptions {
  readonly layout: readonly LayoutStep[]
  /**
   * Descriptors of the mount sources, by path on the machine. Bubblewrap mounts these, so that no one can swap a path.
   */
  readonly descriptors: ReadonlyMap<string, number>
  /** A file of the machine that no one can open: it covers masked files. */
  readonly nothing: string
  /** True if the layout contains everything in the root. Otherwise the root is that of the machine. */
  readonly hasOwnRoot: boolean
  /**
   * True if the program itself is the first process of its namespace. That saves a process, but a signal that it does
   * not handle then does not end it, except for one that cannot be handled and comes from outside.
   */
  readonly isFirstProcess: boolean
  readonly sharesNetwork: boolean
  readonly workingFolder: string
  /** Absent if this processor's system calls are not known. */
  readonly seccomp?: number
  /** The descriptor where bubblewrap reports the program's status. */
  readonly status: number
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Returns the arguments for bubblewrap, which it reads from a descriptor and not from its command line, where every
 * user could read the environment of programs and the names of masked files. The environment must not become
 * bubblewrap's own: `LD_PRELOAD` would act outside the sandbox. Pure.
 */
export function bubblewrapArguments(options: BubblewrapOptions): readonly string[] {
  const { layout, hasOwnRoot, isFirstProcess, sharesNetwork, seccomp, status, workingFolder, environment } = options
  const isRoot = ({ path }: LayoutStep) => path === '/'
  return [
    // First, because bubblewrap applies arguments as it reads them: if Drawbridge is killed meanwhile, bubblewrap ends
    // too.
    ...['--json-status-fd', String(status), '--die-with-parent'],
    ...(seccomp === undefined ? [] : ['--seccomp', String(seccomp)]),
    ...['user', 'pid', 'ipc', 'uts', 'cgroup-try'].map((namespace) => `--unshare-${namespace}`),
    ...(sharesNetwork ? [] : ['--unshare-net']),
    ...(isFirstProcess ? ['--as-pid-1'] : []),
    '--disable-userns',
    '--new-session',
    ...['--cap-drop', 'ALL'],
    ...['--hostname', 'sandbox'],
    ...(hasOwnRoot ? [] : ['--ro-bind', '/', '/']),
    ...layout.filter(isRoot).flatMap((step) => stepArguments(step, options)),
    ...['--dev', '/dev', ...folder('1777', privateBytes, '/dev/shm'), '--remount-ro', '/dev'],
    // A user of number 0 may write settings of the whole kernel here, capabilities or not.
    ...['--proc', '/proc', '--remount-ro', '/proc'],
    ...layout.filter((step) => !isRoot(step)).flatMap((step) => stepArguments(step, options)),
    ...layout.flatMap((step) => (step.kind === 'empty' && step.sealed === true ? ['--remount-ro', step.path] : [])),
    ...(hasOwnRoot ? ['--remount-ro', '/'] : []),
    ...['--chdir', workingFolder],
    '--clearenv',
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
  ]
}

/** Private folders are in memory, even if that has no limit. */
const privateBytes = 1024 ** 3
const closedBytes = 64 * 1024

function folder(mode: string, bytes: number, path: string): readonly string[] {
  return ['--perms', mode, '--size', String(bytes), '--tmpfs', path]
}

function stepArguments(step: LayoutStep, { descriptors, nothing }: BubblewrapOptions): readonly string[] {
  switch (step.kind) {
    case 'empty':
      // A closed folder can be traversed to mounts inside it. Opening it shows nothing, and nothing can be left in it.
      return step.closed ? folder('0111', closedBytes, step.path) : folder('0755', privateBytes, step.path)
    case 'folder':
      return ['--perms', '0111', '--dir', step.path]
    case 'link':
      return ['--symlink', step.target, step.path]
    case 'placeholder':
      return folder('0555', closedBytes, step.path)
    case 'nothing':
      return ['--ro-bind', nothing, step.path]
    case 'bind': {
      const descriptor = descriptors.get(step.host)
      if (descriptor === undefined) throw new Error(`"${step.host}" is bound without being open.`)
      return [step.access === 'read' ? '--ro-bind-fd' : '--bind-fd', String(descriptor), step.path]
    }
  }
}
