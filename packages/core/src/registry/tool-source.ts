import type { ToolDefinition } from '../tool/tool.ts'

/**
 * A source of tools that are not written in code: an MCP server, a folder of declarations, a database. A source
 * provides definitions and reports changes; names, permission, limits and results are never its concern.
 */
export interface ToolSource extends AsyncDisposable {
  /** E.g. `mcp:github`; named in errors. */
  readonly id: string
  list(): Promise<readonly ToolDefinition[]>
  /** Calls `listener` after the list has changed, until the returned handle is disposed. */
  onChange(listener: () => void): Disposable
}
