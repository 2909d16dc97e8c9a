import type { Snapshot } from '@drawbridge/core'
import { loadTools } from '@drawbridge/core/registry'
import { INVALID_PARAMS, type ListToolsResult, ProtocolError } from '@modelcontextprotocol/server'
import { describeTool } from './describe-tool.ts'

/** Tools on one page of `tools/list`. */
const pageSize = 100

const cursorPrefix = 'after:'

/**
 * One page of a run's tools. The cursor names the last tool shown, so a set that changes between two pages neither repeats a tool
 * nor hides one. Rejects with MCP's invalid-params error for a cursor that is none of ours.
 */
export async function listPage(
  { tools, show }: Pick<Snapshot, 'tools' | 'show'>,
  cursor?: string,
): Promise<ListToolsResult> {
  if (cursor !== undefined && !cursor.startsWith(cursorPrefix)) {
    throw new ProtocolError(
      INVALID_PARAMS,
      `"${cursor.slice(0, 100)}" is not a cursor of this server. List from the start.`,
    )
  }
  const after = cursor?.slice(cursorPrefix.length) ?? ''
  const rest = tools.filter((tool) => tool.name > after)
  const page = rest.slice(0, pageSize)
  const last = page.at(-1)
  return {
    tools: (await loadTools(page)).map((tool) => describeTool(tool, show(tool))),
    ...(last === undefined || rest.length === page.length ? {} : { nextCursor: `${cursorPrefix}${last.name}` }),
  }
}
