import { readWholeConversation } from '@drawbridge/agents/record'
import type { ConversationEntry } from '@drawbridge/core/agent'
import { contentText } from '@drawbridge/core/artifact'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import { needSession, openRecord } from './open-record.ts'
import type { RecordFlags } from './record-flags.ts'

/** Writes the conversation of a session, as Markdown or as one JSON object per entry. Entries that a summary covers are there as well. */
export async function exportConversation(
  given: string,
  { as, ...flags }: RecordFlags & { readonly as: 'markdown' | 'json' },
  io: Io,
): Promise<void> {
  await using record = await openRecord(flags, io)
  const { id } = await needSession(given, record)
  if (record === undefined) return
  let count = 0
  for await (const entry of readWholeConversation(record.database, id)) {
    if (io.output.closed) return
    count += 1
    await io.output.write(as === 'json' ? `${JSON.stringify(entry)}\n` : renderEntry(entry))
  }
  if (count === 0) throw new UsageError(`The session "${id}" has no conversation. Leave out --as to export its events.`)
}

function renderEntry(entry: ConversationEntry): string {
  switch (entry.kind) {
    case 'message':
      return `## ${entry.from}\n\n${entry.text}\n\n`
    case 'turn':
    case 'answer':
      return `## assistant\n\n${entry.blocks
        .map((block) => {
          if (block.type === 'text') return `${block.text}\n\n`
          if (block.type === 'call')
            return `**${block.name}**\n\n${fenced(JSON.stringify(block.input, undefined, 2), 'json')}`
          return ''
        })
        .join('')}`
    case 'result':
      return `### ${entry.isError ? 'error' : 'result'} of ${entry.tool}\n\n${fenced(contentText(entry.content), '')}`
    case 'compaction':
      return entry.summary === undefined ? '' : `## summary of what came before\n\n${fenced(entry.summary, '')}`
  }
}

/** The fence is longer than any run of backticks in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}\n\n`
}
