import { mkdirSync, realpathSync } from 'node:fs'
import { DrawbridgeError } from '@drawbridge/core'
import { type Clock, didYouMean, escapeToOneLine } from '@drawbridge/core/base'
import {
  type AgentRecord,
  type AgentStore,
  createContextFiles,
  createGeneratedFiles,
  createMemoryFiles,
  createVirtualTree,
  isAgentId,
  type TextGenerator,
  type VirtualTree,
} from '@drawbridge/core/virtual'
import { agentWorkspace } from './agent-folder.ts'
import type { AgentOptions } from './agent-options.ts'
import { whileKept } from './while-kept.ts'

/** The default user: the person at this machine. */
export const defaultUser = 'local'

/** An agent with a row in the store, at work for one user. */
export interface StoredAgent {
  readonly record: AgentRecord
  readonly user: string
  /** Real path of its folder. */
  readonly workspace: string
  readonly store: AgentStore
}

const maxUserLength = 256

export interface AgentQuestion {
  readonly home: string
  readonly agent: string
  readonly user?: string | undefined
}

/** Looks an agent up and creates its folder for the user. Returns undefined if it has no row. */
export async function findKeptAgent(
  store: AgentStore,
  { home, agent, user = defaultUser }: AgentQuestion,
): Promise<StoredAgent | undefined> {
  const record = isAgentId(agent) ? await store.find(agent) : undefined
  if (record === undefined) return undefined
  if (user === '' || user.length > maxUserLength || !user.isWellFormed() || escapeToOneLine(user) !== user) {
    throw new DrawbridgeError(
      'invalid_option',
      `"${escapeToOneLine(user)}" is not a valid user name. Use 1 to ${maxUserLength} visible characters.`,
    )
  }
  const workspace = agentWorkspace(home, record.id, user)
  mkdirSync(workspace, { recursive: true, mode: 0o700 })
  return { record, user, workspace: realpathSync(workspace), store }
}

/** Like `findKeptAgent`; throws `invalid_option` if it has no row. */
export async function needStoredAgent(store: AgentStore | undefined, question: AgentQuestion): Promise<StoredAgent> {
  const kept = store === undefined ? undefined : await findKeptAgent(store, question)
  if (kept !== undefined) return kept
  const known = store === undefined ? [] : (await store.list()).map(({ id }) => id)
  const suggestion = didYouMean(question.agent, known)
  throw new DrawbridgeError(
    'invalid_option',
    `The agent "${question.agent}" does not exist.${suggestion} Create it with \`drawbridge agents create ${question.agent} --type open\`.`,
  )
}

export interface TreeOptions extends Omit<AgentOptions, 'store' | 'allowUnknown'> {
  readonly clock: Pick<Clock, 'now'>
  readonly describeTools: TextGenerator
}

/**
 * Returns the virtual files in the folder of a stored agent: context files, memory and generated files, in this order.
 */
export function treeOf({ record, user, store }: StoredAgent, options: TreeOptions): VirtualTree {
  const { clock, limits, generators, onMemoryChange, describeTools, interceptors } = options
  const common = { user, clock, ...(limits === undefined ? {} : { limits }) }
  return createVirtualTree({
    agent: record.id,
    user,
    createdMs: record.createdMs,
    interceptors: [
      ...[
        createContextFiles({ ...common, agent: record, store: store.contextFiles, describeTools }),
        createMemoryFiles({
          ...common,
          agent: record.id,
          store: store.memory,
          ...(onMemoryChange === undefined ? {} : { onChange: onMemoryChange }),
        }),
        createGeneratedFiles({ generators: generators?.(record.id) ?? {}, modifiedMs: record.createdMs }),
      ].map((interceptor) => whileKept(interceptor, store, record)),
      ...(interceptors?.({ agent: record.id, user }) ?? []),
    ],
  })
}
