import type { CapabilityReport, CapabilityState, SandboxCapability } from '../../backend/sandbox-backend.ts'

/** Prints what a container knows of its own walls, in words that every `sh` knows itself. */
export const probeScript = `
for file in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
  [ -r $file ] && read -r value < $file && printf 'memory %s\\n' "$value"
done
for file in /sys/fs/cgroup/pids.max /sys/fs/cgroup/pids/pids.max; do
  [ -r $file ] && read -r value < $file && printf 'pids %s\\n' "$value"
done
(: > /drawbridge-probe) 2>/dev/null && printf 'writable /\\n'
while read -r name rest; do
  case $name in *:*) printf 'interface %s\\n' "\${name%%:*}" ;; esac
done < /proc/net/dev
while read -r name value; do
  case $name in CapEff:|NoNewPrivs:|Seccomp:) printf '%s %s\\n' "$name" "$value" ;; esac
done < /proc/self/status
printf 'done\\n'`

export interface ProbeContext {
  readonly memoryBytes: number
  readonly processes: number
  readonly engine: { readonly name: string; readonly limitsMemory: boolean; readonly limitsProcesses: boolean }
}

/** Judges each capability by the output of a container and the engine's answers. Pure. */
export function readProbe(printed: string, { memoryBytes, processes, engine }: ProbeContext): CapabilityReport {
  const lines = printed.trim().split('\n')
  if (lines.at(-1) !== 'done') return noneHeld(`A container of ${engine.name} did not report its restrictions.`)
  const said = (name: string) =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1))
  const walls = weakWalls(said)
  const interfaces = said('interface').filter((name) => name !== 'lo')
  return {
    'fs-read': walls ?? {
      held: true,
      how: `${engine.name}: a container contains only the folders of this machine that the profile names`,
    },
    'fs-write': walls ?? {
      held: true,
      how: `${engine.name}: the root of a container is read-only, and nothing gives rights back`,
    },
    net:
      interfaces.length === 0
        ? { held: true, how: `${engine.name}: a container has no network but its own loopback` }
        : { held: false, reason: `A container without a network still has ${interfaces.join(', ')}.` },
    pids: limit('processes', said('pids')[0], processes, engine.limitsProcesses, engine.name),
    memory: limit('bytes of memory', said('memory')[0], memoryBytes, engine.limitsMemory, engine.name),
  }
}

export function noneHeld(reason: string): CapabilityReport {
  const state = { held: false, reason } as const
  return { 'fs-read': state, 'fs-write': state, net: state, pids: state, memory: state } satisfies Record<
    SandboxCapability,
    CapabilityState
  >
}

function weakWalls(said: (name: string) => readonly string[]): CapabilityState | undefined {
  if (said('writable').length > 0) return { held: false, reason: 'The root of a container can be written.' }
  const rights = said('CapEff:')[0] ?? ''
  if (!/^0+$/.test(rights)) return { held: false, reason: `Programs in a container have capabilities (${rights}).` }
  if (said('NoNewPrivs:')[0] !== '1') return { held: false, reason: 'Programs in a container can gain privileges.' }
  return undefined
}

/** A limit that a container cannot see may be there still: then the engine's word counts. */
function limit(
  what: string,
  seen: string | undefined,
  asked: number,
  isPromised: boolean,
  engine: string,
): CapabilityState {
  if (seen === String(asked))
    return { held: true, how: `cgroup of ${engine}: a container that was tried had ${asked} ${what}` }
  if (seen !== undefined)
    return { held: false, reason: `${engine} was asked for ${asked} ${what}; the container has ${seen}.` }
  return isPromised
    ? { held: true, how: `cgroup, as ${engine} says` }
    : { held: false, reason: `${engine} cannot limit ${what} here: it has no cgroup controller for it.` }
}
