import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import { defineRoomRoute, type House, nothingFound, type RouteCaller, type RouteRow } from '@drawbridge/room'
import { z } from 'zod'
import { versionOf } from '../consent/consent-command.ts'
import { describeChanges } from '../consent/describe-changes.ts'
import { fingerprintOf } from '../listing/foreign-tool.ts'
import type { McpSection, ServerDefinition } from '../section/mcp-section.ts'
import { serverSchema } from '../section/server-schema.ts'
import { namesSecrets, withSecrets } from '../section/stored-secrets.ts'
import { createServers } from '../server/create-servers.ts'
import { isUnpinned } from '../server/launch-identity.ts'
import { checkNewServer, openAddedServers } from './added-servers.ts'

type Row = RouteRow<McpSection>

const id = z.string().min(1).max(32)
const server = serverSchema.describe(
  'As in the configuration. A secret is a reference to a stored one, and needs an owner.',
)

// A new server is a program that runs here, or an address that is sent secrets: only a person who was here a moment ago may name one.
const common = { role: 'operator', scope: 'mcp:add', human: true, proven: true } as const

const preview: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/servers/preview', operation: 'previewMcpServer', ...common },
  summary: 'Connect to a server that was not added yet, and show what it offers; keeps nothing',
  body: z.strictObject({ id, server }),
  answer: z.strictObject({
    problem: z.string().nullable().describe('The reason why it could not be looked at.'),
    version: z.string().nullable().describe('Send it along to agree to exactly this offer.'),
    text: z.string().describe('Everything that a person has to look at, in lines.'),
    tools: z.number(),
  }),
  handle: async ({ body, caller }, house, section: McpSection | undefined) => {
    await using trial = await openTrial(body, { caller, house, section })
    const seen = await trial.look().catch((error: unknown) => errorMessage(error))
    if (typeof seen === 'string') return { problem: seen, version: null, text: '', tools: 0 }
    return { problem: null, version: seen.version, text: seen.text, tools: seen.inventory.tools.length }
  },
})

const add: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/servers', operation: 'addMcpServer', ...common },
  summary: 'Add a server to the configuration of the database, for processes that are started from now on',
  body: z.strictObject({
    id,
    server,
    version: z
      .string()
      .max(100)
      .optional()
      .describe(
        'Agrees to the offer, if it is still this one. Default: no model sees its tools before somebody agrees.',
      ),
  }),
  answer: z.strictObject({ id: z.string(), agreed: z.number().describe('The tools that were agreed to.') }),
  handle: async ({ body, caller }, house, section: McpSection | undefined) => {
    const { version, ...wanted } = body
    await using trial = await openTrial(wanted, { caller, house, section })
    const seen = version === undefined ? undefined : await trial.look()
    if (seen !== undefined && seen.version !== version)
      throw invalid(`The server is the version ${seen.version} now, not ${JSON.stringify(version)}. Look at it again.`)
    // Those of the start are made at their first use, which must not be after this.
    await house.service('mcpServers')
    await (await openAddedServers(house)).add(wanted.id, trial.written, caller.user)
    if (seen !== undefined) await seen.agree(caller.user)
    return { id: wanted.id, agreed: seen?.inventory.tools.length ?? 0 }
  },
})

const remove: Row = defineRoomRoute({
  ...{ method: 'DELETE', path: '/servers/{id}', operation: 'removeMcpServer', role: 'operator', scope: 'mcp:add' },
  human: true,
  summary: 'Remove a server that the database holds; one of a file is removed there',
  params: z.strictObject({ id: z.string().min(1).max(200) }),
  handle: async ({ params, caller }, house, section: McpSection | undefined) => {
    if (await (await openAddedServers(house)).remove(params.id, caller.user)) return undefined
    if (!Object.hasOwn(section?.servers ?? {}, params.id)) return nothingFound
    throw invalid(`"${params.id}" is not in the database. Remove it from the file: drawbridge mcp remove ${params.id}`)
  },
})

/** The operations that add servers and remove them again. */
export const addedServerRoutes: readonly Row[] = [preview, add, remove]

interface Wanted {
  readonly id: string
  readonly server: ServerDefinition
}

interface TrialContext {
  readonly caller: RouteCaller
  readonly house: House
  readonly section: McpSection | undefined
}

/** Opens a server on its own, as it would be once it is part of the configuration. */
async function openTrial({ id: name, server: wanted }: Wanted, { caller, house, section }: TrialContext) {
  const added = await openAddedServers(house)
  const others = { ...section?.servers, ...Object.fromEntries(await added.list()) }
  const written = checkNewServer(name, wanted, { ...section, servers: others })
  if (namesSecrets(written) && caller.role !== 'owner')
    throw invalid('Only an owner can give a server the value of a secret. Ask one to add it.')
  const definition = await withSecrets(written, house)
  // A client keeps the hosts that it was made with, and the next trial may name others.
  const purpose = `mcpTrial.${fingerprintOf(definition.url ?? '').slice(0, 16)}`
  const apart: House = { ...house, client: (_, hosts) => house.client(purpose, hosts) }
  const opened = await createServers(apart, { servers: { [name]: definition } })
  return {
    written,
    look: async () => {
      const managed = opened.get(name)
      const inventory = await managed.inspect(AbortSignal.timeout(60_000))
      const context = { server: name, isUnpinned: isUnpinned(definition), others: Object.keys(others) }
      const { text } = describeChanges(inventory, await managed.consents(), context)
      return { inventory, text, version: versionOf(inventory), agree: (by: string) => managed.agree(inventory, by) }
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }
}

function invalid(message: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', message)
}
