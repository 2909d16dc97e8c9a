import { homedir } from 'node:os'
import { join } from 'node:path'
import {
  createLimiter,
  createLockTable,
  createRegistry,
  createScrubber,
  createSecretRegistry,
  createSystemIdSource,
  DrawbridgeError,
  noHooks,
  noRecorder,
  type Scrubber,
  systemClock,
  unlimited,
} from '@drawbridge/core'
import { createHostMachine, createTargetResolver } from '@drawbridge/sandbox'
import { createArtifactFiles, createFileRecorder } from '@drawbridge/store'
import type { DrawbridgeOptions } from './drawbridge-options.ts'
import type { SharedServices } from './session/shared-services.ts'

/** Options with the two folders decided. */
type ServiceOptions = DrawbridgeOptions & Required<Pick<DrawbridgeOptions, 'workspace' | 'home'>>

/** Makes each service that the options do not bring, from the package that implements it. */
export function createServices(options: ServiceOptions, cleanup: AsyncDisposableStack): SharedServices {
  const { home, clock = systemClock, ids = createSystemIdSource(), limits } = options
  const { workspace, readRoots, writeRoots, readScope } = options
  // One description of what may be touched, for those who judge paths and those who open them.
  const boundaries = { workspace, home, userHome: homedir(), readRoots, writeRoots, readScope }
  const records = options.record !== false
  return {
    registry: createRegistry(),
    resolver: createTargetResolver(boundaries),
    machine: createHostMachine({ ...boundaries, ...backupsIn(home, options.backupsPerFile ?? 10) }),
    approvers: options.approvers ?? [],
    hooks: { ...noHooks, ...options.hooks },
    limiter: limits === false ? unlimited : createLimiter({ clock, settings: limits ?? {} }),
    locks: createLockTable(),
    recorder: records ? cleanup.use(createFileRecorder({ folder: join(home, 'sessions') })) : noRecorder,
    artifacts: createArtifactFiles({ folder: join(home, 'artifacts'), clock, ids }),
    scrubber: scrubberOf(options.secrets ?? []),
    clock,
    ids,
    settings: options.settings ?? {},
  }
}

function backupsIn(
  home: string,
  keep: number,
): { readonly backups?: { readonly folder: string; readonly keep: number } } {
  return keep === 0 ? {} : { backups: { folder: join(home, 'backups'), keep } }
}

function scrubberOf(secrets: readonly string[]): Scrubber {
  const dynamic = createSecretRegistry()
  for (const secret of secrets) {
    if (dynamic.register(secret, { scope: 'process' }).accepted) continue
    throw new DrawbridgeError(
      'invalid_option',
      'One of the `secrets` is shorter than six characters: it would be cut out of ordinary words.',
    )
  }
  return createScrubber({ dynamic })
}
