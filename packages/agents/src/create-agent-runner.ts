import { DrawbridgeError } from '@drawbridge/core'
import type {
  AgentProfiles,
  AgentRunner,
  Child,
  Conversation,
  ConversationOptions,
  Delivery,
  HandoffRoute,
} from '@drawbridge/core/agent'
import { defined, shortenMiddle } from '@drawbridge/core/base'
import type { ModelCatalogue } from '@drawbridge/core/model'
import type { House } from '@drawbridge/room'
import type { Database } from '@drawbridge/store/database'
import { recoverInterrupted } from '@drawbridge/store/sessions'
import { agentOfConversation, dialectOf, profileOf } from './agent-of-run.ts'
import { type ConversationState, noConversation } from './conversation/conversation-state.ts'
import { createConversation } from './conversation/create-conversation.ts'
import { followHandoffs } from './conversation/follow-handoffs.ts'
import { openInbox, putInInbox, sessionsWithDeliveries } from './conversation/inbox.ts'
import { judgeReplies } from './conversation/judge-replies.ts'
import { keptOpen } from './conversation/open-conversations.ts'
import {
  hasPostedMessage,
  readConversation,
  readUpTo,
  readWholeConversation,
} from './conversation/read-conversation.ts'
import { readSpent } from './conversation/read-spent.ts'
import { takeWriterLease } from './conversation/take-writer-lease.ts'
import { assembleLatest, assembleSystem, promptParts } from './prompt/assemble-prompt.ts'
import { createScopedInstructions } from './prompt/create-scoped-instructions.ts'
import { readInstructionFiles } from './prompt/read-instruction-files.ts'

/** The most that a summary says of the task of a child, in characters. */
const longestTask = 300

/** The options of a runner. */
export interface AgentRunnerOptions {
  /** Models of your own, in place of the configured ones. */
  readonly models?: Pick<ModelCatalogue, 'get'>
  /** The profiles of agents. Default: none. */
  readonly profiles?: AgentProfiles | undefined
}

/** Creates the service that runs agents in a house. */
export function createAgentRunner(house: House, { models, profiles = {} }: AgentRunnerOptions = {}): AgentRunner {
  const runner: AgentRunner = {
    profiles,
    open: async (options = {}) => {
      const catalogue = models ?? (await configuredModels(house))
      return openConversation(options, { house, profiles, catalogue, runner })
    },
    deliver: async (session, delivery) =>
      putInInbox(await house.database.obtain(), { session, delivery: scrubbed(delivery, house), clock: house.clock }),
    undelivered: async (ageMs) => sessionsWithDeliveries(await house.database.obtain(), house.clock.now() - ageMs),
    explainPrompt: async (options = {}) => {
      const agent = await agentOfConversation(options, { connection: undefined, ofHouse: house.agent })
      const { workspace, ...own } = options
      await using session = await house.openSession({ ...own, ...defined({ workspace }) })
      return promptParts({
        house,
        session,
        files: await readInstructionFiles(session, house.home),
        profile: profileOf(agent, profiles),
      })
    },
  }
  return runner
}

interface RunnerParts {
  readonly house: House
  readonly catalogue: Pick<ModelCatalogue, 'get'>
  readonly profiles: AgentProfiles
  readonly runner: AgentRunner
}

/** Others read the inbox before the record scrubs what comes out of it. */
function scrubbed(delivery: Delivery, { scrubber }: Pick<House, 'scrubber'>): Delivery {
  return delivery.kind === 'message' ? { ...delivery, text: scrubber.scrub(delivery.text).text } : delivery
}

async function configuredModels(house: House): Promise<ModelCatalogue> {
  const catalogue = await house.service('modelCatalogue')
  if (catalogue !== undefined) return catalogue
  throw new DrawbridgeError('invalid_option', 'No room provides models. Add the room of `@drawbridge/models`.')
}

async function openConversation(
  options: ConversationOptions,
  parts: RunnerParts,
  handedOver = 0,
): Promise<Conversation> {
  const only = await openOnly(options, parts)
  const conversation = followHandoffs(only, {
    house: parts.house,
    principal: options.principal,
    handedOver,
    openTarget: (route) => openTarget(route, options, { ...parts, handedOver: handedOver + 1 }),
  })
  const { resume: _, fork: _fork, id: _id, budget: _budget, model: _model, ...own } = options
  const openOther = (session: string, more: Pick<ConversationOptions, 'hide'>) => {
    const hide: ConversationOptions['hide'] = (tool) => more.hide?.(tool) ?? own.hide?.(tool)
    return openConversation({ ...own, hide, resume: session }, parts)
  }
  return keptOpen(conversation, { house: parts.house, openOther })
}

/** Opens the conversation of the agent to which a person was handed over: the recorded one, else a new one that knows what was said. */
async function openTarget(
  { agent, session, channel, chat, context }: HandoffRoute,
  { workspace, mode, approvers, questioners, ceilings, deniedPaths, hide, principal, signal }: ConversationOptions,
  { handedOver, ...parts }: RunnerParts & { readonly handedOver: number },
): Promise<Conversation> {
  const place = { chat, ...(channel === '' ? {} : { channel }) }
  const own = {
    principal: { ...principal, agent, ...place },
    ...defined({ workspace, mode, approvers, questioners, ceilings, deniedPaths, hide, signal }),
  }
  const database = await parts.house.database.find()
  const recorded = database && (await readConversation(database, session))
  const begins = { id: session, ...(context === undefined ? {} : { fork: context }) }
  return openConversation({ ...own, ...(recorded === undefined ? begins : { resume: session }) }, parts, handedOver)
}

async function openOnly(
  { resume, fork, id, workspace, model: wanted, budget = {}, ...own }: ConversationOptions,
  { house, catalogue, profiles, runner }: RunnerParts,
): Promise<Conversation> {
  if (resume !== undefined && fork !== undefined)
    throw new DrawbridgeError(
      'invalid_option',
      'A conversation goes on (`resume`) or begins with another one (`fork`): give one of them.',
    )
  const agent = await agentOfConversation(
    { ...own, ...defined({ resume, fork }) },
    { connection: await house.database.find(), ofHouse: house.agent },
  )
  const profile = profileOf(agent, profiles)
  const model = await catalogue.get(wanted ?? profile.model ?? 'default')
  const origin = fork === undefined ? undefined : await findOrigin(fork, await house.database.find())
  if (resume !== undefined) await needConversation(resume, await house.database.find())
  const session = await house.openSession({
    ...own,
    ...defined({ dialect: own.dialect ?? (await dialectOf(profile, model)) }),
    principal: { ...own.principal, ...defined({ agent }) },
    scope: { ...own.scope, provider: own.scope?.provider ?? model.id },
    ...defined({ workspace, id: resume ?? id, follows: origin?.session ?? own.follows }),
  })
  let files: ReturnType<typeof readInstructionFiles> | undefined
  try {
    // Ends the calls that ran when the process of the session died, so that they are read as interrupted.
    const database = await house.database.find()
    if (resume !== undefined && database !== undefined) await recoverInterrupted(database)
    if (resume !== undefined) await session.interrupted()
    const recorded =
      resume === undefined || database === undefined ? undefined : await readConversation(database, resume)
    const start = recorded ?? origin?.state ?? noConversation
    return await createConversation({
      house,
      session,
      catalogue,
      model,
      budget: { ...profile.limits, ...budget },
      ...defined({ reasoning: profile.reasoning }),
      start,
      ...defined({ origin: origin && { session: origin.session, through: origin.node } }),
      system: async () => {
        files ??= readInstructionFiles(session, house.home)
        return assembleSystem({ house, session, files: await files, profile })
      },
      scoped: createScopedInstructions({
        session,
        home: house.home,
        workspace: workspace ?? house.workspace,
        openedAt: house.clock.now(),
      }),
      ...defined({
        judgeReply: judgeReplies(profile, { house, session, workspace: workspace ?? house.workspace }),
      }),
      latest: (run, said) =>
        assembleLatest({ house, session, run, ...defined({ words: said?.text, message: said?.node }) }),
      lease: async (onLost) => {
        const opened = await house.database.find()
        return opened && takeWriterLease(opened, { session: session.id, clock: house.clock, onLost })
      },
      readSpent: async () => {
        const opened = await house.database.find()
        return opened && readSpent(opened, session.id)
      },
      spentByChildren: async () => (await house.service('childAgents'))?.spent(session.id),
      attach: async (conversation) => {
        const children = await house.service('childAgents')
        const attached = await children?.attach({ conversation, principal: session.principal, runner })
        const database = await house.database.find()
        const inbox =
          database &&
          (await openInbox(database, { session: session.id, take: (delivery) => take(delivery, conversation) }))
        return {
          [Symbol.asyncDispose]: async () => {
            await inbox?.[Symbol.asyncDispose]()
            await attached?.[Symbol.asyncDispose]()
          },
        }
      },
      mayCompact: async (intended, run) => {
        const consent = await house.service('compactionConsent')
        const caller = { principal: { ...session.principal, run }, workspace: workspace ?? house.workspace }
        return (await consent?.ask(intended, caller)) ?? true
      },
      openChildren: async () => {
        const children = (await (await house.service('childAgents'))?.list(session.id)) ?? []
        const isOpen = ({ state }: Child) => state === 'pending' || state === 'running'
        return children
          .filter(isOpen)
          .map(({ id, label, task }) => ({ id, label, task: shortenMiddle(task, longestTask) }))
      },
      hasPosted: async (posted) => {
        const opened = await house.database.find()
        return opened !== undefined && (await hasPostedMessage(opened, session.id, posted))
      },
      readUpTo: async (node) => {
        const opened = await house.database.find()
        return opened && readUpTo(opened, session.id, node)
      },
      readWhole: async () => {
        const opened = await house.database.find()
        return opened && Array.fromAsync(readWholeConversation(opened, session.id))
      },
      restoreFiles: async (entries) => {
        const { restoreFiles } = await import('./conversation/restore-files.ts')
        return restoreFiles(entries, { session, home: house.home, workspace: workspace ?? house.workspace })
      },
    })
  } catch (error) {
    await session[Symbol.asyncDispose]()
    throw error
  }
}

/** Gives a conversation what was left for it. */
async function take(delivery: Delivery, conversation: Conversation): Promise<void> {
  if (delivery.kind === 'abort') return conversation.abort(delivery.reason)
  const { id, from = 'user', text } = delivery
  await conversation.post({ id, from, text })
}

/** A failed resume never opens an empty session. */
async function needConversation(session: string, database: Database | undefined): Promise<ConversationState> {
  const state = database && (await readConversation(database, session))
  if (state !== undefined) return state
  throw new DrawbridgeError(
    'invalid_option',
    `No conversation is recorded under the session "${session}". List the recorded sessions with: drawbridge sessions`,
  )
}

interface Origin {
  readonly session: string
  readonly node: string
  readonly state: ConversationState
}

async function findOrigin(
  { session, node }: NonNullable<ConversationOptions['fork']>,
  database: Database | undefined,
): Promise<Origin> {
  const whole = await needConversation(session, database)
  const last = node ?? whole.head ?? ''
  const state = node === undefined ? whole : database && (await readUpTo(database, session, node))
  if (state !== undefined) return { session, node: last, state: { ...state, waiting: [] } }
  throw new DrawbridgeError(
    'invalid_option',
    `The session "${session}" has no node "${node}". List its nodes with: drawbridge sessions show ${session} --tree`,
  )
}
