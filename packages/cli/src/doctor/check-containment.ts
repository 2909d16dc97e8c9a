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
      return { status: 'ok', message: 'Commands that nobody allowed are all asked about, as "shell.unapproved" says.' }
    case 'core':
      return {
        status: 'ok',
        message:
          'Commands that nobody allowed run where they need no containment, as "shell.unapproved" says; others ask.',
      }
    case 'contained':
      if (state.status === 'works') {
        return {
          status: 'ok',
          message: `Commands that only read and that nobody allowed run contained, by ${state.how}.`,
        }
      }
      return {
        status: 'warn',
        message: `Commands that only read are asked about unless they need no containment, since there is none: ${state.reason}`,
        advice: install,
      }
  }
}
