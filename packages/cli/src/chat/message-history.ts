import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Scrubber } from '@drawbridge/core/scrub'

const kept = 500

/** The messages of earlier chats. */
export interface MessageHistory {
  /** Oldest first. */
  readonly messages: readonly string[]
  /** Keeps a message without its secrets. Forgets it if it cannot be written. */
  add(message: string): Promise<void>
}

/** Reads the messages that a person sent in earlier chats: one JSON text on each line of `chat-history.jsonl` in the home. */
export async function readMessageHistory(home: string, scrubber: Pick<Scrubber, 'scrub'>): Promise<MessageHistory> {
  const file = join(home, 'chat-history.jsonl')
  const text = await readFile(file, 'utf8').catch(() => '')
  return {
    messages: text.split('\n').flatMap(readLine).slice(-kept),
    add: async (message) => {
      const line = `${JSON.stringify(scrubber.scrub(message).text)}\n`
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
        .then(() => appendFile(file, line, { mode: 0o600 }))
        .catch(() => undefined)
    },
  }
}

function readLine(line: string): readonly string[] {
  if (line === '') return []
  try {
    const message: unknown = JSON.parse(line)
    return typeof message === 'string' ? [message] : []
  } catch {
    return []
  }
}
