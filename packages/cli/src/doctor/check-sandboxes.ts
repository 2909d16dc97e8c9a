import type { Finding } from '@drawbridge/room'
import type { CapabilityReport, SandboxBackend } from '@drawbridge/sandbox'
import { examineSandbox } from '@drawbridge/sdk/sandbox'
import type { Check, Surroundings } from './check.ts'
import { installBubblewrap, sandboxConfiguration } from './sandbox-configuration.ts'

const advice: Readonly<Record<SandboxBackend['kind'], string>> = {
  bubblewrap: installBubblewrap,
  docker:
    'Start Docker or Podman (systemctl --user start podman.socket), name its socket as "sandbox": { "socket": … }, and pull the image.',
}

/** Reports the available sandboxes, and if they can enforce the configuration. */
export const checkSandboxes: readonly Check[] = (['bubblewrap', 'docker'] as const).map((backend) => ({
  name: backend,
  look: (surroundings) => look(backend, surroundings),
}))

async function look(backend: SandboxBackend['kind'], surroundings: Surroundings): Promise<Finding> {
  const { home, configuration } = await sandboxConfiguration(surroundings)
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
