import type { AgentSettings, ServerDefinition } from './server-schema.ts'

/**
 * Returns what tells the connections of this agent from those of everybody; undefined if they do not differ. A name for models does not
 * make them differ.
 * @param granted The settings in the agent's grant.
 */
export function ownConnectionKey(
  definition: ServerDefinition,
  agent: string | undefined,
  granted: AgentSettings | undefined,
): string | undefined {
  const { toolPrefix: _, ...own } = settingsForAgent(definition, agent, granted) ?? {}
  if (agent === undefined || Object.keys(own).length === 0) return undefined
  const { toolPrefix: __, ...fromGrant } = granted ?? {}
  return JSON.stringify(Object.keys(fromGrant).length === 0 ? [agent] : [agent, fromGrant])
}

/** Returns the settings for one agent: those of the configuration, with those of its grant in addition or in their place. Pure. */
export function settingsForAgent(
  { agents = {} }: ServerDefinition,
  agent: string | undefined,
  granted: AgentSettings | undefined,
): AgentSettings | undefined {
  const configured = agent !== undefined && Object.hasOwn(agents, agent) ? agents[agent] : undefined
  return configured === undefined || granted === undefined ? (granted ?? configured) : merged(configured, granted)
}

/** Returns a server as it is for one agent: its settings, with those of the agent in addition or in their place. Pure. */
export function definitionForAgent(
  definition: ServerDefinition,
  agent: string | undefined,
  granted?: AgentSettings,
): ServerDefinition {
  const own = settingsForAgent(definition, agent, granted)
  return own === undefined ? definition : merged(definition, own)
}

function merged<Base extends AgentSettings>(base: Base, own: AgentSettings): Base {
  const { env, headers, timeouts } = base
  return {
    ...base,
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
