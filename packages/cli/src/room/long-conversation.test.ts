import { readConversation } from '@drawbridge/agents/record'
import { scriptModel } from '@drawbridge/agents/testing'
import type { Conversation } from '@drawbridge/core/agent'
import { addUsage, type ModelUsage, noUsage } from '@drawbridge/core/model'
import type { Connection } from '@drawbridge/store/database'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { assertTranscript } from '../__fixtures__/assert-transcript.ts'
import { homeOn } from '../__fixtures__/home-on.ts'

const onlyReading = {
  hide: ({ name }: { readonly name: string }) =>
    name === 'fs.read_file' ? undefined : ({ class: 'disabled', reason: 'not for this test', source: 'test' } as never),
}
const isSummary = (system: readonly { readonly text: string }[] | undefined) =>
  system?.[0]?.text.startsWith('You summarise') === true

describeDatabases('a long conversation', (database) => {
  const scratch = (files?: Parameters<typeof homeOn>[1]) => homeOn(database, files)

  test('of many turns stays below a small window and keeps the words of the user and the files', async () => {
    const context = 12_000
    const turns = propertyRuns(100)
    const used: ModelUsage[] = []
    let asked = 0
    const model = scriptModel(
      (request) => {
        const summary = isSummary(request.system)
        if (!summary) assertTranscript(request.messages)
        const answer = { input: JSON.stringify(request.messages).length, output: 7 }
        used.push({ ...noUsage, ...answer, estimated: true })
        const usage = { ...answer, estimated: true }
        if (summary) return { text: 'Much was read.', usage }
        asked += 1
        if (asked > turns) return { text: 'All read.', usage }
        return {
          text: `Reading ${asked}.`,
          calls: [{ name: 'fs__read_file', input: { path: `${asked % 7}.txt` } }],
          usage,
        }
      },
      { context, maxOutput: 1_000 },
    )
    const files = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`${n}.txt`, `${n} ${'line\n'.repeat(600)}`]))
    await using house = await agentHouse(model, {
      folder: scratch(files),
      settings: { endsLoops: false },
    })
    await using conversation = await house.runner.open({ ...onlyReading, budget: { maxTurns: turns + 1 } })
    const { report, events } = await readRun(
      conversation.send('Read everything; the code word is heron.'),
      async (event) => {
        if (event.type === 'turn.started' && event.turn === 50)
          await conversation.post({ text: 'Mind the second word: lapwing.' })
      },
    )
    expect(report).toMatchObject({ reason: 'max_turns', turns: turns + 1, calls: turns, text: 'All read.' })
    expect(report.usage).toEqual(used.reduce((sum, usage) => addUsage(sum, usage), noUsage))
    expect(events.filter(({ type }) => type === 'context.compacted').length).toBeGreaterThan(turns / 30)
    for (const event of events) if (event.type === 'usage.counted') expect(event.windowTokens).toBe(context)
    for (const { system = [], messages } of model.requests) {
      const texts = JSON.stringify([system, messages]).match(/"(?:text|path)":"(?:[^"\\]|\\.)*"/g) ?? []
      expect(texts.join('').replaceAll('\\n', ' ').length / 3.5).toBeLessThan(context)
    }
    const last = JSON.stringify(model.requests.at(-1)?.messages)
    for (const kept of ['heron', 'lapwing', '3.txt']) expect(last).toContain(kept)
  })

  test('goes back over a summary to an entry that it covers', async () => {
    const model = scriptModel(
      ({ system, messages }) =>
        isSummary(system) ? { text: 'short' } : { text: `answer ${messages.length} ${'x'.repeat(3_000)}` },
      { context: 8_000, maxOutput: 1_000 },
    )
    await using house = await agentHouse(model, { folder: scratch() })
    await using conversation = await house.runner.open(onlyReading)
    await readRun(conversation.send('first'))
    const early = conversation.entries().at(-1)?.node
    for (let n = 0; n < 10; n += 1) await readRun(conversation.send(`more ${n}`))
    expect(conversation.entries()[0]).toMatchObject({ kind: 'compaction', summary: expect.stringContaining('first') })
    await conversation.rewind(early)
    expect(conversation.entries().map(({ kind }) => kind)).toEqual(['message', 'answer'])
    await readRun(conversation.send('anew'))
    expect(model.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  })

  test('refuses a summary that is longer than its source, changes nothing, and ends after three of them', async () => {
    const model = scriptModel(
      ({ system }) => (isSummary(system) ? { text: 'z'.repeat(60_000) } : { text: 'x'.repeat(4_000) }),
      { context: 8_000, maxOutput: 1_000 },
    )
    await using house = await agentHouse(model, { folder: scratch() })
    await using conversation = await house.runner.open(onlyReading)
    let report = (await readRun(conversation.send('first'))).report
    for (let n = 0; n < 9 && report.reason === 'completed'; n += 1)
      report = (await readRun(conversation.send(`more ${n}`))).report
    expect(report).toMatchObject({
      reason: 'context_exhausted',
      message: expect.stringContaining('could not be made smaller'),
    })
    expect(conversation.entries().some(({ kind }) => kind === 'compaction')).toBe(false)
    // The cost includes the summaries that were refused.
    const { usage } = await conversation.spent()
    expect(usage.output).toBe(model.requests.length * 10)
  })

  test('is opened by reading what is behind its last summary, however much is before that', async () => {
    const model = scriptModel(({ system }) => (isSummary(system) ? { text: 'short' } : { text: 'x'.repeat(3_000) }), {
      context: 8_000,
      maxOutput: 1_000,
    })
    await using house = await agentHouse(model, { folder: scratch() })
    await using conversation = await house.runner.open(onlyReading)
    const bytesRead = async () => {
      let [bytes, reads] = [0, 0]
      const found = await house.drawbridge.house.database.find()
      if (found === undefined) throw new Error('There is no record.')
      const count = <Value>(value: Value): Value => {
        bytes += JSON.stringify(value ?? null).length
        reads += 1
        return value
      }
      const watched: Connection = {
        ...found,
        get: async (statement, ...values) => count(await found.get(statement, ...values)),
        all: async (statement, ...values) => count(await found.all(statement, ...values)),
      }
      const state = await readConversation(watched, conversation.id)
      expect(state?.entries).toEqual(conversation.entries())
      return { bytes, reads }
    }
    const sizes: { readonly bytes: number; readonly reads: number }[] = []
    for (let n = 0; n < 24; n += 1) {
      await readRun(conversation.send(`message ${n}`))
      sizes.push(await bytesRead())
    }
    const most = (from: number, to: number) => Math.max(...sizes.slice(from, to).map(({ bytes }) => bytes))
    // A summary grows by the user's words alone, and those have a budget.
    expect(most(16, 24)).toBeLessThan(most(0, 12) * 1.5)
    expect(Math.max(...sizes.slice(16).map(({ reads }) => reads))).toBeLessThan(80)
  })

  test('ends with a reason if instructions and tools alone do not fit', async () => {
    await using house = await agentHouse(scriptModel([], { context: 1_000 }), { folder: scratch() })
    await using conversation = await house.runner.open()
    const { report } = await readRun(conversation.send('hello'))
    expect(report).toMatchObject({ reason: 'context_exhausted', turns: 0 })
  })

  test('stays valid for every provider through aborts, steering, forks, rewinds, compaction and reopening', async () => {
    const actions = fc.array(fc.constantFrom('send', 'abort', 'steer', 'compact', 'fork', 'rewind', 'reopen'), {
      minLength: 1,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(actions, async (steps) => {
        let count = 0
        const model = scriptModel((request) => {
          if (isSummary(request.system)) return { text: 'short' }
          assertTranscript(request.messages)
          count += 1
          const name = 'fs__read_file'
          if (count % 3 === 0) return { text: 'done' }
          return {
            calls: [
              { name, input: { path: 'a.txt' } },
              { name, input: { path: 'b.txt' } },
            ],
          }
        })
        await using house = await agentHouse(model, {
          folder: scratch({ 'a.txt': 'a' }),
          settings: { endsLoops: false },
        })
        let conversation: Conversation = await house.runner.open(onlyReading)
        for (const step of ['send', ...steps]) conversation = await take(step, conversation, house.runner)
        await conversation[Symbol.asyncDispose]()
      }),
      { numRuns: propertyRuns(6) },
    )
  })
})

async function take(
  step: string,
  conversation: Conversation,
  runner: Awaited<ReturnType<typeof agentHouse>>['runner'],
): Promise<Conversation> {
  switch (step) {
    case 'send':
      await readRun(conversation.send('go on'))
      return conversation
    case 'abort':
      await readRun(conversation.send('go on'), ({ type }) => {
        if (type === 'call.started') conversation.abort('stop')
      })
      return conversation
    case 'steer':
      await conversation.post({ text: 'by the way' })
      return conversation
    case 'compact':
      await conversation.compact()
      return conversation
    case 'rewind':
      await conversation.rewind(conversation.entries().find(({ kind }) => kind === 'message')?.node)
      return conversation
    case 'fork': {
      const next = await runner.open({ ...onlyReading, fork: { session: conversation.id } })
      await conversation[Symbol.asyncDispose]()
      return next
    }
    default: {
      const { id } = conversation
      await conversation[Symbol.asyncDispose]()
      return runner.open({ ...onlyReading, resume: id })
    }
  }
}
