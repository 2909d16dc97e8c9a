import type { RoomSection, SectionProblem } from '@drawbridge/room'
import { z } from 'zod'
import { type ServerDefinition, serverSchema } from './server-schema.ts'

export type { ServerDefinition }

const serverId = /^[a-z][a-z0-9_-]{0,31}$/

const schema = z
  .strictObject({
    servers: z
      .record(z.string(), serverSchema)
      .optional()
      .describe('The servers by their id, which is a part of the names of their tools.'),
    deferAbove: z
      .int()
      .min(0)
      .max(1_000)
      .optional()
      .describe(
        'The most tools of servers that a model is shown. Beyond it whole servers, the later ones first, are left to `servers.search` and `servers.call`. Default 40.',
      ),
  })
  .superRefine(({ servers = {} }, context) => {
    for (const { path, message } of problemsOf(servers)) {
      context.addIssue({ code: 'custom', path: ['servers', ...path], message })
    }
  })

/** The section `mcp` of the configuration. */
export type McpSection = z.output<typeof schema>

/** Section `mcp`: a project may only switch servers off. */
export const mcpSection: RoomSection<McpSection> = {
  schema,
  projectKeys: ['servers.*.enabled'],
  widening: ({ servers = {} }) =>
    Object.entries(servers).flatMap(([id, { enabled }]) =>
      enabled === true
        ? [{ path: ['servers', id, 'enabled'], message: `A project file can only switch "${id}" off.` }]
        : [],
    ),
}

/** Two ids that a reader would take for the same server are one too many; a server is a command or an address. */
function problemsOf(servers: Readonly<Record<string, ServerDefinition>>): readonly SectionProblem[] {
  const seen = new Map<string, string>()
  const prefixes = new Map<string, string>()
  for (const id of Object.keys(servers)) prefixes.set(`mcp_${id.replaceAll('-', '_')}`, id)
  for (const [id, server] of Object.entries(servers))
    for (const { prefix } of prefixesOf(server)) if (!prefixes.has(prefix)) prefixes.set(prefix, id)
  return Object.entries(servers).flatMap(([id, server]) => {
    const { command, url, transport, sandbox } = server
    const problems: SectionProblem[] = []
    if (!serverId.test(id)) {
      const rule = 'Use up to 32 lower-case letters, digits, "_" and "-", beginning with a letter.'
      problems.push({ path: [id], message: `"${id}" is not a valid id. ${rule}` })
    }
    const folded = id.replaceAll('-', '_')
    const other = seen.get(folded)
    if (other !== undefined) {
      problems.push({ path: [id], message: `"${id}" looks like "${other}". Give one of them another id.` })
    }
    seen.set(folded, id)
    if (command !== undefined && url !== undefined) {
      problems.push({ path: [id], message: `"${id}" has a command and an address. Keep one of them.` })
    }
    const wanted = command === undefined ? 'url' : 'command'
    if (
      transport !== undefined &&
      (transport === 'stdio') !== (wanted === 'command') &&
      (command ?? url) !== undefined
    ) {
      const fitting = command === undefined ? '"http" or "sse"' : '"stdio"'
      problems.push({
        path: [id, 'transport'],
        message: `"${id}" has a ${wanted}, so its transport must be ${fitting}.`,
      })
    }
    const login = loginProblem(server)
    if (login !== undefined) problems.push({ path: [id, 'auth'], message: `"${id}" ${login}` })
    for (const [agent, { env, headers }] of Object.entries(server.agents ?? {})) {
      const unfit = command === undefined ? env && 'env' : headers && 'headers'
      if (unfit === undefined) continue
      const what =
        command === undefined ? 'is at an address, so it has no variables' : 'is a program, so it gets no headers'
      problems.push({
        path: [id, 'agents', agent, unfit],
        message: `"${id}" ${what}. Remove "${unfit}" of "${agent}".`,
      })
    }
    for (const { path, prefix } of prefixesOf(server)) {
      const owner = prefixes.get(prefix)
      if (owner === undefined || owner === id) continue
      problems.push({
        path: [id, ...path],
        message: `"${prefix}" is already the beginning of the names of "${owner}". Choose another one.`,
      })
    }
    if (sandbox !== undefined && command === undefined && url !== undefined) {
      problems.push({
        path: [id, 'sandbox'],
        message: `"${id}" is at an address, so nothing of it runs here. Remove its sandbox.`,
      })
    }
    return problems
  })
}

/** Returns each beginning of the names of a server's tools, with its place in the record of the server. */
function prefixesOf({ toolPrefix, agents = {} }: ServerDefinition) {
  const ofAgents = Object.entries(agents).map(([agent, own]) => ({
    path: ['agents', agent, 'toolPrefix'],
    prefix: own.toolPrefix,
  }))
  return [{ path: ['toolPrefix'], prefix: toolPrefix }, ...ofAgents].flatMap(({ path, prefix }) =>
    prefix === undefined ? [] : [{ path, prefix }],
  )
}

/** Returns what is wrong with the login of a server; it follows the server's name. */
function loginProblem({ command, auth, headers = {}, agents = {}, sharing }: ServerDefinition): string | undefined {
  if (auth === undefined) return undefined
  if (command !== undefined) return 'is a program: it takes its secrets from "env", not from a login.'
  const all = [headers, ...Object.values(agents).map((agent) => agent.headers ?? {})]
  if (all.flatMap(Object.keys).some((name) => name.toLowerCase() === 'authorization'))
    return 'has a header "Authorization" and a login. Keep one of them.'
  const isOwn = auth.grant === 'client_credentials'
  if (isOwn && (auth.clientId === undefined || auth.clientSecret === undefined))
    return 'logs in on its own, so "auth" needs "clientId" and "clientSecret".'
  if (auth.clientSecret !== undefined && auth.clientId === undefined)
    return 'has a "clientSecret" without the "clientId" that it belongs to.'
  if (auth.perUser === true && isOwn) return 'logs in on its own, so no user has a login: remove "perUser".'
  if (auth.perUser === true && sharing === 'process')
    return 'has a login for each user, so users cannot share its connection: remove "sharing".'
  return undefined
}
