import { defineRoomRoute, nothingFound, type RouteRow } from '@drawbridge/room'
import { z } from 'zod'
import { deniedByPolicy } from './commands/denied-by-policy.ts'
import { describeWith } from './commands/test-command.ts'
import type { ToolDescription } from './definition/definition-schema.ts'
import { readLocalTools } from './live/read-local.ts'
import { createCustomTools } from './stored/custom-tools.ts'

const name = z.strictObject({ name: z.string().min(1).max(200) })

const tool = z
  .strictObject({
    name: z.string(),
    kind: z.string(),
    description: z.string(),
    permission: z.string(),
    state: z.enum(['enabled', 'disabled']),
    origin: z.enum(['database', 'file']).describe('One of a file is changed in that file.'),
    changedBy: z.string().nullable(),
    changedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'CustomTool' })

const whole = tool
  .extend({ definition: z.record(z.string(), z.unknown()).describe('Without the values of its environment.') })
  .meta({ id: 'CustomToolDefinition' })

const list: RouteRow = defineRoomRoute({
  ...{ method: 'GET', path: '/tools', operation: 'listCustomTools', role: 'operator', scope: 'custom:read' },
  summary: 'List the tools of the operator, of the database and of files',
  list: { item: tool, keyOf: ({ name: key }: { readonly name: string }) => key },
  handle: async (_, house) => [
    ...(await createCustomTools(house).list()).map(storedTool),
    ...(await readLocalTools(house.home)).tools.map(localTool),
  ],
})

const problems: RouteRow = defineRoomRoute({
  ...{ method: 'GET', path: '/problems', operation: 'listCustomToolProblems', role: 'operator', scope: 'custom:read' },
  summary: 'List the files that declare no tool, with the reasons',
  list: {
    item: z.strictObject({ file: z.string(), problem: z.string() }),
    keyOf: ({ file }: { readonly file: string }) => file,
  },
  handle: async (_, house) => (await readLocalTools(house.home)).problems,
})

const show: RouteRow = defineRoomRoute({
  ...{ method: 'GET', path: '/tools/{name}', operation: 'getCustomTool', role: 'operator', scope: 'custom:read' },
  summary: 'Show a tool with its definition',
  params: name,
  answer: whole,
  handle: async ({ params }, house) => {
    const local = (await readLocalTools(house.home)).tools.find((each) => each.name === params.name)
    if (local !== undefined) return { ...localTool(local), definition: local.description }
    const stored = (await createCustomTools(house).list()).find((each) => each.name === params.name)
    return stored === undefined ? nothingFound : { ...storedTool(stored), definition: stored.description }
  },
})

const add: RouteRow = defineRoomRoute({
  ...{ method: 'POST', path: '/tools', operation: 'createCustomTool', role: 'operator', scope: 'custom:write' },
  ...{ human: true, proven: true },
  summary: 'Add a tool by its definition',
  body: z.record(z.string(), z.unknown()),
  answer: tool,
  handle: async ({ body, caller }, house) => {
    const refuses = await deniedByPolicy({ openHouse: async () => house })
    return storedTool(await createCustomTools(house, refuses).add(body, caller.user))
  },
})

const edit: RouteRow = defineRoomRoute({
  ...{ method: 'PATCH', path: '/tools/{name}', operation: 'editCustomTool', role: 'operator', scope: 'custom:write' },
  ...{ human: true, proven: true },
  summary: 'Change fields of a tool, or values of its encrypted environment; null returns to the default',
  params: name,
  body: z.record(z.string(), z.unknown()),
  answer: tool,
  handle: async ({ params, body, caller }, house) => {
    const tools = await toolsWith(params.name, house)
    return tools === undefined ? nothingFound : storedTool(await tools.edit(params.name, body, caller.user))
  },
})

const setEnabled: RouteRow = defineRoomRoute({
  ...{ method: 'PUT', path: '/tools/{name}/state', operation: 'switchCustomTool', role: 'operator' },
  ...{ scope: 'custom:write', human: true },
  summary: 'Offer a tool to agents, or keep it from all of them',
  params: name,
  body: z.strictObject({ enabled: z.boolean() }),
  answer: tool,
  handle: async ({ params, body, caller }, house) => {
    const tools = await toolsWith(params.name, house)
    return tools === undefined
      ? nothingFound
      : storedTool(await tools.setEnabled(params.name, body.enabled, caller.user))
  },
})

const remove: RouteRow = defineRoomRoute({
  ...{ method: 'DELETE', path: '/tools/{name}', operation: 'removeCustomTool', role: 'operator' },
  scope: 'custom:write',
  summary: 'Remove a tool of the database for good, with its encrypted environment',
  params: name,
  handle: async ({ params }, house) => {
    const tools = await toolsWith(params.name, house)
    return tools === undefined ? nothingFound : tools.remove(params.name)
  },
})

const test: RouteRow = defineRoomRoute({
  ...{ method: 'POST', path: '/tools/{name}/test', operation: 'testCustomTool', role: 'operator' },
  scope: 'custom:read',
  summary: 'Show what a call would run or send, and its targets; runs nothing',
  params: name,
  body: z.strictObject({ arguments: z.record(z.string(), z.unknown()).default({}) }),
  answer: z.record(z.string(), z.unknown()),
  handle: async ({ params, body }, house) => {
    const local = (await readLocalTools(house.home)).tools.find((each) => each.name === params.name)
    const found = local ?? (await (await toolsWith(params.name, house))?.need(params.name))
    return found === undefined ? nothingFound : describeWith(found.description, body.arguments)
  },
})

/** The operations on tools of the operator, each the same as a command has. */
export const customRoutes: readonly RouteRow[] = [list, problems, show, add, edit, setEnabled, remove, test]

/** Returns the tools of the database if one of them has this name. */
async function toolsWith(given: string, house: Parameters<typeof createCustomTools>[0]) {
  const tools = createCustomTools(house)
  return (await tools.list()).some((each) => each.name === given) ? tools : undefined
}

function storedTool({
  name: title,
  description,
  changedBy,
  changedAt,
}: Awaited<ReturnType<ReturnType<typeof createCustomTools>['need']>>) {
  return { ...shown(title, description), origin: 'database', changedBy, changedAt: new Date(changedAt).toISOString() }
}

function localTool({ name: title, description }: { readonly name: string; readonly description: ToolDescription }) {
  return { ...shown(title, description), origin: 'file', changedBy: null, changedAt: null }
}

function shown(title: string, { command_type: kind, description, permission, enabled }: ToolDescription) {
  return { name: title, kind, description, permission, state: enabled ? 'enabled' : 'disabled' }
}
