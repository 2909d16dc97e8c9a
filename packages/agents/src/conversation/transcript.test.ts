import type { ConversationEntry } from '@drawbridge/core/agent'
import { ownLabel } from '@drawbridge/core/artifact'
import { noUsage } from '@drawbridge/core/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { tokensOfMessages } from './count-tokens.ts'
import { renderMessages } from './render-messages.ts'
import { createTranscript } from './transcript.ts'

type Entries = readonly ConversationEntry[]
type Step = (entries: Entries, n: number) => Entries

const append = (entries: Entries, entry: ConversationEntry): Entries => [...entries, entry]
const resultsOf = (entries: Entries) => entries.flatMap((entry) => (entry.kind === 'result' ? [entry.call] : []))

const steps: Readonly<Record<string, Step>> = {
  message: (entries, n) =>
    append(entries, { kind: 'message', node: `message/${n}`, from: 'user', text: `word ${n}`, time: n }),
  turn: (entries, n) =>
    append(entries, {
      kind: 'turn',
      node: `turn/${n}`,
      run: 'r',
      model: 'm',
      usage: noUsage,
      time: n,
      blocks: [0, 1].map((index) => ({ type: 'call', id: `${n}-${index}`, name: 'fs__read_file', input: {} }) as const),
    }),
  result: (entries, n) => {
    const turn = entries.findLast(({ kind }) => kind === 'turn')
    if (turn?.kind !== 'turn') return entries
    const calls = turn.blocks.flatMap((block) => (block.type === 'call' ? [block.id] : []))
    const call = calls.find((id) => !resultsOf(entries).includes(id))
    if (call === undefined) return entries
    const content = [{ type: 'text' as const, text: `result ${n}`, label: ownLabel }]
    return append(entries, {
      kind: 'result',
      node: `result/${call}`,
      call,
      tool: 'fs.read_file',
      isError: false,
      content,
      time: n,
    })
  },
  shorten: (entries, n) =>
    append(entries, {
      kind: 'compaction',
      node: `compaction/${n}`,
      shortened: resultsOf(entries).slice(0, 3),
      time: n,
    }),
  summarise: (entries, n) => {
    const turn = entries.findLastIndex(({ kind }) => kind === 'turn')
    const shortened = resultsOf(entries).slice(-1)
    const summary: ConversationEntry = {
      kind: 'compaction',
      node: `compaction/${n}`,
      summary: `until ${n}`,
      shortened,
      time: n,
    }
    return [summary, ...entries.slice(Math.max(turn, 1))]
  },
  rewind: (entries) => {
    const borders = entries.flatMap(({ kind }, index) => (kind === 'result' ? [] : [index]))
    return entries.slice(0, borders[Math.floor(borders.length / 2)] ?? 0)
  },
}

test('a transcript that goes on from request to request reads as one that is rendered anew', () => {
  const story = fc.array(
    fc.tuple(
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom('message', 'turn', 'result') },
        { weight: 1, arbitrary: fc.constantFrom('shorten', 'summarise', 'rewind') },
      ),
      fc.boolean(),
    ),
    { minLength: 5, maxLength: 40 },
  )
  fc.assert(
    fc.property(story, (told) => {
      const transcript = createTranscript()
      let entries: Entries = []
      for (const [n, [step, isAsked]] of told.entries()) {
        entries = steps[step]?.(entries, n) ?? entries
        if (!isAsked) continue
        const anew = renderMessages(structuredClone(entries))
        expect(transcript(entries)).toEqual({ messages: anew, tokens: tokensOfMessages(anew) })
      }
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('what was rendered for the last request is the same object in the next one, so that it is counted once', () => {
  const transcript = createTranscript()
  let entries: Entries = []
  for (const [n, step] of ['message', 'turn', 'result', 'result', 'turn'].entries())
    entries = steps[step]?.(entries, n) ?? entries
  const before = transcript(entries).messages
  entries = steps.result?.(entries, 9) ?? entries
  const after = transcript(entries).messages
  expect(after.slice(0, 3).every((message, index) => message === before[index])).toBe(true)
  expect(after.length).toBe(before.length + 1)
})
