import { fail, type Target } from '@drawbridge/core'
import { type Clock, systemClock } from '@drawbridge/core/base'
import type { Machine } from '@drawbridge/core/machine'
import type { NamedPlaces } from './contain/contained-layout.ts'
import type { ContainedPlace } from './contain/containment.ts'
import { createFileBackups, type FileBackupOptions } from './files/backups.ts'
import { createFileAccess } from './files/create-file-access.ts'
import { hashPath } from './files/hash-file.ts'
import type { ProgramLauncher } from './launch/program-launcher.ts'
import { type BoundaryOptions, createBoundaries } from './path/boundaries.ts'
import { type LinkProbe, systemLinkProbe } from './path/link-probe.ts'
import { baseEnvironment } from './process/base-environment.ts'
import { createProcessRunner } from './process/create-process-runner.ts'
import { environmentOf } from './target/trusted-search-path.ts'

/** The options of `createHostMachine`. */
export interface HostMachineOptions extends BoundaryOptions {
  /** Without it nothing is backed up. */
  readonly backups?: FileBackupOptions | undefined
  /**
   * The source of the environment of programs, filtered by an allow list. Default: that of this process. The resolver
   * of the same run needs its `PATH` as `searchPath`.
   */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined
  /** Names of further variables that programs get. */
  readonly passEnvironment?: readonly string[] | undefined
  readonly clock?: Clock | undefined
  /** The launcher for commands that no one approved. Default: none, and they end with `sandbox_unavailable`. */
  readonly containment?: Pick<ContainedPlace, 'launcher'> | undefined
}

/**
 * The machine itself, without isolation: calls are limited to their targets, but a program that runs may do anything that the user
 * of this process may. Give the resolver of the same run the same boundaries. Throws `invalid_option` as that does.
 */
export function createHostMachine(options: HostMachineOptions, probe: LinkProbe = systemLinkProbe): Machine {
  const boundaries = createBoundaries(options, probe)
  const backups = options.backups === undefined ? undefined : createFileBackups(options.backups)
  const environment = baseEnvironment({
    source: options.environment ?? process.env,
    passNames: options.passEnvironment,
  })
  const clock = options.clock ?? systemClock

  return {
    workspace: boundaries.workspace,
    environmentNames: Object.keys(environment),
    files: ({ targets, denials }) => createFileAccess({ targets, boundaries, probe, denials }, backups),
    processes: ({ invocations = [], signal, targets, denials, contained = false }) => ({
      ...(contained ? { place: { kind: 'contained' } as const } : {}),
      ...createProcessRunner({
        invocations,
        signal,
        probe,
        clock,
        baseEnvironment: environmentOf(targets, { base: environment, boundaries, probe }),
        searchPath: environment.PATH ?? '',
        ...(contained ? { launcher: options.containment?.launcher(namedBy(targets), denials) ?? nowhere } : {}),
      }),
    }),
    hashFile: hashPath,
  }
}

const nowhere: ProgramLauncher = {
  programs: 'machine',
  launch: () =>
    fail('sandbox_unavailable', 'The command runs contained or not at all, and this run has no containment.'),
}

/** Returns the files that a command would also find without containment: its programs, and the files that it names. */
function namedBy(targets: readonly Target[]): NamedPlaces {
  return {
    programs: targets.flatMap((target) => (target.kind === 'command' ? (target.program.path ?? []) : [])),
    files: targets.flatMap((target) => (target.kind === 'path' && !target.sensitive ? [target.real] : [])),
  }
}
