import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createScrubber } from '@drawbridge/core/scrub'
import { expect, test } from 'vitest'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'
import { readMessageHistory } from './message-history.ts'

test('a message is there in the next chat, and a secret in it is not', async () => {
  const { home } = scratchFolder()
  const secret = ['ghp', 'R7tqX2mVb9LwKc4ZsYdN8hPfJ3gUe6Aa1BoT'].join('_')
  const first = await readMessageHistory(home, createScrubber())
  await first.add('Where are totals computed?\nIn which file?')
  await first.add(`Push with ${secret} please.`)
  expect(readFileSync(join(home, 'chat-history.jsonl'), 'utf8')).not.toContain(secret)
  const { messages } = await readMessageHistory(home, createScrubber())
  expect(messages).toEqual([
    'Where are totals computed?\nIn which file?',
    expect.stringMatching(/^Push with .*REDACTED.* please\.$/),
  ])
})
