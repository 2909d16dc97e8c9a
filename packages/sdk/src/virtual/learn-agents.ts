import { DrawbridgeError } from '@drawbridge/core'
import { didYouMean } from '@drawbridge/core/base'
import type { Configuration } from '../config/configuration.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import type { LazyAgents } from './lazy-agents.ts'

/** The agents that there are, as far as a name can be wrong. */
export interface KnownAgents {
  /** Throws `invalid_option` for an unknown agent. */
  assert(agent: string | undefined, place: string): void
  /** Looks an agent up in the store if it is unknown: it may have been created since the start. */
  refresh(agent: string | undefined): Promise<void>
}

interface Sources {
  /** Returns the configuration in force. */
  configuration(): Configuration | undefined
  readonly agents: Pick<LazyAgents, 'ids'>
  /** The agent of the options was found in the store. */
  readonly isKept: boolean
}

/**
 * Reads the agents that configuration and store know, and rejects with `invalid_option` if the agent in the options is
 * not one of them: its lists and rules would silently not apply. Sessions are checked against the same names.
 */
export async function learnAgents(
  { agent, agents: { allowUnknown = false } = {} }: Pick<DrawbridgeOptions, 'agent' | 'agents'>,
  { configuration, agents, isKept }: Sources,
): Promise<KnownAgents> {
  if (allowUnknown) return { assert: () => undefined, refresh: async () => undefined }
  let stored = [...(await agents.ids()), ...(isKept && agent !== undefined ? [agent] : [])]
  const known = () =>
    new Set([...(configuration()?.layers ?? []).flatMap(({ config }) => Object.keys(config.agents ?? {})), ...stored])
  const assert: KnownAgents['assert'] = (name, place) => {
    if (name === undefined || known().has(name)) return
    const hint = didYouMean(name, known())
    throw new DrawbridgeError(
      'invalid_option',
      `${place}: the agent ${JSON.stringify(name)} does not exist.${hint} Name it in the section "agents" of the configuration, or create it: drawbridge agents create NAME --type open. In a program, openAgentSession opens an agent that was created after the start, and agents: { allowUnknown: true } accepts any name.`,
    )
  }
  assert(agent, 'options.agent')
  return {
    assert,
    refresh: async (name) => {
      if (name !== undefined && !known().has(name)) stored = [...stored, ...(await agents.ids())]
    },
  }
}
