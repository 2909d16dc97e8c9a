import { defineTool, type ToolContext, type ToolDefinition } from '@drawbridge/core'
import { foreignCanonicalName } from '@drawbridge/core/registry'
import { openSchema } from '@drawbridge/core/schema'
import { ownHosts } from '../link/http-transport.ts'
import type { ForeignTool } from '../listing/foreign-tool.ts'
import { longestCallSeconds, type ServerDefinition } from '../section/server-schema.ts'
import { declaredTargets } from './declared-targets.ts'

/** A server as its tools need it. */
export interface ToolOwner {
  readonly id: string
  readonly definition: ServerDefinition
  call(input: Readonly<Record<string, unknown>>, context: ToolContext): Promise<unknown>
}

/**
 * Makes one of our tools of a server's. It may write unless the server says that it only reads and the operator believes it; the
 * pipeline treats what it returns as a stranger's words.
 */
export async function serverTool(tool: ForeignTool, owner: ToolOwner): Promise<ToolDefinition> {
  const { id, definition, call } = owner
  const { annotations = {} } = tool
  const readsOnly = definition.trustAnnotations === true && annotations.readOnlyHint === true
  const reachesNetwork = definition.network ?? definition.url !== undefined
  const input = await openSchema(tool.inputSchema)
  const facts = {
    server: id,
    isLocal: definition.command !== undefined,
    readsOnly,
    ...(definition.url === undefined || ownHosts(definition.url).length > 0 ? {} : { url: definition.url }),
  }
  return defineTool({
    name: foreignCanonicalName(`mcp.${id}`, tool.name),
    description: describe(tool),
    input,
    permission: readsOnly ? 'readonly' : 'write',
    origin: 'mcp',
    profile: 'open',
    tags: [...(reachesNetwork ? ['network'] : []), ...(annotations.destructiveHint === true ? ['destructive'] : [])],
    // The request to the server has the limits of the server and of the caller's agent; this one is above all that those can be.
    timeoutMs: longestCallSeconds * 1_000,
    targets: (value) => declaredTargets(asObject(value), facts),
    execute: (value, context) => call(asObject(value), context),
  })
}

/** Seconds without a sign of progress after which a call ends. */
export const defaultCallSeconds = 60
/** Seconds after which a call ends however much progress it reports. */
export const defaultMaxCallSeconds = 600

function describe({ title, description, name }: ForeignTool): string {
  const text = description === '' ? (title ?? name) : description
  return title === undefined || text.startsWith(title) ? text : `${title}. ${text}`
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
