import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EnteredResult } from './flow-journal.ts'
import { createLedger } from './ledger.ts'

const words = ['ann', 'Bob Reed', 'bob@home.example', '12', '7.5', 'Rome', 'see https://a.example/x', '4111 1111']
const names = ['name', 'email', 'amount', 'card_number', 'note']

const result = fc
  .record({
    tool: fc.constantFrom('mail.search', 'drive.read', 'bank.list'),
    fields: fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...words)),
    trust: fc.constantFrom('untrusted' as const, 'trusted' as const),
    readers: fc.constantFrom('anyone' as const, ['hr@home.example'], ['me']),
  })
  .map(({ tool, fields, trust, readers }): EnteredResult => {
    const label = { sources: [{ tool }], trust, readers }
    return { tool, toolCallId: 'c', isAct: false, content: [{ type: 'json', value: fields, label }], size: 1 }
  })
const step = fc.oneof(
  { weight: 4, arbitrary: result },
  { weight: 2, arbitrary: fc.constantFrom('ask' as const) },
  { weight: 1, arbitrary: fc.nat({ max: 3 }) },
)

test('a ledger that was asked, added to and shortened answers as one that was made of what is left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const lasting = createLedger()
      let kept: { readonly entered: EnteredResult; readonly place: number }[] = []
      let place = 0
      for (const each of steps) {
        if (each === 'ask') answersOf(lasting)
        else if (typeof each === 'number') {
          kept = kept.slice(Math.min(each, Math.max(0, kept.length - 1)))
          lasting.forget({ oldest: { heard: 0, result: kept[0]?.place ?? 0 }, isCut: false })
        } else {
          place += 1
          kept.push({ entered: each, place })
          await lasting.enter(each, place)
        }
      }
      const fresh = createLedger()
      for (const { entered, place: at } of kept) await fresh.enter(entered, at)
      expect(answersOf(lasting)).toEqual(answersOf(fresh))
    }),
  )
})

function answersOf(ledger: ReturnType<typeof createLedger>): unknown {
  return {
    origins: words.map((word) => ledger.originOf(word)),
    named: ['ann', 'reed', 'rome', 'nobody'].map((name) => ledger.namesInFields(name)),
    fields: words.map((word) =>
      [...ledger.fieldsOf(word)].map(({ field, result: { place } }) => [place, field.pointer]),
    ),
    numbers: ledger.numbers,
    secrets: ledger.secrets.map(({ tool, kind, value }) => [tool, kind.name, value]),
    readable: ledger.readable.map(({ tool, readers }) => JSON.stringify([tool, readers])).toSorted(),
  }
}
