import { accessSync, constants } from 'node:fs'
import { errorMessage } from '@drawbridge/core'
import type { Finding } from '@drawbridge/room'
import { resolveHome, resolveWorkspace } from '@drawbridge/sdk/folders'
import { openCommandSession } from '../session/open-command-session.ts'
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
import { withoutStore } from './look-at-store.ts'
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

/** Names the tools that a source offered in vain, and the sources that cannot list any. */
const checkTools: Check = {
  name: 'tools',
  look: async (surroundings) => {
    const unseen = await withoutStore(surroundings)
    if (unseen !== undefined) return unseen
    await using opened = await openCommandSession({ flags: surroundings.flags, record: 'off' })
    const { registry } = opened.drawbridge
    const sources = registry.sources()
    const faults = sources.flatMap(({ source, quarantined, problem }) => [
      ...(problem === undefined ? [] : [`The source "${source}" could not list its tools: ${problem}`]),
      ...quarantined.map(({ name, reason }) => `The tool "${name}" of "${source}" was rejected: ${reason}`),
    ])
    if (faults.length === 0) return { status: 'ok', message: `There are ${registry.list().length} tools.` }
    return {
      status: 'warn',
      message: faults.join('\n'),
      advice: 'Everything else works without them. Correct the source, or remove it.',
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
      findings.push({ name, status: 'fail', message: errorMessage(error) })
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
