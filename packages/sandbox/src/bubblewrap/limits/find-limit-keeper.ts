import { execFile } from 'node:child_process'
import { env } from 'node:process'
import { promisify } from 'node:util'
import { findTrustedProgram } from '../../target/find-trusted-program.ts'
import { createGroupKeeper } from './create-group-keeper.ts'
import { createSystemdKeeper, scopeOptions } from './create-systemd-keeper.ts'
import type { LimitKeeper } from './limit-keeper.ts'
import { ownControlGroups } from './own-control-groups.ts'

const patienceMs = 3000

/**
 * Finds what can limit programs: control groups if this process may create them, else scopes of the user's systemd if it answers.
 * If there is neither, the result says why.
 */
export async function findLimitKeeper(searchPath: string): Promise<LimitKeeper> {
  const groups = createGroupKeeper(ownControlGroups())
  if (groups.memory.held && groups.processes.held) return groups
  const program = findTrustedProgram('systemd-run', { software: 'systemd', searchPath })
  const bus = Object.fromEntries(
    ['XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS'].flatMap((name) => {
      const value = env[name]
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
  if (program.status === 'absent') return groups
  try {
    await promisify(execFile)(program.file, [...scopeOptions, '--', '/bin/true'], { timeout: patienceMs, env: bus })
    return createSystemdKeeper(program.file, bus)
  } catch {
    return groups
  }
}
