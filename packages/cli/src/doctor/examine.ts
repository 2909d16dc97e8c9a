import { accessSync, constants } from 'node:fs'
import type { Finding } from '@drawbridge/room'
import { resolveHome, resolveWorkspace } from '@drawbridge/sdk/folders'
import type { Check, Surroundings } from './check.ts'
import { checkConfiguration } from './check-configuration.ts'
import { checkContainment } from './check-containment.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkNode } from './check-node.ts'
import { checkPermissions, checkRestores } from './check-permissions.ts'
import { checkSandboxes } from './check-sandboxes.ts'
import { checkSearch } from './check-search.ts'
import { checkSecrets } from './check-secrets.ts'
import { checkTools } from './check-tools.ts'
import { roomChecks } from './room-checks.ts'

const checkWorkspace: Check = {
  name: 'workspace',
  look: ({ flags }) => {
    const workspace = resolveWorkspace(flags.workspace)
    if (isWritable(workspace)) return { status: 'ok', message: `Tools work in ${workspace}.` }
    return {
      status: 'warn',
      message: `The workspace ${workspace} cannot be written: tools can only read there.`,
      advice: 'Get write permission, or name another folder with --workspace.',
    }
  },
}

const checkTerminal: Check = {
  name: 'approvals',
  look: ({ io }) => {
    using terminal = io.openTerminal({ inputIsData: false })
    if (terminal !== undefined) return { status: 'ok', message: 'You can be asked at this terminal.' }
    return {
      status: 'warn',
      message: 'No terminal is available to ask you: calls that need approval are denied.',
      advice:
        'Run drawbridge in a terminal, answer elsewhere (`drawbridge call --approve desk`), or approve in advance (`--approve always`).',
    }
  },
}

const checkHome: Check = {
  name: 'home',
  look: ({ flags, io }) => {
    const home = resolveHome({ flag: flags.home, env: io.environment })
    if (isWritable(home)) return { status: 'ok', message: `Data is stored in ${home}.` }
    return {
      status: 'fail',
      message: `The data folder ${home} cannot be written, so no call could be recorded.`,
      advice: `Become its owner (chown, chmod 700), or choose another with --home or DRAWBRIDGE_HOME.`,
    }
  },
}

/** A finding with the name of its check. */
export interface NamedFinding extends Finding {
  readonly name: string
}

/** Everything that `doctor` looks at, in the order in which it tells. */
const checks: readonly Check[] = [
  checkNode,
  checkHome,
  checkDisk,
  checkPermissions,
  checkRestores,
  checkDatabase,
  checkWorkspace,
  checkConfiguration,
  checkSecrets,
  checkSearch,
  checkTools,
  checkTerminal,
  checkContainment,
  ...checkSandboxes,
]

/** Makes every check; one that breaks costs none of the others. */
export async function examine(surroundings: Surroundings, given?: readonly Check[]): Promise<readonly NamedFinding[]> {
  const list = given ?? [...checks, ...(await roomChecks(surroundings).catch(() => []))]
  const findings: NamedFinding[] = []
  for (const { name, look } of list) {
    try {
      findings.push({ name, ...(await look(surroundings)) })
    } catch (error) {
      findings.push({ name, status: 'fail', message: error instanceof Error ? error.message : String(error) })
    }
  }
  return findings
}

/** Returns true if this process may create files in a folder. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
