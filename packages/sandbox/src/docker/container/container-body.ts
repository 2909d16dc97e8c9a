import { createHash } from 'node:crypto'
import type { SandboxProfile } from '../../backend/sandbox-profile.ts'
import type { EngineGreeting } from '../engine/engine-client.ts'
import type { ContainerSettings } from './container-settings.ts'
import { ownSearchPath, ownShell } from './own-programs.ts'
import type { MountPlan, PlannedMount } from './plan-mounts.ts'

export const labels = {
  /** Hash of the Drawbridge home that it belongs to. */
  owner: 'drawbridge.owner',
  /** The key of the profile. */
  key: 'drawbridge.key',
  /** Hash over everything below. */
  configuration: 'drawbridge.configuration',
  /** The lifetime of the container: that of the process that made it, or until it is pruned. */
  life: 'drawbridge.life',
  /** The process that made it. */
  process: 'drawbridge.process',
  /** Paths of this machine that may hold placeholders, as JSON. */
  placeholders: 'drawbridge.placeholders',
} as const

export interface ContainerBodyOptions {
  readonly profile: SandboxProfile
  readonly plan: MountPlan
  readonly settings: ContainerSettings
  readonly imageId: string
  readonly kind: EngineGreeting['kind']
  /**
   * The identity of the mounted files and the network listener, so that a container with replaced ones is recognised as
   * outdated.
   */
  readonly identity: readonly string[]
  readonly labels: Readonly<Record<string, string>>
}

/** A container that waits: it starts nothing, collects what loses its parent, and heeds no signal from inside. */
const waiting = [ownShell, '-c', 'trap "" HUP INT QUIT TERM; while :; do sleep 86400 & wait $!; done']

/**
 * Returns the request to the engine. The root is read-only, there are no capabilities and no way to gain any, and only
 * the planned mounts exist. Pure.
 */
export function containerBody(options: ContainerBodyOptions): {
  readonly body: object
  readonly configuration: string
} {
  const { profile, plan, settings, imageId, identity, kind } = options
  const { limits, network } = profile
  const memory = limits.memoryBytes ?? settings.memoryBytes
  const hasFolder = (inside: string) => plan.mounts.some(({ target }) => target === inside)
  const described = {
    Image: settings.image,
    Entrypoint: [],
    Cmd: waiting,
    StopSignal: 'SIGKILL',
    User: settings.user,
    WorkingDir: '/',
    Env: [`PATH=${ownSearchPath}`],
    OpenStdin: false,
    Tty: false,
    NetworkDisabled: network.kind !== 'host',
    Healthcheck: { Test: ['NONE'] },
    HostConfig: {
      Privileged: false,
      ReadonlyRootfs: true,
      CapAdd: [],
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      // The open network is a network of containers: that of the machine itself would bring its loopback services along.
      NetworkMode: network.kind === 'host' ? 'bridge' : 'none',
      IpcMode: 'private',
      Memory: memory,
      // Without swap of its own a program cannot push the machine into its swap.
      MemorySwap: memory,
      NanoCpus: Math.round((limits.cpus ?? settings.cpus) * 1e9),
      PidsLimit: limits.processes ?? settings.processes,
      Ulimits: limits.openFiles === undefined ? [] : [openFiles(limits.openFiles)],
      Mounts: plan.mounts.map(bindOf),
      Tmpfs: Object.fromEntries(
        ['/run', '/var/tmp', '/tmp'].filter((folder) => !hasFolder(folder)).map((folder) => [folder, temporary[kind]]),
      ),
      LogConfig: { Type: 'none', Config: {} },
      RestartPolicy: { Name: 'no' },
    },
  }
  const hash = createHash('sha256').update(JSON.stringify([described, imageId, identity]))
  const configuration = hash.digest('hex').slice(0, 16)
  return { configuration, body: { ...described, Labels: { ...options.labels, [labels.configuration]: configuration } } }
}

const temporaryOptions = 'rw,nosuid,nodev,size=64m,mode=1777'
/** Podman would otherwise copy what the image has there, with its mode. */
const temporary = { docker: temporaryOptions, podman: `${temporaryOptions},notmpcopyup` } as const

/** Mounts below a folder of this machine are not included if the folder is read-only: they would be writable there. */
function bindOf({ source, target, readOnly }: PlannedMount): object {
  return {
    Type: 'bind',
    Source: source,
    Target: target,
    ReadOnly: readOnly,
    BindOptions: { Propagation: 'rprivate', ...(readOnly ? { NonRecursive: true } : {}) },
  }
}

function openFiles(count: number): object {
  return { Name: 'nofile', Soft: count, Hard: count }
}
