import type { AssistantMessage, ModelMessage, ModelRequest } from '@drawbridge/core/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import type { FakeFamily } from '../testing/fake-step.ts'
import { validateLowered, wireFormats } from '../testing/validate-request.ts'
import { checkTranscript } from './check-transcript.ts'

const models = ['p/gemini-3-pro', 'p/gpt-5', 'q/other']
const signed = { signature: 'known', encrypted: 'known', id: 'rs_1', field: 'reasoning_content' }

const id = fc.constantFrom('a', 'b', 'c', 'a b', 'x'.repeat(90), '', 'é')
const text = fc.constantFrom('', ' ', 'Hello.', 'Hello. \n', 'ünï😀')
const opaque = fc.option(fc.constant(signed), { nil: undefined })
const textBlock = fc.record({ type: fc.constant('text' as const), text })
const media = fc.constant({ type: 'media' as const, mediaType: 'image/png', data: 'AAAA' })
const call = fc
  .record({
    type: fc.constant('call' as const),
    id,
    name: fc.constantFrom('fs__read_file', 'fs.read_file', '9lives', 'n'.repeat(80), 'ü'),
    input: fc.oneof(
      fc.constant({}),
      fc.constant({ path: 'a' }),
      fc.constant('cut {"a' as never),
      fc.constant([] as never),
    ),
    opaque,
  })
  .map(({ opaque: kept, ...rest }) => ({ ...rest, ...(kept === undefined ? {} : { opaque: { signature: 'known' } }) }))
const reasoning = fc
  .record({ type: fc.constant('reasoning' as const), text, opaque })
  .map(({ opaque: kept, ...rest }) => ({ ...rest, ...(kept === undefined ? {} : { opaque: kept }) }))
const user = fc.record({
  role: fc.constant('user' as const),
  blocks: fc.array(fc.oneof(textBlock, media), { maxLength: 3 }),
  cache: fc.boolean(),
})
const assistant = fc.record({
  role: fc.constant('assistant' as const),
  blocks: fc.array(fc.oneof(textBlock, reasoning, call, call), { maxLength: 5 }),
  model: fc.constantFrom(...models),
  cache: fc.boolean(),
})
const tool = fc.record({
  role: fc.constant('tool' as const),
  blocks: fc.array(
    fc.record({
      type: fc.constant('result' as const),
      call: id,
      content: fc.array(fc.oneof(textBlock, media), { maxLength: 2 }),
      isError: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  cache: fc.boolean(),
})
const broken: fc.Arbitrary<ModelRequest> = fc.record({
  system: fc.array(fc.record({ text: fc.constantFrom('Be good.', 'Be quick.'), cache: fc.boolean() }), {
    maxLength: 3,
  }),
  messages: fc.array(fc.oneof(user, assistant, assistant, tool, tool) as fc.Arbitrary<ModelMessage>, { maxLength: 12 }),
  tools: fc.constantFrom(
    [],
    [{ name: 'fs__read_file', description: 'Reads.', schema: { type: 'object', properties: {} } }],
  ),
  toolChoice: fc.constantFrom('auto' as const, 'none' as const, 'required' as const),
  reasoning: fc.constantFrom('off' as const, 'medium' as const),
  maxOutput: fc.constantFrom(300, 8000, 900_000),
})

/** A conversation as it goes if nothing breaks: every call answered, every answer of one model. */
const whole = (model: string): fc.Arbitrary<ModelRequest> =>
  fc.array(fc.record({ calls: fc.nat(3), says: fc.boolean(), asks: fc.boolean() }), { maxLength: 8 }).map((turns) => ({
    messages: [
      { role: 'user', blocks: [{ type: 'text', text: 'Begin.' }] },
      ...turns.flatMap(({ calls, says, asks }, turn): ModelMessage[] => {
        const made = Array.from({ length: calls }, (_, index) => ({
          type: 'call' as const,
          id: `c${turn}_${index}`,
          name: 'fs__read_file',
          input: { index },
        }))
        const blocks: AssistantMessage['blocks'] = [
          { type: 'reasoning', text: 'Hm.', opaque: signed },
          ...(says || calls === 0 ? [{ type: 'text' as const, text: 'So.' }] : []),
          ...made,
        ]
        const results = made.map((one) => ({
          type: 'result' as const,
          call: one.id,
          content: [{ type: 'text' as const, text: 'Done.' }],
        }))
        return [
          { role: 'assistant', blocks, model },
          ...(calls > 0 ? [{ role: 'tool' as const, blocks: results }] : []),
          ...(asks || calls === 0
            ? [{ role: 'user' as const, blocks: [{ type: 'text' as const, text: 'Go on.' }] }]
            : []),
        ]
      }),
    ],
    tools: [{ name: 'fs__read_file', description: 'Reads.', schema: { type: 'object', properties: {} } }],
    reasoning: 'medium',
    maxOutput: 8000,
  }))

describe.each(Object.keys(wireFormats) as FakeFamily[])('%s', (family) => {
  const target = (model: string) => ({ model, family, context: 200_000, maxOutput: 32_000 })
  const problemsOf = (request: ModelRequest, model: string) => validateLowered(family, request, model)

  test('whatever a transcript went through, the service takes what is sent, and nothing is left to repair', () => {
    fc.assert(
      fc.property(broken, fc.constantFrom(...models), (request, model) => {
        const { request: sent } = checkTranscript(request, target(model))
        expect(problemsOf(sent, model)).toEqual([])
        const again = checkTranscript(sent, target(model))
        expect([again.repairs, again.request]).toEqual([[], sent])
      }),
      { numRuns: propertyRuns(150) },
    )
  })

  test('the same transcript is always repaired in the same way, and each change is told', () => {
    fc.assert(
      fc.property(broken, fc.constantFrom(...models), (request, model) => {
        const [left, right] = [
          checkTranscript(request, target(model)),
          checkTranscript(structuredClone(request), target(model)),
        ]
        expect(left).toEqual(right)
        if (left.request !== request) expect(left.repairs.length).toBeGreaterThan(0)
        else expect(left.repairs).toEqual([])
      }),
      { numRuns: propertyRuns(80) },
    )
  })

  test('a whole conversation is not touched', () => {
    fc.assert(
      fc.property(whole('p/gemini-3-pro'), (request) => {
        const { request: sent, repairs } = checkTranscript(request, target('p/gemini-3-pro'))
        expect(repairs).toEqual([])
        expect(sent).toBe(request)
        expect(problemsOf(sent, 'p/gemini-3-pro')).toEqual([])
      }),
      { numRuns: propertyRuns(80) },
    )
  })

  test('no word of the user is lost', () => {
    fc.assert(
      fc.property(broken, (request) => {
        const { request: sent } = checkTranscript(request, target('p/gpt-5'))
        const wordsOf = ({ messages }: ModelRequest) =>
          messages.flatMap(({ role, blocks }) =>
            role === 'user'
              ? blocks.flatMap((block) => (block.type === 'text' && block.text.trim() !== '' ? [block.text] : []))
              : [],
          )
        expect(wordsOf(sent).filter((word) => word !== 'Continue.')).toEqual(wordsOf(request))
      }),
      { numRuns: propertyRuns(80) },
    )
  })
})
