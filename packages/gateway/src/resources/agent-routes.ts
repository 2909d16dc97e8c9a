import { type AgentRecord, type DocumentInfo, isAgentId } from '@drawbridge/core/virtual'
import { agentProfiles, readConfiguration } from '@drawbridge/sdk/config'
import { createAgentStore } from '@drawbridge/store/agent'
import { z } from 'zod'
import { callerId } from '../caller/caller.ts'
import { refuse } from '../problem/problem.ts'
import { pageInMemory, pageOf, pageQuery } from '../route/page.ts'
import { defineRoute, type Route } from '../route/route.ts'
import type { Gateway } from '../server/gateway.ts'
import { time, timeOf } from './account/account-schemas.ts'

const tag = 'agents'
const params = z.strictObject({ id: z.string().min(1).max(64) })
const type = z.enum(['open', 'predefined'])

const agent = z
  .strictObject({
    id: z.string(),
    type: type.nullable().describe('Null for one that the configuration alone names.'),
    description: z.string().nullable(),
    model: z.string().nullable(),
    definedIn: z.string().nullable().describe('The file or setting that defines it.'),
    createdAt: time.nullable(),
  })
  .meta({ id: 'Agent' })

const file = z.strictObject({ path: z.string(), bytes: z.number(), modifiedAt: time })

const whole = agent
  .extend({
    profile: z.record(z.string(), z.unknown()).describe('What its definition and the configuration say.'),
    files: z.array(file),
    memory: z.array(file),
  })
  .meta({ id: 'AgentWithFiles' })

/** Returns what definitions and the operator's configuration say of agents, by id. */
async function readProfiles({ drawbridge: { home } }: Gateway) {
  const read = await readConfiguration({ home, workspace: home, withoutProject: true, secrets: 'unchecked' })
  if (read.status === 'refused') return refuse('conflict', 'The configuration has a problem: run `drawbridge doctor`.')
  const { layers } = read.configuration
  return new Map(
    Object.entries(agentProfiles(layers)).map(([id, profile]) => {
      const own = layers.filter(({ config }) => config.agents?.[id] !== undefined)
      const layer = own.find(({ isDefinition }) => isDefinition === true)
      return [id, { profile, definedIn: layer?.name ?? own[0]?.source(['agents', id]) ?? null }] as const
    }),
  )
}

type Profiles = Awaited<ReturnType<typeof readProfiles>>

function shown(id: string, record: AgentRecord | undefined, known: ReturnType<Profiles['get']>) {
  return {
    ...{ id, type: record?.type ?? null, createdAt: record === undefined ? null : timeOf(record.createdMs) },
    ...{ description: known?.profile.description ?? null, model: known?.profile.model ?? null },
    definedIn: known?.definedIn ?? null,
  }
}

const listAgents = defineRoute({
  ...{ method: 'GET', path: '/agents', operation: 'listAgents', tag, role: 'member', scope: 'agents:read' },
  problems: ['conflict'],
  summary: 'List the agents that are stored, defined or named by the configuration',
  query: z.strictObject(pageQuery),
  answer: pageOf(agent),
  handle: async ({ query }, { gateway, caller }) => {
    const stored = new Map((await createAgentStore(gateway.database).list()).map((each) => [each.id, each]))
    const profiles = await readProfiles(gateway)
    const ids = [...new Set([...stored.keys(), ...profiles.keys()])].toSorted()
    const agents = ids.map((id) => shown(id, stored.get(id), profiles.get(id)))
    return pageInMemory(gateway.cursors, agents, { query, list: ['agents', callerId(caller)], keyOf: ({ id }) => id })
  },
})

const getAgent = defineRoute({
  ...{ method: 'GET', path: '/agents/{id}', operation: 'getAgent', tag, role: 'operator', scope: 'agents:read' },
  problems: ['conflict'],
  summary: 'Show an agent: its definition, and what all of its users begin with',
  params,
  answer: whole,
  handle: async ({ params: { id } }, { gateway }) => {
    const store = createAgentStore(gateway.database)
    const [record, known] = [await store.find(id), (await readProfiles(gateway)).get(id)]
    if (record === undefined && known === undefined) refuse('not_found')
    const list = async (documents: typeof store.memory) => (await documents.list({ agent: id })).map(shownFile)
    const { prompt, ...profile } = { prompt: undefined, ...known?.profile }
    return {
      ...shown(id, record, known),
      profile: JSON.parse(JSON.stringify({ ...profile, prompt: prompt?.text })),
      files: record === undefined ? [] : await list(store.contextFiles),
      memory: record === undefined ? [] : await list(store.memory),
    }
  },
})

function shownFile({ path, bytes, modifiedMs }: DocumentInfo) {
  return { path, bytes, modifiedAt: timeOf(modifiedMs) }
}

const createAgent = defineRoute({
  ...{ method: 'POST', path: '/agents', operation: 'createAgent', tag, role: 'operator', scope: 'agents:write' },
  changes: 'agents',
  ...{ idempotent: true, problems: ['conflict'] },
  summary: 'Store an agent, with folders of its own for each user',
  body: z.strictObject({
    id: z.string().refine(isAgentId, 'Begin with a letter or digit; letters, digits, ".", "_" and "-", at most 64.'),
    type: type.default('open'),
  }),
  answer: agent,
  handle: async ({ body: { id, type: kind } }, { gateway }) => {
    const record: AgentRecord = { id, type: kind, createdMs: gateway.clock.now() }
    if (!(await createAgentStore(gateway.database).create(record)))
      refuse('conflict', `The agent ${JSON.stringify(id)} exists already.`)
    return shown(id, record, (await readProfiles(gateway)).get(id))
  },
})

const removeAgent = defineRoute({
  ...{ method: 'DELETE', path: '/agents/{id}', operation: 'removeAgent', tag, role: 'operator', scope: 'agents:write' },
  human: true,
  summary: 'Remove an agent with its files and memory, for all of its users; folders on the disk stay',
  params,
  handle: async ({ params: { id } }, { gateway }) => {
    if (!(await createAgentStore(gateway.database).remove(id))) refuse('not_found')
  },
})

export const agentRoutes: readonly Route[] = [listAgents, getAgent, createAgent, removeAgent]
