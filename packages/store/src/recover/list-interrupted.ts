import type { Connection } from '../database/database.ts'
import { columnText, statement } from '../database/statement.ts'

interface InterruptedRow {
  readonly run: string
  readonly interrupted: string
  readonly started: string
}

const findInterrupted = statement<[session: string], InterruptedRow>(
  `select interrupted.run_id as run, interrupted.content as interrupted, started.content as started
  from events as interrupted
  join events as started on started.session_id = interrupted.session_id and started.type = 'tool.started'
    and started.tool_call_id = interrupted.tool_call_id
  where interrupted.session_id = $1 and interrupted.type = 'tool.interrupted' order by interrupted.position`,
)

/** The interrupted calls of a session, with what they were about to do. */
export async function listInterrupted(connection: Connection, session: string) {
  const rows = await connection.all(findInterrupted, columnText(session))
  return rows.map(({ run, interrupted, started }) => {
    const { toolCallId, time } = JSON.parse(interrupted) as { readonly toolCallId: string; readonly time: number }
    const { tool, input } = JSON.parse(started) as { readonly tool: string; readonly input: unknown }
    return { toolCallId, run, tool, input, time }
  })
}
