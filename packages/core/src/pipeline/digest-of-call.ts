import { callDigest } from '../approval/call-digest.ts'
import { scriptsOf } from '../approval/scripts-of.ts'
import type { TargetedCall } from './call.ts'
import type { RunContext } from './run-context.ts'

/** The digest of a call as things stand now: scripts are read again. */
export async function digestOfCall(call: TargetedCall, { machine }: RunContext): Promise<string> {
  const scripts: [path: string, hash: string | null][] = []
  for (const path of scriptsOf(call.targets)) scripts.push([path, (await machine.hashFile?.(path)) ?? null])
  return callDigest({
    tool: call.tool.name,
    input: call.input,
    targets: call.targets,
    workspace: machine.workspace,
    environment: environmentOf(call, machine),
    scripts: Object.fromEntries(scripts),
  })
}

/** The names of the variables that a call's programs get, sorted: none where it runs no program. */
export function environmentOf(
  { targets }: TargetedCall,
  { environmentNames = [] }: RunContext['machine'],
): readonly string[] {
  return targets.some(({ kind }) => kind === 'command') ? [...environmentNames].sort() : []
}
