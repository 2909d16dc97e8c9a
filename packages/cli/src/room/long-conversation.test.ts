import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { scriptModel } from '@drawbridge/agents/testing'
import type { Conversation } from '@drawbridge/core/agent'
import { addUsage, type ModelUsage, noUsage } from '@drawbridge/core/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { assertTranscript } from '../__fixtures__/assert-transcript.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const onlyReading = {
  hide: ({ name }: { readonly name: string }) =>
    name === 'fs.read_file' ? undefined : ({ class: 'disabled', reason: 'not for this test', source: 'test' } as never),
}
const isSummary = (system: readonly { readonly text: string }[] | undefined) =>
  system?.[0]?.text.startsWith('You summarise') === true

describe('a long conversation', () => {
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
      folder: scratchFolder(files),
      settings: { endsLoops: false },
    })
    await using conversation = await house.runner.open({ ...onlyReading, budget: { maxTurns: turns + 1 } })
    const { report, events } = await readRun(
      conversation.send('Read everything; the code word is heron.'),
      async (event) => {
        if (event.type === 'turn.started' && event.turn === 50)
          await conversation.steer('Mind the second word: lapwing.')
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
    await using house = await agentHouse(model)
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

  test('ends with a reason if instructions and tools alone do not fit', async () => {
    await using house = await agentHouse(scriptModel([], { context: 1_000 }))
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
          folder: scratchFolder({ 'a.txt': 'a' }),
          settings: { endsLoops: false },
        })
        let conversation: Conversation = await house.runner.open(onlyReading)
        for (const step of ['send', ...steps]) conversation = await take(step, conversation, house.runner)
        await conversation[Symbol.asyncDispose]()
      }),
      { numRuns: propertyRuns(6) },
    )
  })

  test('survives kill -9 at any moment: what was acknowledged is there, and nothing runs twice', async () => {
    const folder = scratchFolder()
    const script = join(import.meta.dirname, '../__fixtures__/write-until-killed.ts')
    const done = new Set<string>()
    const rounds = propertyRuns(3)
    for (let round = 0; round < rounds; round += 1) {
      const child = spawn(process.execPath, [script, folder.workspace, folder.home, 'work', String(round)])
      let text = ''
      const started = new Promise<void>((resolve) => {
        child.stdout.on('data', (chunk) => {
          text += String(chunk)
          if (text.includes('said\n')) resolve()
        })
      })
      await Promise.race([started, once(child, 'exit')])
      await wait(Math.random() * 400)
      child.kill('SIGKILL')
      await once(child, 'close')
      for (const line of text.split('\n').slice(0, -1)) if (line !== 'said') done.add(line)
      const model = scriptModel((request) => {
        assertTranscript(request.messages)
        return { text: 'seen' }
      })
      await using house = await agentHouse(model, { folder })
      await using conversation = await house.runner.open({ resume: 'work' })
      const results = conversation.entries().flatMap((entry) => (entry.kind === 'result' ? [entry] : []))
      const ids = results.map(({ call }) => call)
      expect(new Set(ids).size).toBe(ids.length)
      for (const call of done) expect(ids).toContain(call)
      for (const result of results) {
        if (result.isError && !done.has(result.call)) expect(JSON.stringify(result.content)).toContain('interrupted')
      }
      expect((await readRun(conversation.send('What now?'))).report.reason).toBe('completed')
    }
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
      await conversation.steer('by the way')
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
