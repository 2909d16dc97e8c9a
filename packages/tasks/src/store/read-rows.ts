import { defined } from '@drawbridge/core/base'
import type { Connection } from '@drawbridge/store/database'
import { stepStates } from '../graph/step-states.ts'
import type { Claimant, Step, Task } from '../graph/task.ts'
import { listDependencies, listStepRows, type StepRow, type TaskRow } from './task-statements.ts'

/** Reads a row as the task that it holds. */
export function readTask(row: TaskRow): Task {
  const { id, title, status, reason, agent_id: agent, user_id: user, session } = row
  return {
    id,
    title,
    status,
    ...defined({ reason: reason ?? undefined }),
    agent,
    user,
    session,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  }
}

/** Reads the steps of a task in their order. A claim whose lease has ended counts as given back. */
export async function readSteps(connection: Connection, task: string, nowMs: number): Promise<readonly Step[]> {
  const rows = await connection.all(listStepRows, task)
  const needs = new Map<string, string[]>()
  for (const { step_key: key, needs: need } of await connection.all(listDependencies, task)) {
    const known = needs.get(key)
    if (known === undefined) needs.set(key, [need])
    else known.push(need)
  }
  const facts = rows.map((row) => ({
    key: row.step_key,
    status: row.status === 'in_progress' && (row.leased_until ?? nowMs) < nowMs ? ('pending' as const) : row.status,
    dependsOn: needs.get(row.step_key) ?? [],
  }))
  const states = stepStates(facts)
  return rows.map((row, index) => {
    const { status = row.status, dependsOn = [] } = facts[index] ?? {}
    return readStep(row, { status, dependsOn, state: states.get(row.step_key) ?? 'waiting' })
  })
}

/** Reads a row as the step that it holds. */
export function readStep(
  row: StepRow,
  { status = row.status, dependsOn, state }: Pick<Step, 'dependsOn' | 'state'> & Partial<Pick<Step, 'status'>>,
): Step {
  return {
    key: row.step_key,
    title: row.title,
    instructions: row.instructions,
    dependsOn,
    status,
    state,
    attempts: row.attempts,
    ...defined({
      allowedTools: row.allowed_tools === null ? undefined : (JSON.parse(row.allowed_tools) as readonly string[]),
      worker: row.worker ?? undefined,
      claimant: status === 'pending' ? undefined : claimantOf(row),
      leasedUntil: status === 'in_progress' ? (row.leased_until ?? undefined) : undefined,
      note: row.note ?? undefined,
      result: row.result ?? undefined,
      startedAt: row.started_at ?? undefined,
      endedAt: row.ended_at ?? undefined,
    }),
  }
}

function claimantOf({
  claimant_session: session,
  claimant_run: run,
  claimant_child: isChild,
}: StepRow): Claimant | undefined {
  if (session === null) return undefined
  return { session, run: run ?? '', isChild: isChild === 1 }
}
