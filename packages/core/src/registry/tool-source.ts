import type { ToolDefinition } from '../tool/tool.ts'

/**
 * Where tools come from when they are not written in code: an MCP server, a folder of declarations, a database.
 * A source brings definitions and says when they change; names, permission, limits and results are never its business.
 */
export interface ToolSource extends AsyncDisposable {
  /** E.g. `mcp:github`; named in errors. */
  readonly id: string
  list(): Promise<readonly ToolDefinition[]>
  /** Calls `listener` after the list has changed, until the returned handle is disposed. */
  onChange(listener: () => void): Disposable
}
