import { DrawbridgeError } from '@drawbridge/core'
import type { House } from '@drawbridge/room'
import { settingsForAgent } from '../section/definition-for-agent.ts'
import { type McpSection, mcpSection } from '../section/mcp-section.ts'
import type { ServerDefinition } from '../section/server-schema.ts'
import { holdsSecret, withSecrets } from '../section/stored-secrets.ts'
import type { ServerGrant } from './server-access.ts'

/** The configuration, grants and secrets against which the settings in a grant are checked. */
export interface OverridesContext {
  readonly section: McpSection | undefined
  /** The grants that there are, with settings whose names must not clash. */
  readonly others: readonly ServerGrant[]
  readonly house: Pick<House, 'home' | 'environment' | 'clock' | 'database' | 'hide'>
}

/**
 * Checks the settings in a grant as if they were those of its agent in the configuration.
 * @throws DrawbridgeError `invalid_option` that says what is wrong with them.
 */
export async function checkOverrides(grant: ServerGrant, { section, others, house }: OverridesContext): Promise<void> {
  const { server, subject, overrides } = grant
  if (overrides === undefined) return
  if (subject.kind !== 'agent') throw invalid('Only an agent has settings of its own. Grant the server to an agent.')
  const servers = section?.servers ?? {}
  const definition = Object.hasOwn(servers, server) ? servers[server] : undefined
  if (definition === undefined) throw invalid(`There is no server ${JSON.stringify(server)} in the configuration.`)
  const known = new Set(Object.keys(namedVariables(definition)))
  const unknown = Object.keys(overrides.env ?? {}).find((name) => !known.has(name))
  if (unknown !== undefined)
    throw invalid(
      `"${server}" has no variable ${JSON.stringify(unknown)}. A grant changes values only: people agree to the names of variables with the server, so write the name into its entry first.`,
    )
  const rest = others.filter((each) => each.server !== server || each.subject.id !== subject.id)
  // The configuration may have changed since other grants were written: their problems are not this one's.
  const problemsWith = (grants: readonly ServerGrant[]) =>
    mcpSection.schema.safeParse({ ...section, servers: withGrants(servers, grants) }).error?.issues ?? []
  const before = new Set(problemsWith(rest).map(({ message }) => message))
  const problem = problemsWith([...rest, grant]).find(({ message }) => !before.has(message))
  if (problem !== undefined) throw invalid(problem.message)
  if (holdsSecret(overrides))
    throw invalid(
      `The settings hold a secret, which would be stored and shown in plain text. Keep it with drawbridge secrets set, and write \${secret:NAME}.`,
    )
  await withSecrets(overrides, house)
}

/** All variables that the entry of a server names, for everybody or for one agent. */
function namedVariables({ env, agents = {} }: ServerDefinition): Readonly<Record<string, string>> {
  return Object.assign({}, env, ...Object.values(agents).map((agent) => agent.env))
}

/** Returns servers as the configuration would have them if it held the settings of grants. */
function withGrants(servers: Readonly<Record<string, ServerDefinition>>, grants: readonly ServerGrant[]) {
  const all = new Map(Object.entries(servers))
  for (const { server, subject, overrides } of grants) {
    const definition = all.get(server)
    if (definition === undefined || overrides === undefined) continue
    const settings = settingsForAgent(definition, subject.id, overrides)
    all.set(server, { ...definition, agents: { ...definition.agents, [subject.id]: settings ?? {} } })
  }
  return Object.fromEntries(all)
}

function invalid(message: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', message)
}
