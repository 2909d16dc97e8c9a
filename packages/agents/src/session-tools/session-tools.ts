import { type ContentBlock, fail, toolOutput } from '@drawbridge/core'
import type { ConversationEntry } from '@drawbridge/core/agent'
import { shortenMiddle } from '@drawbridge/core/base'
import { sessionKinds } from '@drawbridge/core/event'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import { readWholeConversation } from '../conversation/read-conversation.ts'
import { readSpent } from '../conversation/read-spent.ts'
import { needOwn, scopeOf } from './need-own.ts'
import { findOwnSession, listOwnSessions, searchOwnSessions, textOfEntry } from './read-sessions.ts'

/** The most of one entry that a history shows, in characters. */
const longestEntry = 4_000

/** `sessions.list`: the recorded conversations of the caller. */
export function listSessionsTool(house: Pick<House, 'database'>): ToolBody {
  return defineToolBody({
    input: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('The most sessions, latest first.'),
      kind: z
        .enum(sessionKinds)
        .optional()
        .describe(
          'Only sessions of this kind: direct for those in which a person speaks, child for those of subagents.',
        ),
      agent: z.string().min(1).max(200).optional().describe('Only sessions of this agent. You see those of your own.'),
    }),
    execute: async ({ limit, kind, agent }, { principal }) => {
      if (agent !== undefined && agent !== principal.agent) {
        const text = `You see the conversations of your own agent alone, so none of ${JSON.stringify(agent)}.`
        return toolOutput({ content: [recordedText(text, 'sessions.list')], data: { sessions: [] } })
      }
      const database = await house.database.find()
      const sessions =
        database === undefined ? [] : await listOwnSessions(database, scopeOf(principal), { limit, kind })
      const lines = sessions.map(
        ({ id, updatedAt, title }) => `${new Date(updatedAt).toISOString()}  ${id}  ${JSON.stringify(title)}`,
      )
      const text = lines.length === 0 ? 'No conversation is recorded.' : lines.join('\n')
      return toolOutput({ content: [recordedText(text, 'sessions.list')], data: { sessions } })
    },
  })
}

/** `sessions.history`: what was said and done in one conversation. */
export function sessionHistoryTool(house: Pick<House, 'database'>): ToolBody {
  return defineToolBody({
    input: z.strictObject({
      session: sessionId,
      from: z.string().min(1).max(300).optional().describe('The node to begin with. Default: the last entries.'),
      limit: z.int().min(1).max(100).default(20).describe('The most entries.'),
      include_results: z.boolean().default(true).describe('False to leave out what calls returned.'),
    }),
    execute: async ({ session, from, limit, include_results: withResults }, { principal }) => {
      const database = await needOwn(house, principal, session)
      const { entries, next } = await pageOf(readWholeConversation(database, session), { from, limit, withResults })
      if (from !== undefined && entries.length === 0)
        fail(
          'invalid_target',
          `The session "${session}" has no node "${from}". Call it without \`from\` for its last entries.`,
        )
      const shown = entries.map((entry) => ({
        node: entry.node,
        kind: entry.kind,
        ...(entry.kind === 'message' ? { from: entry.from } : {}),
        ...(entry.kind === 'result' ? { tool: entry.tool } : {}),
        time: entry.time,
        text: shortenMiddle(textOfEntry(entry), longestEntry),
      }))
      const text = shown.map((entry) => `[${entry.node}] ${wordOf(entry)}\n${entry.text}`).join('\n\n')
      const more = next === undefined ? '' : `\n\nMore follows: from ${JSON.stringify(next)}.`
      return toolOutput({
        content: [recordedText(`${text === '' ? 'Nothing was said yet.' : text}${more}`, 'sessions.history', session)],
        data: { session, entries: shown, ...(next === undefined ? {} : { next }) },
      })
    },
  })
}

/** `sessions.search`: finds what was said in the conversations of the caller. */
export function searchSessionsTool(house: Pick<House, 'database'>): ToolBody {
  return defineToolBody({
    input: z.strictObject({
      query: z.string().trim().min(1).max(1_000).describe('Words, in any order.'),
      limit: z.int().min(1).max(50).default(10).describe('The most results, best first.'),
    }),
    execute: async ({ query, limit }, { principal }) => {
      const database = await house.database.find()
      const scope = scopeOf(principal)
      const found = database === undefined ? [] : await searchOwnSessions(database, scope, { query, limit })
      const lines = found.map(({ session, node, text }) => `[${session} ${node}]\n${text}`)
      const text = lines.length === 0 ? `Nothing that was said matches ${JSON.stringify(query)}.` : lines.join('\n\n')
      return toolOutput({ content: [recordedText(text, 'sessions.search')], data: { found } })
    },
  })
}

/** `session.status`: the size and cost of a conversation. */
export function sessionStatusTool(house: Pick<House, 'database' | 'service'>): ToolBody {
  return defineToolBody({
    input: z.strictObject({ session: sessionId.optional().describe('Default: this one.') }),
    execute: async ({ session = '' }, { principal }) => {
      const id = session === '' ? principal.session : session
      const database = await needOwn(house, principal, id)
      const [row, { usage, cost }, children] = await Promise.all([
        findOwnSession(database, scopeOf(principal), id),
        readSpent(database, id),
        house.service('childAgents').then((agents) => agents?.spent(id)),
      ])
      const { input, cacheRead, cacheWrite, cacheWriteHour, output, reasoning } = usage
      const tokens = input + cacheRead + cacheWrite + cacheWriteHour + output + reasoning
      const facts = {
        session: id,
        ...(row?.agent == null ? {} : { agent: row.agent }),
        ...(row === undefined ? {} : { updatedAt: row.updated_at, calls: row.calls }),
        tokens,
        ...(cost === undefined ? {} : { cost }),
        ...(children === undefined ? {} : { children: { ...children } }),
      }
      const below =
        children === undefined
          ? ''
          : ` Its ${children.count} children and theirs: ${children.tokens} tokens ${priceOf(children.cost)}.`
      const text = `${id}: ${row?.calls ?? 0} calls, ${tokens} tokens ${priceOf(cost)}.${below}`
      return toolOutput({ content: [recordedText(text, 'session.status')], data: facts })
    },
  })
}

function priceOf(cost: number | undefined): string {
  return cost === undefined ? 'at an unknown cost' : `for $${cost.toFixed(4)}`
}

const sessionId = z.string().min(1).max(300).describe('The id of a session, as sessions.list shows it.')

/** Conversations hold the words of strangers as well, such as pages and files that were read. */
function recordedText(text: string, tool: string, target?: string): ContentBlock {
  const source = target === undefined ? { tool } : { tool, target }
  return { type: 'text', text, label: { sources: [source], trust: 'untrusted', readers: 'anyone' } }
}

function wordOf({
  kind,
  from,
  tool,
}: {
  readonly kind: string
  readonly from?: string
  readonly tool?: string
}): string {
  return from ?? (tool === undefined ? kind : `result of ${tool}`)
}

interface Page {
  readonly entries: readonly ConversationEntry[]
  /** The node that the next page begins with. */
  readonly next: string | undefined
}

interface PageQuestion {
  readonly from: string | undefined
  readonly limit: number
  readonly withResults: boolean
}

/** Reads one page: from a node on, or the last entries. Keeps no more entries than a page has. */
async function pageOf(
  all: AsyncIterable<ConversationEntry>,
  { from, limit, withResults }: PageQuestion,
): Promise<Page> {
  const entries: ConversationEntry[] = []
  for await (const entry of all) {
    if (!withResults && entry.kind === 'result') continue
    if (from !== undefined && entries.length === 0 && entry.node !== from) continue
    if (from !== undefined && entries.length === limit) return { entries, next: entry.node }
    entries.push(entry)
    if (from === undefined && entries.length > limit) entries.shift()
  }
  return { entries, next: undefined }
}
