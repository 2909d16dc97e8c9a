import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinLabels, type Label } from './label.ts'

const label: fc.Arbitrary<Label> = fc.record({
  sources: fc.uniqueArray(fc.record({ tool: fc.constantFrom('a.b', 'c.d'), target: fc.constantFrom('/x', '/y') }), {
    selector: ({ tool, target }) => `${tool} ${target}`,
    maxLength: 3,
  }),
  trust: fc.constantFrom('trusted' as const, 'untrusted' as const),
  readers: fc.oneof(fc.constant('anyone' as const), fc.subarray(['ann', 'bob', 'cem'])),
})

test('joining unites sources, takes the lesser trust and the common readers', () => {
  const left: Label = { sources: [{ tool: 'a.b' }], trust: 'trusted', readers: ['ann', 'bob'] }
  const right: Label = { sources: [{ tool: 'c.d' }], trust: 'untrusted', readers: ['bob'] }
  expect(joinLabels(left, right)).toEqual({
    sources: [{ tool: 'a.b' }, { tool: 'c.d' }],
    trust: 'untrusted',
    readers: ['bob'],
  })
})

test('joining never widens: no more trust, no more readers, no source lost', () => {
  fc.assert(
    fc.property(label, label, (left, right) => {
      const joined = joinLabels(left, right)
      for (const side of [left, right]) {
        if (side.trust === 'untrusted') expect(joined.trust).toBe('untrusted')
        if (side.readers !== 'anyone') expect(side.readers).toEqual(expect.arrayContaining([...joined.readers]))
        expect(joined.sources).toEqual(expect.arrayContaining([...side.sources]))
      }
      expect(joinLabels(joined, joined)).toEqual(joined)
    }),
  )
})
