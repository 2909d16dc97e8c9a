import type { ServerDefinition } from './server-schema.ts'

/** True if the connections of this agent differ from those of everybody. A name for models does not make them differ. */
export function hasOwnSettings(definition: ServerDefinition, agent: string | undefined): agent is string {
  const { toolPrefix: _, ...own } = settingsOf(definition, agent) ?? {}
  return Object.keys(own).length > 0
}

function settingsOf({ agents = {} }: ServerDefinition, agent: string | undefined) {
  return agent !== undefined && Object.hasOwn(agents, agent) ? agents[agent] : undefined
}

/** Returns a server as it is for one agent: its settings, with those of the agent in addition or in their place. Pure. */
export function definitionForAgent(definition: ServerDefinition, agent: string | undefined): ServerDefinition {
  const own = settingsOf(definition, agent)
  if (own === undefined) return definition
  const { env, headers, timeouts } = definition
  return {
    ...definition,
    ...(own.toolPrefix === undefined ? {} : { toolPrefix: own.toolPrefix }),
    ...(own.env === undefined ? {} : { env: { ...env, ...own.env } }),
    ...(own.headers === undefined ? {} : { headers: withHeaders(headers, own.headers) }),
    ...(own.timeouts === undefined ? {} : { timeouts: { ...timeouts, ...own.timeouts } }),
  }
}

/** The names of headers have no case, so that one of the agent replaces every spelling of it. */
function withHeaders(
  headers: ServerDefinition['headers'] = {},
  own: NonNullable<ServerDefinition['headers']>,
): NonNullable<ServerDefinition['headers']> {
  const replaced = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const kept = Object.entries(headers).filter(([name]) => !replaced.has(name.toLowerCase()))
  return { ...Object.fromEntries(kept), ...own }
}

const defaultStartSeconds = 30

/** Returns the time that a server has to start, in milliseconds. */
export function startMsOf({ timeouts }: ServerDefinition): number {
  return (timeouts?.startSeconds ?? defaultStartSeconds) * 1_000
}
