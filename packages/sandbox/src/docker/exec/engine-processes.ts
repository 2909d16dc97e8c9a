import type { EngineClient } from '../engine/engine-client.ts'
import { EngineError } from '../engine/engine-error.ts'
import { listOf } from '../engine/read-fields.ts'
import type { ContainedProcess } from './contained-process.ts'

/** Docker hands these words to `ps`, Podman reads them itself. */
const columns = { docker: '-eo pid,ppid,pgid,stat', podman: 'pid,hpid,ppid,pgid,state' } as const

export interface EngineProcesses {
  readonly processes: readonly ContainedProcess[]
  /** By its number on the engine's machine, by which the engine names it, its number in `processes`. */
  readonly byEnginePid: ReadonlyMap<number, number>
}

/**
 * Lists the processes of a container as the engine sees them from outside, where no program can hide. Zombies are left
 * out.
 * @param holder Process id of the container's first process on the engine's machine.
 */
export async function listEngineProcesses(
  client: EngineClient,
  container: string,
  holder: number,
): Promise<EngineProcesses> {
  const { kind } = await client.greeting()
  const path = `/containers/${container}/top?ps_args=${encodeURIComponent(columns[kind])}`
  const rows = listOf(await client.call({ method: 'GET', path }), 'Processes')
  const processes: ContainedProcess[] = []
  const byEnginePid = new Map<number, number>()
  for (const row of rows) {
    const cells = Array.isArray(row) ? row.map(String) : []
    const [pid = '', enginePid = '', parent = '', group = '', state = ''] =
      kind === 'podman' ? cells : [cells[0] ?? '', ...cells]
    byEnginePid.set(Number(enginePid), Number(pid))
    if (!/^[ZX]/.test(state)) processes.push({ pid: Number(pid), parent: Number(parent), group: Number(group) })
  }
  // The container's main process is always in the list, or the list is invalid.
  if (!byEnginePid.has(holder))
    throw new EngineError(undefined, 'The engine did not list the processes of a container.')
  return { processes, byEnginePid }
}
