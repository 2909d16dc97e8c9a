import { createScrubber } from '@drawbridge/core/scrub'
import type { ApproverTools } from '@drawbridge/sdk'
import { expect, test } from 'vitest'
import { approvalRequest } from '../__fixtures__/approval-request.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'
import { terminalWith } from '../approval/__fixtures__/terminal-with.ts'
import { askAtDesk } from './__fixtures__/ask-at-desk.ts'
import { answerAtTerminal } from './answer-at-terminal.ts'

test('an answer to a question that has changed meanwhile counts for nothing, and it is asked again as it is now', async () => {
  const kept = await askAtDesk(scratchFolder(), [approvalRequest({ digest: 'now' })])
  let looks = 0
  // At the first look the question was another one.
  const list: typeof kept.list = async (options) => {
    looks += 1
    const found = await kept.list(options)
    return looks > 1 ? found : found.map((each) => ({ ...each, request: { ...each.request, digest: 'before' } }))
  }
  const terminal = terminalWith(['y', 'y'])
  const tools: ApproverTools = { scrubber: createScrubber(), readVirtual: async () => undefined }
  const desk = { ...kept, list }
  const { signal } = new AbortController()
  await answerAtTerminal({ desk, terminal, tools, sender: { client: 'ann', human: true }, stays: false, signal })
  expect(terminal.shown()).toContain('approval_1 is not the question that you were shown')
  expect(terminal.shown().match(/Press|Why /g)?.length).toBeGreaterThanOrEqual(2)
  expect(await kept.find('approval_1')).toMatchObject({ state: 'decided', decision: { answer: 'allow_once' } })
})
