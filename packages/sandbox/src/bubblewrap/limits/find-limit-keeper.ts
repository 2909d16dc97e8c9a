import { execFile } from 'node:child_process'
import { env } from 'node:process'
import { promisify } from 'node:util'
import { findTrustedProgram } from '../../target/find-trusted-program.ts'
import { createGroupKeeper } from './create-group-keeper.ts'
import { createSystemdKeeper, scopeOptions } from './create-systemd-keeper.ts'
import type { LimitKeeper } from './limit-keeper.ts'
import { ownControlGroups } from './own-control-groups.ts'

const patienceMs = 3000

/** Control groups where this process may make them, else scopes of the user's systemd where it answers, else nothing, with the reason. */
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
