import type { ShownRequest } from '@drawbridge/chat'
import { createChat } from '@drawbridge/chat'
import { openChatTerminal } from '@drawbridge/chat/terminal'
import { type ApprovalRequest, DrawbridgeError } from '@drawbridge/core'
import type { AgentRunner, Conversation, ConversationOptions } from '@drawbridge/core/agent'
import { defined } from '@drawbridge/core/base'
import { createStyle } from '@drawbridge/room/text'
import { type ApproverTools, createDrawbridge, type Drawbridge } from '@drawbridge/sdk'
import { sessionAgent } from '../agents/session-agent.ts'
import { renderRequest } from '../approval/render-request.ts'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import { wantsColour } from '../io/wants-colour.ts'
import { resumeOrFork } from '../run/run-task.ts'
import type { SessionFlags } from '../session/session-flags.ts'
import { needSession, openRecord } from '../sessions/open-record.ts'
import { createChatHost } from './create-chat-host.ts'
import { readMessageHistory } from './message-history.ts'

export interface ChatFlags extends SessionFlags {
  readonly model?: string
  /** True for the last one. */
  readonly resume?: string | true
  readonly fork?: string
}

/** The number of sessions that `/sessions` lists, and among which the last conversation is looked for. */
const recentSessions = 20

/**
 * Talks with an agent at the terminal until the person leaves.
 * @param runnerOf Finds what runs agents in a house. Default: the service of that name.
 */
export async function runChat(
  message: string | undefined,
  flags: ChatFlags,
  io: Io,
  runnerOf: (house: Drawbridge['house']) => Promise<AgentRunner | undefined> = (house) => house.service('agentRunner'),
): Promise<ExitCode> {
  const { environment } = io
  if (flags.resume !== undefined && flags.fork !== undefined) throw new UsageError(resumeOrFork)
  const colour = wantsColour(io.output.isTerminal, environment)
  using terminal = openChatTerminal({ colour, term: environment.TERM })
  if (terminal === undefined)
    throw new UsageError('A chat needs a terminal: standard input and output must both be one.')
  const columns = () => Math.max(20, (terminal.output.columns || 80) - 1)
  let asked: ApproverTools | undefined
  const chat = createChat({
    terminal,
    prepare: (request) => prepare(request, asked, colour),
    ...defined({ message }),
  })
  const { home, mode, config, agent } = flags
  await using caller = await sessionAgent(flags)
  await using drawbridge = await createDrawbridge({
    ...caller.options,
    ...(agent === undefined ? { agents: { allowUnknown: true } } : {}),
    ...defined({ home, configFile: config }),
    fallbackDialect: 'auto',
    // The mode is that of the conversations. What works in the background has the configured one.
    authority: {
      createApprovers: (tools) => {
        asked = tools
        return [chat.approver]
      },
      questioners: [chat.questioner],
    },
  })
  const runner = await runnerOf(drawbridge.house)
  if (runner === undefined) throw new UsageError('No room runs agents here.')
  const options: ConversationOptions = defined({ mode, model: flags.model, deniedPaths: flags.deny })
  const first = await openFirst(runner, options, flags, io)
  const history = await readMessageHistory(drawbridge.home, drawbridge.house.scrubber)
  await using host = await createChatHost({
    drawbridge,
    runner,
    options,
    first,
    history,
    columns,
    recent: async () => {
      await using record = await openRecord(flags, io)
      return (await record?.list(recentSessions)) ?? []
    },
  })
  await using _workers = await drawbridge.startWorkers(host.tellFailure)
  await chat.run(host)
  await io.output.write(`To go on later: drawbridge chat --resume ${host.session()}\n`)
  return exitCodes.ok
}

async function openFirst(
  runner: AgentRunner,
  options: ConversationOptions,
  { resume, fork, ...flags }: ChatFlags,
  io: Io,
): Promise<Conversation> {
  if (resume === undefined && fork === undefined) return runner.open(options)
  await using record = await openRecord(flags, io)
  if (fork !== undefined) return runner.open({ ...options, fork: { session: (await needSession(fork, record)).id } })
  if (resume !== true) return runner.open({ ...options, resume: (await needSession(resume ?? '', record)).id })
  for (const { id } of (await record?.list(recentSessions)) ?? []) {
    const opened = await runner.open({ ...options, resume: id }).catch(passOver)
    // A session of single calls has no conversation.
    if (opened !== undefined && opened.entries().length > 0) return opened
    await opened?.[Symbol.asyncDispose]()
  }
  throw new UsageError('No conversation is among the sessions that were last recorded. Name one: --resume ID')
}

function passOver(error: unknown): undefined {
  if (error instanceof DrawbridgeError && error.code === 'invalid_option') return undefined
  throw error
}

/** Lays a question out as everywhere at the terminal. */
async function prepare(
  request: ApprovalRequest,
  tools: ApproverTools | undefined,
  colour: boolean,
): Promise<ShownRequest> {
  const { previewOfRequest } = await import('@drawbridge/sdk/preview')
  const preview = tools === undefined ? undefined : await previewOfRequest(request, tools)
  const shown = tools === undefined ? { request, preview } : tools.scrubber.scrubValue({ request, preview }).value
  return {
    request,
    layOut: (columns, complete) =>
      renderRequest({ ...shown, columns: columns + 1, style: createStyle(colour), complete }),
  }
}
