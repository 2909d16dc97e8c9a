import { costOf, promptTokens } from '@drawbridge/core/model'
import { describe, expect, onTestFinished, test } from 'vitest'
import { afterwards, ask, question } from '../testing/ask-fake.ts'
import { connectFake, fakeFamilies } from '../testing/connect-fake.ts'
import { type FakeModelsOptions, openFakeModels } from '../testing/fake-models.ts'
import type { FakeFamily } from '../testing/fake-step.ts'

const families = Object.keys(fakeFamilies) as FakeFamily[]
const price = { input: 3, output: 15, cacheRead: 0.3 }
const read = (path: string) => ({ name: 'fs__read_file', input: { path } })

async function open(family: FakeFamily, answers: FakeModelsOptions['answers'], more: Partial<FakeModelsOptions> = {}) {
  const fake = await openFakeModels({ answers, ...more })
  onTestFinished(() => fake[Symbol.asyncDispose]())
  return { fake, model: await connectFake(fake, family, { price, limits: { context: 200_000, maxOutput: 32_000 } }) }
}

describe.each(families)('a conversation over %s', (family) => {
  test('streams reasoning, text and parallel calls, and what is signed goes back as the service wants it', async () => {
    const { fake, model } = await open(
      family,
      [
        { reasoning: 'They want two files.', text: 'I read them.', calls: [read('a ü 😀'), read('b')] },
        { reasoning: 'And the time.', calls: [{ name: 'time__now' }] },
        { text: 'Done.' },
      ],
      { wantsReasoning: true },
    )
    const first = await ask(model, question)
    expect(first.answer).toMatchObject({ stop: 'calls', cut: [], model: 'fake/model-1', usage: { estimated: false } })
    expect(first.answer?.blocks).toMatchObject([
      { type: 'reasoning', text: 'They want two files.' },
      { type: 'text', text: 'I read them.' },
      { type: 'call', name: 'fs__read_file', input: { path: 'a ü 😀' } },
      { type: 'call', name: 'fs__read_file', input: { path: 'b' } },
    ])
    const said = (type: 'text' | 'reasoning') =>
      first.events.flatMap((event) => (event.type === type ? [event.text] : [])).join('')
    expect([said('reasoning'), said('text')]).toEqual(['They want two files.', 'I read them.'])
    if (first.answer === undefined) throw first.error
    const second = await ask(model, afterwards(question, first.answer))
    expect(second.error).toBeUndefined()
    if (second.answer === undefined) throw second.error
    const third = await ask(model, afterwards(afterwards(question, first.answer), second.answer))
    expect(third.answer).toMatchObject({ stop: 'stop', blocks: [{ type: 'text', text: 'Done.' }] })
    expect(fake.problems).toEqual([])
    expect(JSON.stringify(fake.requests[1]?.body)).toContain('AAAA')
  })

  test('counts tokens and cost as the service does', async () => {
    const { fake, model } = await open(family, [{ reasoning: 'Hm.', text: 'One.' }, { text: 'Two.' }])
    const answers = [(await ask(model, question)).answer, (await ask(model, question)).answer]
    const usages = answers.flatMap((answer) => (answer === undefined ? [] : [answer.usage]))
    const sum = (of: (usage: (typeof usages)[number]) => number) =>
      usages.map(of).reduce((left, right) => left + right, 0)
    expect({
      prompt: sum(promptTokens),
      cached: sum(({ cacheRead }) => cacheRead),
      output: sum(({ output }) => output),
      reasoning: sum(({ reasoning }) => reasoning),
    }).toEqual(fake.counted)
    expect(fake.counted.cached).toBeGreaterThan(0)
    expect(answers.map((answer) => answer?.cost)).toEqual(usages.map((usage) => costOf(usage, price)))
  })

  test('the tools stay in a request that forbids their use', async () => {
    const { fake, model } = await open(family, [{ text: 'Nothing then.' }])
    await ask(model, { ...question, toolChoice: 'none' })
    const text = JSON.stringify(fake.requests[0]?.body)
    expect(text).toContain('fs__read_file')
    expect(text).toMatch(/"(?:tool_choice|mode)":(?:"none"|"NONE"|\{"type":"none"\})/)
  })

  test('the same request has the same bytes', async () => {
    const { fake, model } = await open(family, [{ text: 'a' }, { text: 'b' }])
    await ask(model, question)
    await ask(model, structuredClone(question))
    expect(JSON.stringify(fake.requests[0]?.body)).toBe(JSON.stringify(fake.requests[1]?.body))
  })

  test('ends at once if the caller aborts, and leaves no connection open', async () => {
    const { model } = await open(family, [
      { text: 'A long story, told in very many words that take their time.', quirks: ['stall'] },
    ])
    const stopping = new AbortController()
    const asked: string[] = []
    const stream = async () => {
      for await (const { type } of model.stream(question, stopping.signal)) {
        asked.push(type)
        stopping.abort()
      }
    }
    await expect(stream()).rejects.toMatchObject({ name: 'ModelError', code: 'aborted' })
    expect(asked.length).toBeGreaterThan(0)
  })

  test('goes on with another model of another format in mid-session', async () => {
    const { fake, model } = await open(family, [{ reasoning: 'Hm.', calls: [read('a')] }])
    const { answer } = await ask(model, question)
    if (answer === undefined) throw new Error('There is no answer.')
    for (const other of families) {
      const next = await openFakeModels({ answers: [{ text: 'Go on.' }] })
      onTestFinished(() => next[Symbol.asyncDispose]())
      const there = await connectFake(next, other, { name: 'gemini-3-other' })
      const asked = await ask(there, afterwards(question, answer))
      expect([other, next.problems, asked.answer?.stop]).toEqual([other, [], 'stop'])
      expect(asked.events[0]?.type).toBe('repaired')
    }
    expect(fake.problems).toEqual([])
  })
})
