import { DrawbridgeError } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import { defineRoomRoute, type House, nothingFound, type RouteRow } from '@drawbridge/room'
import { z } from 'zod'
import { record } from '../commands/grants.ts'
import type { McpSection } from '../section/mcp-section.ts'
import { agentSettingsSchema } from '../section/server-schema.ts'
import { namesSecrets } from '../section/stored-secrets.ts'
import { createGrantStore } from './grant-store.ts'
import { grantStoreOf } from './open-grants.ts'
import type { AccessRequest } from './request-rows.ts'

type Row = RouteRow<McpSection>

const id = z.strictObject({ id: z.string().min(1).max(200) })
const subject = z.strictObject({ kind: z.enum(['agent', 'user']), id: z.string().min(1).max(200) })

const grant = z
  .strictObject({
    id: z.string(),
    server: z.string(),
    subject,
    enabled: z.boolean(),
    toolAllow: z.array(z.string()).nullable().describe('Null: all.'),
    toolDeny: z.array(z.string()),
    overrides: agentSettingsSchema.nullable().describe('Settings of the server for this agent alone.'),
    changedBy: z.string(),
    changedAt: z.iso.datetime(),
  })
  .meta({ id: 'McpGrant' })

const listGrants: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/grants', operation: 'listMcpGrants', role: 'operator', scope: 'mcp:read' },
  summary: 'List who may use which server, and which of its tools',
  list: { item: grant, keyOf: ({ id: key }: { readonly id: string }) => key },
  handle: async (_, house) =>
    ((await (await storeOf(house))?.list()) ?? []).map(({ changedAt, toolAllow, overrides, ...each }) => ({
      ...{ id: `${each.server} ${each.subject.kind} ${each.subject.id}`, ...each, toolAllow: toolAllow ?? null },
      overrides: overrides ?? null,
      changedAt: new Date(changedAt).toISOString(),
    })),
})

const putGrant: Row = defineRoomRoute({
  ...{ method: 'PUT', path: '/servers/{id}/grant', operation: 'grantMcpServer', role: 'operator', scope: 'mcp:grant' },
  ...{
    summary: 'Write the grant of a server to an agent or user, in place of the one before',
    human: true,
    proven: true,
  },
  params: id,
  body: z.strictObject({
    subject,
    enabled: z.boolean().default(true),
    toolAllow: z.array(z.string().max(200)).max(1_000).optional(),
    toolDeny: z.array(z.string().max(200)).max(1_000).default([]),
    overrides: agentSettingsSchema
      .optional()
      .describe(
        'Settings of the server for this agent alone. A secret is a reference to a stored one, and needs an owner.',
      ),
  }),
  handle: async ({ params, body, caller }, house, section: McpSection | undefined) => {
    if (!Object.hasOwn(section?.servers ?? {}, params.id)) return nothingFound
    const { toolAllow, overrides, ...rest } = body
    if (overrides !== undefined && namesSecrets(overrides) && caller.role !== 'owner')
      throw new DrawbridgeError('invalid_option', 'Only an owner can give a server the value of a secret.')
    const given = { server: params.id, ...rest, ...defined({ toolAllow, overrides }) }
    await (await grantStoreOf(house)).put(given, caller.user)
    const told = { server: params.id, subject: body.subject, change: 'written', by: caller.user } as const
    return record(house, { type: 'mcp.grant_changed', ...told })
  },
})

const removeGrant: Row = defineRoomRoute({
  ...{ method: 'DELETE', path: '/servers/{id}/grant', operation: 'revokeMcpServer', role: 'operator' },
  scope: 'mcp:grant',
  summary: 'Take the grant of a server from an agent or user',
  params: id,
  query: subject,
  handle: async ({ params, query, caller }, house) => {
    if ((await (await storeOf(house))?.remove(params.id, query)) !== true) return nothingFound
    const told = { server: params.id, subject: query, change: 'removed', by: caller.user } as const
    return record(house, { type: 'mcp.grant_changed', ...told })
  },
})

const request = z
  .strictObject({
    id: z.string(),
    server: z.string(),
    subject,
    tools: z.array(z.string()).nullable().describe('Null: all.'),
    reason: z.string(),
    state: z.enum(['pending', 'approved', 'rejected']),
    createdAt: z.iso.datetime(),
    decidedBy: z.string().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'McpRequest' })

const listRequests: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/requests', operation: 'listMcpRequests', role: 'operator', scope: 'mcp:read' },
  summary: 'List requests for access to servers',
  query: z.strictObject({ all: z.enum(['true', 'false']).default('false') }),
  list: { item: request, keyOf: ({ id: key }: { readonly id: string }) => key },
  handle: async ({ query: { all } }, house) =>
    ((await (await storeOf(house))?.requests()) ?? [])
      .filter(({ state }) => all === 'true' || state === 'pending')
      .map(shownRequest),
})

const review: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/requests/{id}/review', operation: 'reviewMcpRequest', role: 'operator' },
  ...{ scope: 'mcp:grant', human: true },
  summary: 'Grant what a request asks for, or refuse it with a reason that the agent reads',
  params: id,
  body: z
    .strictObject({ verdict: z.enum(['approved', 'rejected']), note: z.string().max(2_000).optional() })
    .refine(
      ({ verdict, note }) => verdict === 'approved' || (note ?? '').trim() !== '',
      'Say why: who asked reads it.',
    ),
  answer: request,
  handle: async ({ params, body: { verdict, note }, caller }, house) => {
    const store = await storeOf(house)
    const by = caller.user
    const decision =
      verdict === 'approved'
        ? await store?.approve(params.id, { by, note })
        : await store?.reject(params.id, { by, note: note ?? '' })
    if (decision === undefined || decision.status === 'unknown_request') return nothingFound
    const { server: of, subject: whose, state } = decision.request
    if (decision.status === 'already_decided')
      throw new DrawbridgeError('invalid_option', `The request was ${state} already. Nothing was changed.`)
    await record(house, { type: 'mcp.access_decided', request: params.id, server: of, subject: whose, verdict, by })
    return shownRequest(decision.request)
  },
})

/** The operations on grants of MCP servers, and on requests for them. */
export const mcpGrantRoutes: readonly Row[] = [listGrants, putGrant, removeGrant, listRequests, review]

async function storeOf({ database, clock }: Pick<House, 'database' | 'clock'>) {
  const found = await database.find()
  return found && createGrantStore(found, { clock })
}

function shownRequest({ tools, createdAt, decidedBy, note, decidedAt: _, ...each }: AccessRequest) {
  return {
    ...{ ...each, tools: tools ?? null, createdAt: new Date(createdAt).toISOString() },
    ...{ decidedBy: decidedBy ?? null, note: note ?? null },
  }
}
