import { scriptModel } from '@drawbridge/agents/testing'
import { approveEverything } from '@drawbridge/core'
import type { Conversation, LoopEvent } from '@drawbridge/core/agent'
import type { Model, ModelEvent, ModelFamily } from '@drawbridge/core/model'
import { knownSignature, validateRequest } from '@drawbridge/models/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

/** Random conversations. `.ci/run` asks for more. */
const runs = Number(process.env.DRAWBRIDGE_FUZZ_RUNS ?? 8)

const families: Readonly<Record<string, ModelFamily>> = {
  'p/chat': 'openai-chat',
  'p/gpt-5': 'openai-responses',
  'p/claude': 'anthropic',
  'p/gemini-3': 'gemini',
}
const opaque = { signature: knownSignature, encrypted: knownSignature, id: 'rs_1' }

const step = fc.record({
  action: fc.constantFrom('send', 'abort', 'steer', 'compact', 'fork', 'rewind', 'reopen', 'change model'),
  /** The event at which something happens, counted from the beginning of a run. */
  at: fc.nat(24),
  pick: fc.nat(1_000),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

test('every request is valid in all formats through aborts and steering at any event, compaction, forks, rewinds, reopening and other providers', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const problems: string[] = []
      let answers = 0
      const model = (id: string, family: ModelFamily): Model => {
        const script = scriptModel(
          ({ system }) => {
            if (system?.[0]?.text.startsWith('You summarise') === true) return { text: 'short' }
            answers += 1
            if (answers % 4 === 0) return { text: `done ${'x'.repeat(500)}` }
            const read = (path: string) => ({ name: 'fs__read_file', input: { path } })
            return { text: 'I read.', calls: [read('a.txt'), read('b.txt'), read('a.txt')] }
          },
          { id, context: 12_000, maxOutput: 800 },
        )
        return {
          ...script,
          family,
          stream: async function* (request, signal) {
            problems.push(...validateRequest(request, id))
            for await (const event of script.stream(request, signal)) yield reasoned(event)
          },
        }
      }
      const models = Object.fromEntries(Object.entries(families).map(([id, family]) => [id, model(id, family)]))
      const [first] = Object.values(models)
      if (first === undefined) throw new Error('There is no model.')
      await using house = await agentHouse(
        { ...models, default: first },
        {
          folder: scratchFolder({ 'a.txt': 'a '.repeat(1_500) }),
          settings: { endsLoops: false },
          authority: { approvers: [approveEverything] },
        },
      )
      let conversation = await house.runner.open(onlyReading)
      await readRun(conversation.send('Begin.', { budget: { maxTurns: 3 } }))
      for (const next of steps) conversation = await take(next, conversation, house.runner)
      await readRun(conversation.send('At last.', { budget: { maxTurns: 3 } }))
      await conversation[Symbol.asyncDispose]()
      expect(problems).toEqual([])
    }),
    { numRuns: propertyRuns(runs) },
  )
})

const onlyReading = {
  hide: ({ name }: { readonly name: string }) =>
    name === 'fs.read_file' ? undefined : ({ class: 'disabled', reason: 'not for this test', source: 'test' } as never),
}

/** Reasoning that its provider signed comes before each answer. */
function reasoned(event: ModelEvent): ModelEvent {
  if (event.type !== 'answered') return event
  const { answer } = event
  return { ...event, answer: { ...answer, blocks: [{ type: 'reasoning', text: 'Hm.', opaque }, ...answer.blocks] } }
}

async function take(
  { action, at, pick }: Step,
  conversation: Conversation,
  runner: Awaited<ReturnType<typeof agentHouse>>['runner'],
): Promise<Conversation> {
  const run = async (onEvent: (event: LoopEvent, index: number) => unknown) => {
    let index = 0
    await readRun(conversation.send('Go on.', { budget: { maxTurns: 3 } }), async (event) => {
      await onEvent(event, index)
      index += 1
    })
  }
  const nodes = conversation.entries().flatMap((entry) => (entry.kind === 'result' ? [] : [entry.node]))
  const node = nodes[pick % Math.max(1, nodes.length)]
  switch (action) {
    case 'send':
      await run(() => undefined)
      return conversation
    case 'abort':
      await run((_, index) => (index === at ? conversation.abort('stop') : undefined))
      return conversation
    case 'steer':
      await run((_, index) => (index === at ? conversation.post({ text: 'By the way.' }) : undefined))
      return conversation
    case 'compact':
      await conversation.compact()
      return conversation
    case 'rewind':
      await conversation.rewind(node)
      return conversation
    case 'change model':
      await conversation.useModel(Object.keys(families)[pick % 4] ?? '')
      return conversation
    case 'fork': {
      const fork = { session: conversation.id, ...(node === undefined ? {} : { node }) }
      const next = await runner.open({ ...onlyReading, fork })
      await conversation[Symbol.asyncDispose]()
      return next
    }
    case 'reopen': {
      const { id } = conversation
      await conversation[Symbol.asyncDispose]()
      return runner.open({ ...onlyReading, resume: id })
    }
  }
}
