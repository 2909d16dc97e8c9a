import type { Finding } from '@drawbridge/room'
import { openConfiguration } from '@drawbridge/sdk/config'
import { resolveHome, resolveWorkspace } from '@drawbridge/sdk/folders'
import { examineContainment } from '@drawbridge/sdk/sandbox'
import type { Check, Surroundings } from './check.ts'
import { readableRows } from './look-at-store.ts'

/** Reports how unapproved read-only commands run. */
export const checkContainment: Check = { name: 'containment', look }

const install = 'Install bubblewrap (Debian: apt install bubblewrap), and let users make namespaces.'

async function look(surroundings: Surroundings): Promise<Finding> {
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
  const { setting, state } = await examineContainment({ home, workspace, configuration })
  switch (setting) {
    case 'off':
      return { status: 'ok', message: 'All unapproved commands ask, because of the setting "shell.unapproved".' }
    case 'core':
      return {
        status: 'ok',
        message:
          'Unapproved commands run if they need no containment, because of the setting "shell.unapproved"; others ask.',
      }
    case 'contained':
      if (state.status === 'works') {
        return {
          status: 'ok',
          message: `Unapproved commands that only read run contained, by ${state.how}.`,
        }
      }
      return {
        status: 'warn',
        message: `Unapproved commands that only read ask unless they need no containment, which is unavailable: ${state.reason}`,
        advice: install,
      }
  }
}
