import { describeTools, type ListedTool } from '@drawbridge/core/registry'
import { z } from 'zod'
import { remoteDenial } from '../../call/remote-denial.ts'
import { type Caller, callerId } from '../../caller/caller.ts'
import { refuse } from '../../problem/problem.ts'
import { pageInMemory, pageOf, pageQuery } from '../../route/page.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import type { Gateway } from '../../server/gateway.ts'
import { explanationShape, hiddenTool, outcomeShape, toolArguments, toolShape } from './tool-schemas.ts'

const name = z.string().min(1).max(256)
const agent = z.string().min(1).max(200).optional()
const tag = 'tools'

/** Returns tools as they are answered, with the schemas that models are shown. */
async function shownTools(tools: readonly ListedTool[], { settings }: Gateway) {
  return (await describeTools(tools)).map((tool) => ({
    ...{ name: tool.name, description: tool.description, permission: tool.permission, risk: tool.risk },
    tags: [...tool.tags],
    groups: [...tool.groups],
    inputSchema: tool.inputSchema,
    remote: remoteDenial(tool, settings.remoteTools) === undefined,
  }))
}

/** Returns the tool set that a caller would have, without what is kept from callers over HTTP. */
async function withTools<Result>(
  {
    gateway,
    caller,
    agent: wanted,
  }: { readonly gateway: Gateway; readonly caller: Caller; readonly agent: string | undefined },
  work: (tools: ReturnType<Gateway['drawbridge']['openSession']>['snapshot']) => Promise<Result>,
): Promise<Result> {
  const principal = { user: caller.user.name, channel: 'http', ...(wanted === undefined ? {} : { agent: wanted }) }
  await using session = await gateway.drawbridge.house.openSession({ principal })
  return work(session.snapshot)
}

const listTools = defineRoute({
  ...{ method: 'GET', path: '/tools', operation: 'listTools', tag, role: 'viewer', scope: 'tools:read' },
  summary: 'List the tools of an agent',
  query: z.strictObject({ ...pageQuery, agent }),
  answer: pageOf(toolShape),
  handle: ({ query }, { gateway, caller }) =>
    withTools({ gateway, caller, agent: query.agent }, async ({ tools }) => {
      const list = ['tools', query.agent, callerId(caller)]
      const page = pageInMemory(gateway.cursors, tools, { query, list, keyOf: (tool) => tool.name })
      return { ...page, items: await shownTools(page.items, gateway) }
    }),
})

const getTool = defineRoute({
  ...{ method: 'GET', path: '/tools/{name}', operation: 'getTool', tag, role: 'viewer', scope: 'tools:read' },
  summary: 'A tool with the schema of its arguments',
  params: z.strictObject({ name }),
  query: z.strictObject({ agent }),
  answer: toolShape,
  handle: ({ params, query }, { gateway, caller }) =>
    withTools({ gateway, caller, agent: query.agent }, async (snapshot) => {
      const tool = snapshot.find(params.name)
      const [shown] = tool === undefined ? [] : await shownTools([tool], gateway)
      return shown ?? refuse('not_found', snapshot.whyHidden(params.name).reason)
    }),
})

const getVisibility = defineRoute({
  ...{ method: 'GET', path: '/tools/{name}/visibility', operation: 'getToolVisibility', tag, role: 'viewer' },
  scope: 'tools:read',
  summary: 'Why a tool is in the set of an agent, or is not',
  mayFindNothing: false,
  params: z.strictObject({ name }),
  query: z.strictObject({ agent }),
  answer: z.strictObject({
    available: z.boolean(),
    hidden: hiddenTool.nullable(),
    steps: z.array(z.record(z.string(), z.unknown())).describe('What each step of the tool set did to it.'),
  }),
  handle: ({ params, query }, { gateway, caller }) =>
    withTools({ gateway, caller, agent: query.agent }, async (snapshot) => {
      const available = snapshot.find(params.name) !== undefined
      const who = { role: 'main', ...(query.agent === undefined ? {} : { agent: query.agent }) } as const
      const notes = gateway.drawbridge.policy.explainTool(params.name, who, {})?.notes ?? []
      const hidden = available ? null : snapshot.whyHidden(params.name)
      return { available, hidden, steps: notes.map((note) => ({ ...note })) }
    }),
})

const explainTool = defineRoute({
  ...{
    method: 'POST',
    path: '/tools/{name}/explain',
    operation: 'explainCall',
    tag,
    role: 'member',
    scope: 'tools:read',
  },
  summary: 'What would happen to a call, without making it',
  mayFindNothing: false,
  params: z.strictObject({ name }),
  body: z.strictObject({ arguments: toolArguments, agent }),
  answer: explanationShape,
  example: { body: { arguments: { path: 'README.md' } } },
  handle: ({ params, body }, { gateway, caller }) =>
    gateway.sessions.use({ agent: body.agent }, caller, async (session) =>
      JSON.parse(JSON.stringify(await session.explain({ name: params.name, arguments: body.arguments }))),
    ),
})

const invokeTool = defineRoute({
  ...{
    method: 'POST',
    path: '/tools/{name}/invoke',
    operation: 'invokeTool',
    tag,
    role: 'member',
    scope: 'tools:invoke',
  },
  summary: 'Make a call',
  description:
    'It passes the same policy and approvals as the call of an agent. A denied call is answered with 200 and its outcome. The value of `Idempotency-Key` becomes the id of the call.',
  idempotent: true,
  params: z.strictObject({ name }),
  body: z.strictObject({
    arguments: toolArguments,
    agent,
    session: z.string().min(1).max(200).optional().describe('A recorded session of yours. Default: a new one.'),
  }),
  answer: outcomeShape,
  problems: ['not_remote'],
  example: { body: { arguments: { path: 'README.md' } } },
  handle: async ({ params, body }, { gateway, caller, idempotencyKey, request }) => {
    const tool = gateway.drawbridge.registry.list().find((each) => each.name === params.name)
    const denial = tool && remoteDenial(tool, gateway.settings.remoteTools)
    if (denial !== undefined) refuse('not_remote', denial)
    const startedAt = gateway.clock.now()
    return gateway.sessions.use(body, caller, async (session) => {
      const raw = {
        name: params.name,
        arguments: body.arguments,
        ...(idempotencyKey === undefined ? {} : { id: idempotencyKey }),
      }
      using watched = gateway.callers.watch(caller)
      const signal = AbortSignal.any([request.signal, watched.signal])
      const outcome = await session.call(raw, { signal })
      if (watched.signal.aborted)
        refuse('no_session', 'Your rights ended while the call was being made. It was stopped.')
      const seconds = (gateway.clock.now() - startedAt) / 1_000
      gateway.metrics.call({ tool: tool?.name ?? 'unknown', outcome: outcome.status, seconds })
      return JSON.parse(JSON.stringify({ ...outcome, session: session.id, call: outcome.result.toolCallId }))
    })
  },
})

export const toolRoutes: readonly Route[] = [listTools, getTool, getVisibility, explainTool, invokeTool]
