import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scriptModel } from '@drawbridge/agents/testing'
import type { Mode } from '@drawbridge/core'
import type { LoopEvent } from '@drawbridge/core/agent'
import { defined } from '@drawbridge/core/base'
import type { Questioner, QuestionReply, QuestionRequest } from '@drawbridge/core/question'
import { describe, expect, test } from 'vitest'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'

const says = (chosen: 'yes' | 'no'): QuestionReply => ({ status: 'answered', answers: [{ chosen: [chosen] }] })
const wasCompacted = ({ type }: LoopEvent) => type === 'context.compacted'

function homeWith(config: object): ScratchFolder {
  const folder = scratchFolder()
  mkdirSync(folder.home, { mode: 0o700 })
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify(config))
  return folder
}

/** Talks with a model whose window is small until the run does not complete. */
async function talk({
  compact,
  reply,
  mode,
}: {
  readonly compact?: object
  readonly reply?: QuestionReply
  readonly mode?: Mode
}) {
  const asked: QuestionRequest[] = []
  const person: Questioner = {
    id: 'person',
    ask: async (request) => {
      asked.push(request)
      return reply
    },
  }
  const model = scriptModel(
    ({ system }) =>
      system?.[0]?.text.startsWith('You summarise') === true ? { text: 'short' } : { text: 'x'.repeat(3_000) },
    { context: 8_000, maxOutput: 1_000 },
  )
  await using house = await agentHouse(model, {
    folder: homeWith(compact === undefined ? {} : { compact }),
    authority: { questioners: [person] },
  })
  await using conversation = await house.runner.open({
    hide: () => ({ class: 'disabled', reason: 'not for this test', source: 'test' }) as never,
    ...defined({ mode }),
  })
  const runs: Awaited<ReturnType<typeof readRun>>[] = []
  for (let n = 0; n < 12 && (runs.at(-1)?.report.reason ?? 'completed') === 'completed'; n += 1)
    runs.push(await readRun(conversation.send(`message ${n}`)))
  const events = runs.flatMap((run) => run.events)
  return { asked, events, compactions: events.filter(wasCompacted).length, last: runs.at(-1)?.report, conversation }
}

describe('with compact.notify', () => {
  test('the person is asked before each compaction, which is made after a yes', async () => {
    const { asked, compactions, last } = await talk({ compact: { notify: true }, reply: says('yes') })
    expect(compactions).toBeGreaterThan(0)
    expect(asked).toHaveLength(compactions)
    expect(asked[0]?.questions).toEqual([
      {
        kind: 'yes_no',
        header: 'Compaction',
        question: expect.stringMatching(
          /^The conversation has about \d+ tokens, and the window of the model 8000\. Replace earlier messages by a summary\?/,
        ),
      },
    ])
    expect(last?.reason).toBe('completed')
  })

  test('a no changes nothing while the prompt fits, and ends the run once it does not', async () => {
    const { asked, compactions, last, conversation } = await talk({ compact: { notify: true }, reply: says('no') })
    expect(compactions).toBe(0)
    expect(conversation.entries().some(({ kind }) => kind === 'compaction')).toBe(false)
    const texts = asked.map(({ questions: [first] }) => first?.question ?? '')
    expect(texts[0]).not.toContain('the run ends')
    expect(texts.at(-1)).toContain('If not, the run ends')
    expect(last).toMatchObject({ reason: 'context_exhausted', message: expect.stringContaining('you did not want') })
  })

  test('a run goes ahead if nobody answers', async () => {
    const { asked, compactions } = await talk({ compact: { notify: true } })
    expect(compactions).toBeGreaterThan(0)
    expect(asked).toHaveLength(compactions)
  })

  test('a run in the mode non-interactive asks nobody', async () => {
    const { asked, compactions } = await talk({ compact: { notify: true }, mode: 'non-interactive', reply: says('no') })
    expect(compactions).toBeGreaterThan(0)
    expect(asked).toEqual([])
  })

  test('config explain says where it was set', async () => {
    const folder = homeWith({ compact: { notify: true } })
    const { stdout } = await runHere(folder, ['config', 'explain'])
    expect(stdout).toMatch(/compact\.notify +true +\(.*drawbridge\.jsonc/)
    expect(stdout).toMatch(/compact\.waitSeconds +120 +\(built-in/)
  })
})

test('without compact.notify nobody is asked before a compaction', async () => {
  const { asked, compactions } = await talk({ reply: says('no') })
  expect(compactions).toBeGreaterThan(0)
  expect(asked).toEqual([])
})
