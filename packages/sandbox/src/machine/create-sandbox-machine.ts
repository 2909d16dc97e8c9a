import { mkdirSync } from 'node:fs'
import { dirname, relative } from 'node:path/posix'
import type { Target } from '@drawbridge/core'
import { type Clock, isWithin, systemClock } from '@drawbridge/core/base'
import type { Machine, MachineScope } from '@drawbridge/core/machine'
import type { PathDenials } from '@drawbridge/core/target'
import type { SandboxBackend } from '../backend/sandbox-backend.ts'
import type { FilteredNetwork, SandboxProfile } from '../backend/sandbox-profile.ts'
import { createFileBackups, type FileBackupOptions } from '../files/backups.ts'
import { createFileAccess } from '../files/create-file-access.ts'
import { hashPath } from '../files/hash-file.ts'
import { attachedRepositories } from '../git/attached-repositories.ts'
import { type BoundaryOptions, createBoundaries } from '../path/boundaries.ts'
import { type LinkProbe, systemLinkProbe } from '../path/link-probe.ts'
import { baseEnvironment } from '../process/base-environment.ts'
import { createProcessRunner } from '../process/create-process-runner.ts'
import type { TargetResolverOptions } from '../target/create-target-resolver.ts'
import { environmentOf } from '../target/trusted-search-path.ts'
import { insidePlaces } from './inside-places.ts'
import { isHidden } from './is-hidden.ts'
import { isThere } from './is-there.ts'
import { leftoverRemarks } from './leftover-remarks.ts'
import { lostWriteRemarks } from './lost-write-remarks.ts'
import { newRepositories } from './new-repositories.ts'
import { type ProfileRequest, profileOf } from './profile-of.ts'
import { refusalRemarks } from './refusal-remarks.ts'
import { noRepositoryPlaces, type RepositoryPlaces, repositoryPlaces } from './repository-places.ts'
import { repositoryRemarks } from './repository-remarks.ts'
import { lookingKey } from './sandbox-key.ts'
import { createSandboxLauncher, type LaunchPlan, programsOf } from './sandbox-launcher.ts'
import type { SandboxSettings } from './sandbox-settings.ts'
import { sandboxView } from './sandbox-view.ts'
import { type Survey, surveyFolders } from './survey-folders.ts'

/** The options of `createSandboxMachine`. */
export interface SandboxMachineOptions extends BoundaryOptions {
  readonly backend: SandboxBackend
  readonly settings: SandboxSettings
  /** Equal for runs that share a sandbox. */
  readonly key: string
  /** The folder of this machine that is `/tmp` inside; must exist. Default: the backend keeps one itself. */
  readonly temporary?: string | undefined
  /** True if the run only reads, as in plan mode. Default false. */
  readonly readsOnly?: boolean | undefined
  /** Returns the filtered network if single hosts are allowed. Called when a program starts. */
  readonly proxy?: (() => Promise<FilteredNetwork>) | undefined
  /** Without it nothing is backed up. */
  readonly backups?: FileBackupOptions | undefined
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined
  readonly passEnvironment?: readonly string[] | undefined
  readonly clock?: Clock | undefined
}

/** An isolated machine, for the runs of one key. */
export interface SandboxMachine extends Machine {
  /** Give these to the resolver of the same runs, so that it reads paths as the sandbox does. */
  readonly resolverOptions: Pick<TargetResolverOptions, 'programs'> & BoundaryOptions
  /** The folders as programs inside know them, for who reads command lines. What cannot be seen inside is left out. */
  readonly inside: InsideFolders
  /** Returns the profile for a program of a call. */
  profile(): Promise<SandboxProfile>
}

export interface InsideFolders {
  readonly workspace: string
  /** The folder that `~` means. */
  readonly userHome?: string
  readonly readRoots: readonly string[]
  readonly writeRoots: readonly string[]
}

/**
 * Programs of a call run in the backend's sandbox, and file tools see the tree that they see: one translation of paths for both.
 * Helper programs of tools are ours, and run on the machine itself on what the call resolved. Throws `invalid_option` as
 * `createHostMachine` does.
 */
export function createSandboxMachine(
  options: SandboxMachineOptions,
  probe: LinkProbe = systemLinkProbe,
): SandboxMachine {
  const { backend, settings, key, temporary, readsOnly = false, clock = systemClock } = options
  const given = boundariesOf(options)
  const plain = createBoundaries(given, probe)
  const existing = (roots: readonly string[]) => roots.filter((root) => isThere(root, probe))
  const boundaries = { ...plain, readRoots: existing(plain.readRoots), writeRoots: existing(plain.writeRoots) }
  const request = { key, settings, boundaries, temporary, readsOnly }

  const fixed = profileOf({ ...request, survey: { masked: [], readOnly: [] } })
  const paths = backend.paths(fixed)
  // It is in Drawbridge's own folder, where only a root is open.
  const writeRoots = [...boundaries.writeRoots, ...presence(paths.toHost('/tmp'))]
  const hides = (real: string): boolean => isHidden(real, { ...boundaries, writeRoots })
  const { home } = insidePlaces(backend.kind, plain)
  const view = sandboxView({ profile: fixed, paths, isHidden: hides, probe, home })
  const isShown = (real: string): boolean => view.paths.toInside(real) !== undefined
  const viewed: BoundaryOptions = { ...given, writeRoots, view, closed: (real) => !isShown(real) }
  const isClosed = (real: string): boolean => !isShown(real) || options.closed?.(real) === true
  const viewedBoundaries = createBoundaries({ ...viewed, closed: isClosed }, probe)
  const backups = options.backups === undefined ? undefined : createFileBackups(options.backups)
  const environment = baseEnvironment({
    source: options.environment ?? process.env,
    passNames: options.passEnvironment,
  })

  return {
    workspace: plain.workspace,
    environmentNames: Object.keys(environment),
    resolverOptions: { ...viewed, programs: programsOf(backend.kind) },
    inside: {
      workspace: fixed.workspace.inside,
      ...(home === undefined ? {} : { userHome: home }),
      readRoots: insideOf(boundaries.readRoots),
      writeRoots: insideOf(writeRoots),
    },
    profile: async () => (await plan()).profile,
    files: ({ targets, denials }) =>
      createFileAccess({ targets: targets.filter(isOpenable), boundaries: viewedBoundaries, probe, denials }, backups),
    processes: (scope) => ({
      place: { kind: backend.kind },
      ...createProcessRunner({
        invocations: scope.invocations ?? [],
        signal: scope.signal,
        probe,
        clock,
        view,
        baseEnvironment: environmentOf(scope.targets, { base: environment, boundaries, probe }),
        searchPath: environment.PATH ?? '',
        launcher: createSandboxLauncher({
          backend,
          plan: () => plan(scope, makeFolder),
          isAlone: holdsSecret(scope),
        }),
      }),
    }),
    hashFile: hashPath,
  }

  /** Returns denied files and folders outside the roots, which are visible if the machine's own tree is. */
  function deniedElsewhere(denials: PathDenials | undefined, roots: readonly string[]): readonly string[] {
    if (backend.kind === 'docker') return []
    return (denials?.bases ?? []).filter((base) => base !== '/' && !roots.some((root) => isWithin(root, base)))
  }

  /**
   * A path that a rule names without a wildcard is denied as a whole. If it is missing and its folder exists, it must
   * not be created; folders above it may be, since every file is created in some folder.
   */
  function withDeniedBases(survey: Survey, { bases, find }: PathDenials = noDenials): Survey {
    const hidden = bases.filter((base) => find(base, 'read', 'list') !== undefined && isThere(base, probe))
    const missing = bases.filter((base) => {
      const mayBeMade = isThere(dirname(base), probe) && !isThere(base, probe)
      return mayBeMade && find(base, 'write', 'delete') !== undefined
    })
    return { ...survey, masked: [...survey.masked, ...hidden], readOnly: [...survey.readOnly, ...missing] }
  }

  /** Unapproved commands may read what the sandbox shows, and nothing else. */
  async function plan(
    { denials, contained = false, targets = [] }: PlanScope = {},
    makeMissing: (folder: string) => void = () => undefined,
  ): Promise<Required<LaunchPlan>> {
    const since = Date.now()
    const shown = fixed.workspace.access === 'none' ? [] : [fixed.workspace.host]
    const roots = [...shown, ...boundaries.readRoots, ...boundaries.writeRoots]
    const survey = await surveyFolders([...roots, ...deniedElsewhere(denials, roots)], {
      isHidden: hides,
      denials,
      probe,
    })
    const isFiltered = typeof settings.network === 'object'
    const hosts = typeof settings.network === 'object' ? settings.network.allow : []
    const own = {
      ...request,
      ...(contained ? onlyLooking(request) : {}),
      survey: withDeniedBases(survey, denials),
      denials,
    }
    const repository = repositoryOf(profileOf(own), denials)
    for (const { host, access } of repository.mounts) if (access === 'write' && !isThere(host, probe)) makeMissing(host)
    const profile = profileOf({
      ...own,
      repository,
      proxy: isFiltered && !contained ? await options.proxy?.() : undefined,
    })
    const places = [profile.workspace, ...profile.mounts].filter(({ access }) => access === 'write')
    const folders = survey.folders.filter((folder) => places.some(({ host }) => isWithin(host, folder)))
    return {
      profile,
      remarks: (ended) => [
        ...refusalRemarks(ended, { kind: backend.kind, profile: profile, hosts, repository }),
        // A container counts its processes, so that the result lists those that were left.
        ...(backend.kind === 'bubblewrap' ? leftoverRemarks(targets) : []),
        ...lostWriteRemarks(targets, { home, isShown }),
        ...repositoryRemarks(newRepositories({ ...survey, folders }, { since }), nameInside),
      ],
    }
  }

  /** Containers have other paths, which the two sides of a repository do not name. */
  function repositoryOf({ workspace, mounts, masked }: SandboxProfile, denials?: PathDenials): RepositoryPlaces {
    if (backend.kind !== 'bubblewrap' || workspace.access === 'none') return noRepositoryPlaces
    const found = attachedRepositories({ workspace: workspace.host, userHome: plain.userHome ?? '/' })
    return repositoryPlaces(found, {
      readsOnly: workspace.access === 'read',
      writable: [workspace, ...mounts].flatMap(({ host, access }) => (access === 'write' ? [host] : [])),
      masked,
      denials,
      userHome: plain.userHome,
    })
  }

  function nameInside(real: string): string {
    return isWithin(plain.workspace, real) ? relative(plain.workspace, real) : (paths.toInside(real) ?? real)
  }

  /**
   * A path that a command names in the sandbox's own tree is not a file of this machine, even if this machine has one
   * with that name.
   */
  function isOpenable(target: Target): boolean {
    return target.kind !== 'path' || isShown(target.real)
  }

  function insideOf(folders: readonly string[]): readonly string[] {
    return folders.flatMap((folder) => view.paths.toInside(folder) ?? [])
  }
}

function presence(folder: string | undefined): readonly string[] {
  return folder === undefined ? [] : [folder]
}

/** Git itself creates it with the first commit of a worktree. */
function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
}

const noDenials: PathDenials = { bases: [], find: () => undefined, mayLieBelow: () => false }

type PlanScope = Pick<MachineScope, 'denials' | 'contained'> & Partial<Pick<MachineScope, 'targets'>>

/** A container keeps the access that it was made with, so that there it is one of its own. */
function onlyLooking({ key, settings }: Pick<ProfileRequest, 'key' | 'settings'>) {
  const own = settings.backend === 'docker' ? lookingKey(key) : key
  return { key: own, readsOnly: true, settings: { ...settings, network: 'none' } } as const
}

/** Other processes of the same user can read a program's environment. */
function holdsSecret({ targets }: MachineScope): boolean {
  return targets.some((target) => target.kind === 'command' && target.credentialed === true)
}

/** The machine's folder for temporary files is left out: the sandbox has its own. */
function boundariesOf(options: SandboxMachineOptions): BoundaryOptions {
  const { workspace, readRoots, writeRoots, home, denied, userHome, readScope, sensitivity } = options
  return { workspace, readRoots, writeRoots, home, denied, userHome, readScope, sensitivity }
}
