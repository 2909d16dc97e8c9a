import type { Finding } from '@drawbridge/room'
import type { Check, Surroundings } from './check.ts'
import { checkConfiguration } from './check-configuration.ts'
import { checkContainment } from './check-containment.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkHome } from './check-home.ts'
import { checkNode } from './check-node.ts'
import { checkPermissions, checkRestores } from './check-permissions.ts'
import { checkSandboxes } from './check-sandboxes.ts'
import { checkSearch } from './check-search.ts'
import { checkSecrets } from './check-secrets.ts'
import { checkTerminal } from './check-terminal.ts'
import { checkWorkspace } from './check-workspace.ts'
import { roomChecks } from './room-checks.ts'

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
