import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultJsonLimits, measureJson, parseJson, stableStringify } from './index.ts'

describe('JSON helpers hold for every JSON value', () => {
  it('parses what JSON.parse parses, to the same value, where no reserved key occurs', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/__proto__|constructor/.test(text))
        expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text), dropped: [] })
      }),
    )
  })

  it('accepts and refuses exactly the texts that JSON.parse does', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]:,"\\u01e.-+ truefalsn\n') }), (text) => {
        expect(parseJson(text).ok).toBe(parses(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it('calls every proper beginning of an object or array truncated, and points at its end', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())),
        fc.nat(),
        (value, at) => {
          const text = JSON.stringify(value)
          const cut = text.slice(0, at % text.length)
          expect(parseJson(cut)).toMatchObject({ ok: false, truncated: true, offset: cut.length })
        },
      ),
    )
  })

  it('never calls a text truncated that no continuation could save', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('}', ']', ',', ':', '"', '\u0001', 'x', '\\'), (text, extra) => {
        const parsed = parseJson(`${text} ${extra}`)
        expect(parsed).toMatchObject({ ok: false, truncated: false })
      }),
    )
  })

  it('measures the bytes that JSON.stringify writes', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withNullPrototype: true,
          values: [fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined)],
        }),
        (value) => {
          const text = JSON.stringify(value) ?? 'null'
          expect(measureJson(value).bytes).toBe(new TextEncoder().encode(text).length)
        },
      ),
    )
  })

  it('stops at a limit for wide, deep and cyclic values', () => {
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level++) deep = [deep]
    const wide = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, index]))
    expect(measureJson(cyclic, defaultJsonLimits).exceeded).toBe('depth')
    expect(measureJson(deep, defaultJsonLimits).exceeded).toBe('depth')
    expect(measureJson(wide, defaultJsonLimits).exceeded).toBe('parameters')
    expect(measureJson('x'.repeat(1_048_577), defaultJsonLimits).exceeded).toBe('bytes')
    expect(measureJson(new Array(2_000_000), defaultJsonLimits).exceeded).toBe('bytes')
  })

  it('writes equal values to equal text whatever the order of their keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(stableStringify(reversed(value))).toBe(stableStringify(value))
        expect(JSON.parse(stableStringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function reversed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(reversed)
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  )
}
