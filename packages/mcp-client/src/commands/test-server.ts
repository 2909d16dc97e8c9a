import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import { defined, escapeToOneLine } from '@drawbridge/core/base'
import { foreignCanonicalName } from '@drawbridge/core/registry'
import type { RoomCommand } from '@drawbridge/room'
import type { McpGrants } from '../grants/open-grants.ts'
import type { GrantCaller } from '../grants/server-access.ts'
import type { McpSection } from '../section/mcp-section.ts'
import { admitTools } from '../server/admit-tools.ts'
import type { McpServers } from '../server/create-servers.ts'
import type { Inventory } from '../server/inventory.ts'
import type { ManagedServer } from '../server/managed-server.ts'
import { jsonOption } from './options.ts'

/** One tool of a server, and what happens to it. */
export interface TestedTool {
  readonly name: string
  readonly fate: 'offered' | 'filtered' | 'withheld' | 'not granted' | 'left out'
  /** Undefined for a tool that is offered. */
  readonly reason?: string
  /** The name under which the caller sees it, if its agent or the server has a prefix. */
  readonly shownAs?: string
}

/** Connects to a server and says of each of its tools if it would be offered, and if not, why. Nothing is agreed to. */
export const testCommand: RoomCommand<McpSection> = {
  arguments: [{ name: 'server', summary: 'the id of the server' }],
  options: [
    { flags: '--agent <id>', summary: 'test for this agent: its grants, settings and names count' },
    { flags: '--user <id>', summary: 'test for this user: its grants count' },
    jsonOption,
  ],
  examples: [['See what a server would offer to an agent', 'drawbridge mcp test github --agent writer']],
  run: async ({ arguments: [id = ''], options, io, openHouse }) => {
    const house = await openHouse()
    const [mcp, grants] = [await house.service('mcpServers'), await house.service('mcpGrants')]
    if (mcp === undefined) throw new DrawbridgeError('invalid_option', 'No MCP server is configured.')
    const server = mcp.get(id)
    using interruption = io.catchInterrupts()
    const caller = { agent: textOf(options.agent), user: textOf(options.user) }
    const inventory = await server
      .inspect(interruption.signal, caller.agent)
      .catch((error: unknown) => errorMessage(error))
    if (typeof inventory === 'string') {
      await io.output.write(
        options.json === true
          ? `${JSON.stringify({ server: id, problem: inventory })}\n`
          : `${escapeToOneLine(inventory)}\n`,
      )
      return 1
    }
    const all = await fatesOfTools(server, inventory, { caller, grants, mcp })
    const { era, latencyMs } = await server.status()
    if (options.json === true) {
      await io.output.write(`${JSON.stringify({ server: id, era, tools: all, warnings: inventory.warnings })}\n`)
      return 0
    }
    const count = (fate: TestedTool['fate']) => all.filter((tool) => tool.fate === fate).length
    const lines = [
      `${id} is reached (${era ?? 'unknown'} protocol${latencyMs === undefined ? '' : `, ${latencyMs} ms`}): ${all.length} tools, ${count('offered')} offered.`,
      ...all.map(({ name, fate, reason, shownAs }) => {
        const called = fate === 'left out' ? name : foreignCanonicalName(`mcp.${id}`, name)
        return `  ${fate}: ${called}${shownAs === undefined ? '' : ` as ${shownAs}`}${reason === undefined ? '' : ` (${reason})`}`
      }),
      ...inventory.warnings.map((warning) => `  warning: ${warning}`),
    ]
    await io.output.write(`${lines.map((line) => escapeToOneLine(line)).join('\n')}\n`)
    return 0
  },
}

interface FatesContext {
  readonly caller: GrantCaller
  readonly grants: Pick<McpGrants, 'accessOf'> | undefined
  readonly mcp: Pick<McpServers, 'exposedName'>
}

/** Says of each tool of a server if it would be offered to a caller, and if not, why. */
export async function fatesOfTools(
  server: ManagedServer,
  inventory: Inventory,
  { caller, grants, mcp }: FatesContext,
): Promise<readonly TestedTool[]> {
  const { id, definition } = server
  const admitted = admitTools(inventory, await server.consents())
  const access = await grants?.accessOf(id, caller)
  const granted = access?.status === 'open' ? access.overrides : undefined
  const shownAs = (name: string) => mcp.exposedName(foreignCanonicalName(`mcp.${id}`, name), caller.agent, granted)
  const withheld = new Map(admitted.withheld.map(({ name, reason }) => [name, reason]))
  const tools = inventory.tools.map(({ name }): TestedTool => {
    const { toolAllow, toolDeny } = definition
    if (toolDeny?.includes(name)) return { name, fate: 'filtered', reason: 'toolDeny of the configuration names it' }
    if (toolAllow?.includes(name) === false)
      return { name, fate: 'filtered', reason: 'toolAllow of the configuration does not name it' }
    const reason = withheld.get(name)
    if (reason !== undefined)
      return { name, fate: 'withheld', reason: `${reason}: agree to it with drawbridge mcp consent ${id}` }
    const closed = access?.status === 'closed' ? access.why : access?.objectionTo(name)
    if (closed === undefined) return { name, fate: 'offered', ...defined({ shownAs: shownAs(name) }) }
    return { name, fate: 'not granted', reason: `it ${closed}` }
  })
  return [...tools, ...inventory.rejected.map(({ name, reason }): TestedTool => ({ name, fate: 'left out', reason }))]
}

function textOf(option: unknown): string | undefined {
  return typeof option === 'string' ? option : undefined
}
