import type { Finding } from '@drawbridge/room'
import type { CapabilityReport, SandboxBackend } from '@drawbridge/sandbox'
import { openConfiguration } from '@drawbridge/sdk/config'
import { resolveHome, resolveWorkspace } from '@drawbridge/sdk/folders'
import { examineSandbox } from '@drawbridge/sdk/sandbox'
import type { Check, Surroundings } from './check.ts'
import { readableRows } from './look-at-store.ts'

const advice: Readonly<Record<SandboxBackend['kind'], string>> = {
  bubblewrap: 'Install bubblewrap (Debian: apt install bubblewrap), and let users make namespaces.',
  docker:
    'Start Docker or Podman (systemctl --user start podman.socket), name its socket as "sandbox": { "socket": … }, and pull the image.',
}

/** Reports the available sandboxes, and if they can enforce the configuration. */
export const checkSandboxes: readonly Check[] = (['bubblewrap', 'docker'] as const).map((backend) => ({
  name: backend,
  look: (surroundings) => look(backend, surroundings),
}))

async function look(backend: SandboxBackend['kind'], surroundings: Surroundings): Promise<Finding> {
  const { flags, io } = surroundings
  const home = resolveHome({ flag: flags.home, env: io.environment })
  const workspace = resolveWorkspace(flags.workspace)
  // A check of its own reports its faults.
  const configuration = await openConfiguration({
    home,
    workspace,
    config: flags.config,
    environment: io.environment,
    secrets: 'unchecked',
    ...(await readableRows(surroundings)),
  }).catch(() => undefined)
  const { report, verdict } = await examineSandbox(backend, { home, configuration })
  const state = describe(report)
  switch (verdict?.kind) {
    case undefined:
      return { status: 'ok', message: `${state} No calls are configured to run in it.` }
    case 'sandbox':
      return { status: 'ok', message: `${state} Calls run in it.` }
    case 'host':
      return {
        status: 'warn',
        message: `${state} Calls run without a sandbox instead, because of the setting "fallback".`,
        advice: advice[backend],
      }
    case 'unavailable':
      return {
        status: 'fail',
        message: `${state} ${verdict.isRequired ? 'It is required: nothing starts.' : 'Calls that need it are refused.'}`,
        advice: advice[backend],
      }
  }
}

function describe(report: CapabilityReport): string {
  const states = Object.entries(report)
  const held = states.flatMap(([name, { held: isHeld }]) => (isHeld ? [name] : []))
  const reasons = new Set(states.flatMap(([, state]) => (state.held ? [] : [state.reason])))
  if (held.length === 0) return `It cannot be used: ${[...reasons].join(' ')}`
  const missing = states.flatMap(([name, { held: isHeld }]) => (isHeld ? [] : [name]))
  const rest = missing.length === 0 ? '' : `, not ${missing.join(', ')}: ${[...reasons].join(' ')}`
  return `It enforces ${held.join(', ')}${rest === '' ? '.' : rest}`
}
