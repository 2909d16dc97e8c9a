import { type DeclaredTarget, failure, type Target } from '@drawbridge/core'
import { assertNever } from '@drawbridge/core/base'
import type {
  DynamicTarget,
  Invocation,
  PathDenials,
  PathTarget,
  TargetResolution,
  TargetResolver,
} from '@drawbridge/core/target'
import { type BoundaryOptions, createBoundaries } from '../path/boundaries.ts'
import { judgePath, type PathVerdict } from '../path/judge-path.ts'
import { type LinkProbe, systemLinkProbe } from '../path/link-probe.ts'
import type { PathView } from '../path/path-view.ts'
import type { CommandAnalyser } from './command-analysis.ts'
import type { ResolveCommand, TargetPlace } from './create-command-resolver.ts'
import { deniedLinks } from './denied-links.ts'
import { metBelow } from './met-below.ts'
import { trackedFiles } from './tracked-files.ts'

/** The options of `createTargetResolver`. */
export interface TargetResolverOptions extends BoundaryOptions {
  /** The search path for bare program names. Default: `PATH` of this process. */
  readonly searchPath?: string | undefined
  /**
   * Returns the absolute path of the file that a bare name stands for; undefined if the name is to be looked up. Default: all are.
   */
  readonly programPath?: ((name: string) => string | undefined) | undefined
  /**
   * `machine` (default) if programs are files of this machine, `own` if they are in another tree and known only by
   * name.
   */
  readonly programs?: 'machine' | 'own' | undefined
  /**
   * Loads the analyser of commands at the first command. It spells paths as `view` does, if that is set. Default: the words of a
   * command as they are, and every shell line unknown.
   */
  readonly analyser?: (() => Promise<CommandAnalyser>) | undefined
}

type Declared<Kind extends DeclaredTarget['kind']> = Extract<DeclaredTarget, { kind: Kind }>

/**
 * Turns declared targets into real paths, programs and hosts. Deterministic for one state of the disk; changes nothing. Throws
 * `invalid_option` if a folder of the options cannot be resolved. What reads commands is loaded with the first command.
 */
export function createTargetResolver(
  options: TargetResolverOptions,
  probe: LinkProbe = systemLinkProbe,
): TargetResolver {
  const boundaries = createBoundaries(options, probe)
  const { analyser, programPath } = options
  const searchPath = options.searchPath ?? process.env.PATH ?? ''
  let resolveCommand: ResolveCommand | undefined

  return {
    resolve: (declared, _principal, denials) => {
      const isReady = resolveCommand !== undefined || !declared.some(isCommand)
      const place = { base: boundaries.workspace, by: 'tool', denials } as const
      return isReady ? resolveAll(declared, place) : resolveLater(declared, place)
    },
  }

  async function resolveLater(declared: readonly DeclaredTarget[], place: TargetPlace): Promise<TargetResolution> {
    const [{ createCommandResolver }, loaded] = await Promise.all([
      import('./create-command-resolver.ts'),
      analyser?.(),
    ])
    const isElsewhere = options.programs === 'own'
    const parts = { boundaries, probe, searchPath, isElsewhere, programPath, analyser: loaded, resolve: resolveAll }
    resolveCommand ??= createCommandResolver(parts)
    return resolveAll(declared, place)
  }

  function resolveAll(declared: readonly DeclaredTarget[], place: TargetPlace): TargetResolution {
    const targets: Target[] = []
    const invocations: Invocation[] = []
    for (const target of declared) {
      const resolution = resolveOne(target, place)
      if (resolution.status !== 'resolved') return resolution
      targets.push(...resolution.targets)
      invocations.push(...(resolution.invocations ?? []))
    }
    return { status: 'resolved', targets, ...(invocations.length === 0 ? {} : { invocations }) }
  }

  function resolveOne(target: DeclaredTarget, place: TargetPlace): TargetResolution {
    switch (target.kind) {
      case 'path':
        return resolvePath(target, place)
      case 'command':
      case 'shell':
        if (resolveCommand === undefined) throw new Error('A command was met before what reads commands was loaded.')
        return resolveCommand(target, place)
      case 'url':
        return resolveUrl(target)
      case 'session':
      case 'agent':
      case 'server':
      case 'dynamic':
        return { status: 'resolved', targets: [target] }
      default:
        return assertNever(target)
    }
  }

  function resolvePath(target: Declared<'path'>, { base, by, denials }: TargetPlace): TargetResolution {
    const verdict = judgePath({ path: target.path, base, access: target.access, by }, boundaries, probe)
    if (verdict.status !== 'judged') return verdict
    const found = pathTarget(target, verdict)
    const isWhole = by === 'program' || target.whole === true
    const { view } = boundaries
    const isKept = target.reach?.tracked === true ? trackedFiles(boundaries.workspace) : undefined
    return {
      status: 'resolved',
      targets: [
        ...withDenied(found, denials, { by, isWhole, isFolder: verdict.isFolder, view, isKept }),
        ...deniedLinks(found, denials, { isProgram: by === 'program', isFolder: verdict.isFolder }),
      ],
    }
  }
}

function isCommand({ kind }: DeclaredTarget): boolean {
  return kind === 'command' || kind === 'shell'
}

function pathTarget(
  { path, access, recursive = false }: Declared<'path'>,
  { status: _, isFolder: __, isThere: ___, ...judged }: Extract<PathVerdict, { status: 'judged' }>,
): PathTarget {
  return { kind: 'path', declared: path, access, recursive, ...judged }
}

const defaultPorts: ReadonlyMap<string, number> = new Map([
  ['http', 80],
  ['ws', 80],
  ['https', 443],
  ['wss', 443],
  ['ftp', 21],
  ['ssh', 22],
])

/** The host and port that a URL names. Whether they may be reached is for policy and the guarded client to say. */
function resolveUrl({ url }: Declared<'url'>): TargetResolution {
  const parsed = URL.parse(url)
  const scheme = parsed?.protocol.slice(0, -1) ?? ''
  const port = parsed?.port ? Number(parsed.port) : defaultPorts.get(scheme)
  if (parsed === null || parsed.hostname === '' || port === undefined) {
    return {
      status: 'failed',
      failure: failure(
        'invalid_target',
        `"${url}" is not a URL with a host. Write it in full, such as https://example.org/page.`,
      ),
    }
  }
  return { status: 'resolved', targets: [{ kind: 'host', scheme, host: parsed.hostname, port }] }
}

export interface DeniedBelowOptions {
  readonly by: 'tool' | 'program'
  /** Nothing can be left out of the folder. */
  readonly isWhole: boolean
  /** A folder is there. */
  readonly isFolder: boolean
  /** The call's view of the machine, if it works in a sandbox. The sandbox masks files that rules deny to readers. */
  readonly view?: PathView | undefined
  /** Returns true if an entry is meant; absent if all are. */
  readonly isKept?: ((path: string) => boolean) | undefined
}

/**
 * A target with the entries below it that rules deny, as targets of their own. File tools leave entries out of what they read, and
 * sandboxes mask them: there the folder is only marked. A program may also make an entry that is not there yet, so a folder
 * that it writes keeps no mark, and the rule asks.
 */
function withDenied(
  target: PathTarget,
  denials: PathDenials | undefined,
  { by, isWhole, isFolder, view, isKept }: DeniedBelowOptions,
): readonly Target[] {
  const { real, access, declared } = target
  const isReading = access === 'read' || access === 'list'
  // Programs move and remove folders without being told to descend, and write into those that are there.
  const recursive = target.recursive || (by === 'program' && (access === 'delete' || (access === 'write' && isFolder)))
  if (!recursive || denials?.mayLieBelow(real, access) !== true || denials.find(real, access) !== undefined)
    return [target]
  const isMasked = by === 'program' && view !== undefined
  if (isReading && (isMasked || !isWhole)) return [{ ...target, below: 'filtered' }]
  if (by === 'program' && access === 'write') return [{ ...target, recursive }]
  const { sensitive: paths, isCut } = metBelow(real, {
    isSensitive: (path) => denials.find(path, access) !== undefined && isKept?.(path) !== false,
  })
  const met = paths.map((path): PathTarget => {
    const { why: _, protected: __, ...rest } = target
    return { ...rest, declared: path, real: path, recursive: false, metIn: declared }
  })
  const rest: DynamicTarget = { kind: 'dynamic', of: 'path', why: `"${declared}" contains too many files to examine` }
  return [{ ...target, below: 'surveyed' }, ...met, ...(isCut ? [rest] : [])]
}
