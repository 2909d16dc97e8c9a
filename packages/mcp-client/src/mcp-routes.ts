import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import { defineRoomRoute, type House, nothingFound, type RouteRow } from '@drawbridge/room'
import { z } from 'zod'
import { addedServerRoutes } from './added/added-server-routes.ts'
import { openAddedServers } from './added/added-servers.ts'
import { fatesOfTools } from './commands/test-server.ts'
import { versionOf } from './consent/consent-command.ts'
import { describeChanges } from './consent/describe-changes.ts'
import { mcpGrantRoutes } from './grants/mcp-grant-routes.ts'
import type { McpSection, ServerDefinition } from './section/mcp-section.ts'
import { isUnpinned } from './server/launch-identity.ts'
import type { ManagedServer } from './server/managed-server.ts'

type Row = RouteRow<McpSection>

const id = z.strictObject({ id: z.string().min(1).max(200) })
const named = z.array(z.strictObject({ name: z.string(), reason: z.string() }))

const server = z
  .strictObject({
    id: z.string(),
    state: z
      .string()
      .describe(
        '`ready`, `idle`, `connecting`, `degraded`, `failed`, `cooling_down`, `blocked`, `off`, `waiting` for the next start.',
      ),
    reason: z.string().nullable(),
    transport: z.enum(['program', 'http', 'none']),
    launch: z.string().describe('Its program or address, without secrets.'),
    variables: z.array(z.string()).describe('The names of the variables or headers that it is given.'),
    era: z.string().nullable(),
    offered: z.number(),
    discovered: z.number().nullable().describe('Null as long as it was not asked.'),
    withheld: named.describe('Tools that nobody has agreed to yet.'),
    rejected: named,
    warnings: z.array(z.string()),
    latencyMs: z.number().nullable(),
  })
  .meta({ id: 'McpServer' })

const list: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/servers', operation: 'listMcpServers', role: 'operator', scope: 'mcp:read' },
  summary: 'List the MCP servers with their state; starts none',
  list: { item: server, keyOf: ({ id: key }: { readonly id: string }) => key },
  handle: async (_, house, section: McpSection | undefined) => {
    const mcp = await house.service('mcpServers')
    const on = await Promise.all((mcp?.servers ?? []).map((each) => shown(each, house)))
    const resting = [...(await restingServers(house, section))]
    const rest = resting.map(([key, definition]) => shownAtRest(key, definition, house))
    return [...on, ...rest].toSorted((left, right) => (left.id < right.id ? -1 : 1))
  },
})

const show: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/servers/{id}', operation: 'getMcpServer', role: 'operator', scope: 'mcp:read' },
  summary: 'Show an MCP server with its state; does not start it',
  params: id,
  answer: server,
  handle: async ({ params }, house, section: McpSection | undefined) => {
    const found = await find(params.id, house)
    if (found !== undefined) return shown(found, house)
    const resting = (await restingServers(house, section)).get(params.id)
    return resting === undefined ? nothingFound : shownAtRest(params.id, resting, house)
  },
})

const test: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/servers/{id}/test', operation: 'testMcpServer', role: 'operator', scope: 'mcp:test' },
  summary: 'Connect to a server, and say of each tool if it would be offered, and if not, why',
  params: id,
  body: z.strictObject({ agent: z.string().max(200).optional(), user: z.string().max(200).optional() }),
  answer: z.strictObject({
    problem: z.string().nullable(),
    tools: z.array(
      z.strictObject({
        name: z.string(),
        fate: z.string(),
        reason: z.string().nullable(),
        shownAs: z.string().nullable().describe('The name that the agent sees, if it or the server has a prefix.'),
      }),
    ),
    warnings: z.array(z.string()),
  }),
  handle: async ({ params, body }, house) => {
    const mcp = await house.service('mcpServers')
    const found = await find(params.id, house)
    if (mcp === undefined || found === undefined) return nothingFound
    const inventory = await found
      .inspect(AbortSignal.timeout(60_000), body.agent)
      .catch((error: unknown) => errorMessage(error))
    if (typeof inventory === 'string') return { problem: inventory, tools: [], warnings: [] }
    const tools = await fatesOfTools(found, inventory, { caller: body, grants: await house.service('mcpGrants'), mcp })
    return {
      problem: null,
      tools: tools.map(({ name, fate, reason, shownAs }) => ({
        ...{ name, fate, reason: reason ?? null, shownAs: shownAs ?? null },
      })),
      warnings: inventory.warnings,
    }
  },
})

const reconnect: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/servers/{id}/reconnect', operation: 'reconnectMcpServer', role: 'operator' },
  scope: 'mcp:test',
  summary: 'End the waits and blocks of a server, so that its next use connects again',
  params: id,
  handle: async ({ params }, house) => {
    const found = await find(params.id, house)
    if (found === undefined) return nothingFound
    found.retry()
    return undefined
  },
})

const changes = z
  .strictObject({
    version: z.string().describe('Send it back to agree to exactly this.'),
    text: z.string().describe('Everything that a person has to look at, in lines.'),
    isAgreed: z.boolean(),
  })
  .meta({ id: 'McpChanges' })

const look: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/servers/{id}/changes', operation: 'getMcpChanges', role: 'operator', scope: 'mcp:test' },
  summary: 'Connect to a server, and show how its offer differs from what was agreed to',
  params: id,
  answer: changes,
  handle: async ({ params }, house) => {
    const seen = await changesOf(params.id, house)
    return seen === undefined ? nothingFound : { version: seen.version, ...seen.view }
  },
})

const agree: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/servers/{id}/agree', operation: 'agreeToMcpServer', role: 'operator' },
  ...{ scope: 'mcp:agree', human: true },
  summary: 'Agree to the offer of a server, if it is still the version that was shown',
  params: id,
  body: z.strictObject({ version: z.string().max(100) }),
  answer: z.strictObject({ tools: z.number() }),
  handle: async ({ params, body, caller }, house) => {
    const seen = await changesOf(params.id, house)
    if (seen === undefined) return nothingFound
    if (seen.version !== body.version)
      throw invalid(
        `The server is the version ${seen.version} now, not ${JSON.stringify(body.version)}. Look at it again.`,
      )
    await seen.server.agree(seen.inventory, caller.user)
    return { tools: seen.inventory.tools.length }
  },
})

/** The operations on MCP servers, each the same as a command has. */
export const mcpRoutes: readonly Row[] = [
  ...[list, show, test, reconnect, look, agree],
  ...addedServerRoutes,
  ...mcpGrantRoutes,
]

async function find(key: string, house: House): Promise<ManagedServer | undefined> {
  return (await house.service('mcpServers'))?.servers.find((each) => each.id === key)
}

async function changesOf(key: string, house: House) {
  const mcp = await house.service('mcpServers')
  const found = await find(key, house)
  if (mcp === undefined || found === undefined) return undefined
  const inventory = await found.inspect(AbortSignal.timeout(60_000)).catch((error: unknown) => {
    throw invalid(errorMessage(error))
  })
  const others = mcp.servers.map((each) => each.id)
  const context = { server: key, isUnpinned: isUnpinned(found.definition), others }
  const view = describeChanges(inventory, await found.consents(), context)
  return { server: found, inventory, view, version: versionOf(inventory) }
}

/** Returns the servers that this process does not use: they are off, or were added after its start. */
async function restingServers(house: House, section: McpSection | undefined) {
  const mcp = await house.service('mcpServers')
  const added = await (await openAddedServers(house)).list()
  const off = (mcp?.off ?? []).flatMap((key) => {
    const definition = section?.servers?.[key]
    return definition === undefined ? [] : [[key, definition] as const]
  })
  const running = new Set(mcp?.servers.map((each) => each.id))
  return new Map([...added, ...off].filter(([key]) => !running.has(key)))
}

async function shown(found: ManagedServer, house: Pick<House, 'scrubber'>) {
  const { state, reason, era, offered, discovered, withheld, rejected, warnings, latencyMs } = await found.status()
  return {
    ...{ id: found.id, state, reason: reason ?? null, era: era ?? null, offered, discovered: discovered ?? null },
    ...launchOf(found.definition, house),
    ...{ withheld, rejected, warnings, latencyMs: latencyMs ?? null },
  }
}

function shownAtRest(key: string, definition: ServerDefinition, house: Pick<House, 'scrubber'>) {
  const { enabled, command, url } = definition
  const state = enabled === false || (command ?? url) === undefined ? 'off' : 'waiting'
  return {
    ...{ id: key, state, reason: null, era: null, offered: 0, discovered: null, ...launchOf(definition, house) },
    ...{ withheld: [], rejected: [], warnings: [], latencyMs: null },
  }
}

/** Values of variables and headers are left out, and whatever is a secret elsewhere is removed. */
function launchOf(definition: ServerDefinition, { scrubber }: Pick<House, 'scrubber'>) {
  const { command, args = [], url, env = {}, headers = {} } = definition
  const transport = url !== undefined ? 'http' : command !== undefined ? 'program' : 'none'
  return {
    transport,
    launch: scrubber.scrub(url ?? [command ?? '', ...args].join(' ')).text,
    variables: [...Object.keys(env), ...Object.keys(headers)],
  }
}

function invalid(message: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', message)
}
