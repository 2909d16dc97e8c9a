import type { DeferredTool } from '../tool/deferred-tool.ts'
import type { ToolDefinition } from '../tool/tool.ts'

/** A tool that a source lists: whole, or with a body that comes later. */
export type SourceTool = ToolDefinition | DeferredTool

/**
 * A source of tools that are not written in code: an MCP server, a folder of declarations, a database. A source
 * provides definitions and reports changes; names, permission, limits and results are never its concern.
 */
export interface ToolSource extends AsyncDisposable {
  /** E.g. `mcp:github`; named in errors. */
  readonly id: string
  /** The bodies of deferred tools are loaded at their first call, or when a model is first shown their schemas. */
  list(): Promise<readonly SourceTool[]>
  /** Calls `listener` after the list has changed, until the returned handle is disposed. */
  onChange(listener: () => void): Disposable
}
