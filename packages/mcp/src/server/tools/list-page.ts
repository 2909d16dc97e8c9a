import type { Snapshot } from '@drawbridge/core'
import { describeTools } from '@drawbridge/core/registry'
import { INVALID_PARAMS, type ListToolsResult, ProtocolError } from '@modelcontextprotocol/server'
import { describeTool } from './describe-tool.ts'

/** Entries on one page of a list. */
const pageSize = 100
const cursorPrefix = 'after:'

/** One page of a run's tools. Rejects with MCP's invalid-params error for a cursor that is none of ours. */
export async function listPage(
  { tools, show }: Pick<Snapshot, 'tools' | 'show'>,
  cursor?: string,
): Promise<ListToolsResult> {
  const { items, ...next } = pageOf(tools, ({ name }) => name, cursor)
  return { tools: (await describeTools(items)).map((tool) => describeTool(tool, show(tool))), ...next }
}

/**
 * Returns one page of a list that is in the order of its keys. The cursor names the last entry shown, so a list that changes between two
 * pages neither repeats an entry nor hides one. Throws MCP's invalid-params error for a cursor that is none of ours.
 */
export function pageOf<Item>(
  all: readonly Item[],
  keyOf: (item: Item) => string,
  cursor?: string,
): { readonly items: readonly Item[]; readonly nextCursor?: string } {
  if (cursor !== undefined && !cursor.startsWith(cursorPrefix)) {
    throw new ProtocolError(
      INVALID_PARAMS,
      `"${cursor.slice(0, 100)}" is not a cursor of this server. List from the start.`,
    )
  }
  const after = cursor?.slice(cursorPrefix.length) ?? ''
  const rest = all.filter((item) => keyOf(item) > after)
  const items = rest.slice(0, pageSize)
  const last = items.at(-1)
  return {
    items,
    ...(last === undefined || rest.length === items.length ? {} : { nextCursor: `${cursorPrefix}${keyOf(last)}` }),
  }
}
