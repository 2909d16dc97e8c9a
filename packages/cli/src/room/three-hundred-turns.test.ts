import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import type { ModelPrice } from '@drawbridge/core/model'
import { costOf, promptTokens } from '@drawbridge/core/model'
import {
  connectFake,
  type FakeFamily,
  type FakeRequest,
  type FakeStep,
  openFakeModels,
} from '@drawbridge/models/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const context = 14_000
const turns = 300
const price: ModelPrice = { input: 3, output: 15, cacheRead: 0.3 }

/** The facts that have to be there at the end. */
const checklist = {
  words: ['The code word is heron.', 'The second word is lapwing.', 'The third word is bittern.'],
  todo: 'Water the plants on Friday',
  read: '3.txt',
  written: 'notes-7.md',
}

const names = ['fs.read_file', 'fs.write_file', 'todo.write']
const onlySome = {
  hide: ({ name }: { readonly name: string }) =>
    names.includes(name) ? undefined : ({ class: 'disabled', reason: 'not for this test', source: 'test' } as never),
}
const isSummary = ({ body }: FakeRequest) =>
  JSON.stringify(body.system ?? body.instructions ?? body.messages).includes('You summarise')

function play(): (request: FakeRequest) => FakeStep {
  let asked = 0
  return (request) => {
    if (isSummary(request)) return { text: 'Much was read and written; nothing failed.' }
    asked += 1
    if (asked === turns + 1) return { text: 'All done.' }
    const read = { name: 'fs__read_file', input: { path: `${asked % 7}.txt` } }
    const write = { name: 'fs__write_file', input: { path: `notes-${asked}.md`, content: `# ${asked}\n` } }
    const todo = { name: 'todo__write', input: { todos: [{ text: checklist.todo, status: 'pending' }] } }
    const calls = asked === 2 ? [todo] : asked % 7 === 0 ? [write, read] : [read]
    return { reasoning: `Thinking about ${asked}.`, text: `Step ${asked}.`, calls }
  }
}

describe.each<FakeFamily>(['anthropic', 'openai-chat'])('300 turns over %s in a small window', (family) => {
  test('keep words, todos and files below the window, and cost what the service counts', {
    timeout: 300_000,
  }, async () => {
    const fake = await openFakeModels({ answers: play(), context })
    onTestFinished(() => fake[Symbol.asyncDispose]())
    const model = await connectFake(fake, family, { limits: { context, maxOutput: 1_000 }, price })
    const files = Object.fromEntries(
      Array.from({ length: 7 }, (_, n) => [`${n}.txt`, `${n} ${'a line of it\n'.repeat(200)}`]),
    )
    await using house = await agentHouse(model, {
      folder: scratchFolder(files),
      settings: { endsLoops: false },
      authority: { approvers: [approveEverything], limiting: 'off' },
    })
    await using conversation = await house.runner.open({ ...onlySome, budget: { maxTurns: turns + 1 } })
    const [first = '', second = '', third = ''] = checklist.words
    const { report, events } = await readRun(conversation.send(first), async (event) => {
      if (event.type === 'turn.started' && event.turn === 100) await conversation.post({ text: second })
      if (event.type === 'turn.started' && event.turn === 290) await conversation.post({ text: third })
    })
    expect(fake.problems).toEqual([])
    expect(report).toMatchObject({ reason: 'max_turns', turns: turns + 1, text: 'All done.' })
    expect(events.filter(({ type }) => type === 'context.compacted').length).toBeGreaterThan(10)

    // Below the window by the service's own count: it refused none.
    expect(Math.max(...fake.requests.map(({ promptTokens: tokens }) => tokens))).toBeLessThan(context)
    expect(events.some((event) => event.type === 'answer.voided')).toBe(false)
    const { prompt, cached, output, reasoning } = fake.counted
    const { usage } = report
    expect({
      prompt: promptTokens(usage),
      cached: usage.cacheRead,
      output: usage.output,
      reasoning: usage.reasoning,
    }).toEqual({
      prompt,
      cached,
      output,
      reasoning,
    })
    expect(report.cost).toBeCloseTo(costOf(usage, price), 10)
    expect(await conversation.spent()).toEqual({ usage, cost: expect.closeTo(report.cost ?? 0, 10) })

    const last = JSON.stringify(fake.requests.at(-1)?.body)
    for (const kept of [...checklist.words, checklist.todo]) expect(last).toContain(kept)
    expect(last).toContain(`read: ${checklist.read}`)
    expect(last).toMatch(new RegExp(`changed: ${checklist.written} \\(sha256 [0-9a-f]{64}\\)`))
    expect(readFileSync(join(house.folder.workspace, checklist.written), 'utf8')).toBe('# 7\n')
  })
})
