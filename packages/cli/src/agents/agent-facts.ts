import type { AgentProfile } from '@drawbridge/core/agent'
import { createStyle } from '@drawbridge/room/text'
import { agentProfiles, readConfiguration } from '@drawbridge/sdk/config'
import { resolveHome } from '@drawbridge/sdk/folders'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import { renderProblems } from '../policy/render-problems.ts'
import type { AgentFlags } from './open-agents.ts'

/** The profile of an agent, and the place of its definition. */
export interface AgentFacts {
  readonly profile: AgentProfile
  /** The file or setting that defines it, else the first place that names it. */
  readonly definedIn: string
}

/** Returns what definitions and the operator's configuration say of agents, by id. Throws `UsageError` if they are invalid. */
export async function readAgentFacts(
  { home: flag }: Pick<AgentFlags, 'home'>,
  { environment }: Pick<Io, 'environment'>,
): Promise<ReadonlyMap<string, AgentFacts>> {
  const home = resolveHome({ flag, env: environment })
  const loaded = await readConfiguration({
    home,
    workspace: home,
    withoutProject: true,
    environment,
    secrets: 'unchecked',
  })
  if (loaded.status === 'refused')
    throw new UsageError(
      `The configuration is not applied.\n${renderProblems(loaded.problems, [], createStyle(false)).trimEnd()}`,
    )
  const { layers } = loaded.configuration
  return new Map(
    Object.entries(agentProfiles(layers)).map(([id, profile]) => {
      const own = layers.filter(({ config }) => config.agents?.[id] !== undefined)
      const layer = own.find(({ isDefinition }) => isDefinition === true)
      return [id, { profile, definedIn: layer?.name ?? own[0]?.source(['agents', id]) ?? '' }]
    }),
  )
}

/** Returns a profile as commands write it. */
export function profileJson({ profile, definedIn }: AgentFacts) {
  const { prompt, ...rest } = profile
  return { definedIn, ...rest, ...(prompt === undefined ? {} : { prompt: prompt.text }) }
}
