import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createScrubber } from './create-scrubber.ts'
import { redactionMarker } from './redaction.ts'
import { createSecretRegistry } from './secret-registry.ts'

function withValue(value: string): (text: string) => string {
  const dynamic = createSecretRegistry()
  dynamic.register(value, { scope: 'process' })
  const scrubber = createScrubber({ rules: [], dynamic })
  return (text) => scrubber.scrub(text).text
}

const printable = fc.string({ minLength: 6, maxLength: 40, unit: 'grapheme-ascii' })

describe('a registered value does not come out', () => {
  test('as it is, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6, maxLength: 30, unit: 'binary' }), fc.string(), (value, around) => {
        expect(withValue(value)(`${around}${value}${around}`)).not.toContain(value)
      }),
    )
  })

  test('in base64 at any alignment, in either alphabet', () => {
    fc.assert(
      fc.property(
        printable,
        fc.integer({ min: 0, max: 5 }),
        fc.constantFrom('base64', 'base64url'),
        (value, before, alphabet) => {
          const encoded = Buffer.from(`${'u'.repeat(before)}${value}::rest`).toString(alphabet)
          expect(withValue(value)(encoded)).toContain(redactionMarker)
        },
      ),
    )
  })

  test('in a URL, percent-encoded in either case, or as form data', () => {
    fc.assert(
      fc.property(printable, (value) => {
        const clean = withValue(value)
        expect(clean(`/?q=${encodeURIComponent(value)}&r`)).toBe(`/?q=${redactionMarker}&r`)
        expect(clean(`q=${new URLSearchParams({ q: value }).toString().slice(2)}`)).toBe(`q=${redactionMarker}`)
      }),
    )
  })

  test('escaped for JSON once, twice, and with units above ASCII as escapes', () => {
    const value = 'päss"wörd\n\\x'
    const clean = withValue(value)
    const once = JSON.stringify({ a: value })
    expect(clean(once)).toBe(`{"a":"${redactionMarker}"}`)
    expect(clean(JSON.stringify(once))).toContain(redactionMarker)
    expect(clean('{"a":"p\\u00e4ss\\"w\\u00f6rd\\n\\\\x"}')).toBe(`{"a":"${redactionMarker}"}`)
  })

  test('line by line, where it has several that are long enough to be told', () => {
    const lines = ['velvet anchor 20', '  "quartz": "marble 7"', 'end']
    const clean = withValue(lines.join('\r\n'))
    expect(clean('b: velvet anchor 20 | "quartz": "marble 7" | end')).toBe(
      `b: ${redactionMarker} | ${redactionMarker} | end`,
    )
    expect(clean(JSON.stringify({ line: lines[1] }))).not.toContain('marble')
  })
})

describe('life of a registration', () => {
  test('a value of fewer than six units is not accepted', () => {
    const dynamic = createSecretRegistry()
    expect(dynamic.register('12345', { scope: 'process' }).accepted).toBe(false)
    expect(dynamic.matcher()).toBeUndefined()
  })

  test('disposing of one registration leaves another of the same value', () => {
    const dynamic = createSecretRegistry()
    const first = dynamic.register('value-1', { scope: 'process' })
    dynamic.register('value-1', { scope: 'call', call: 'c1' })
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    expect(dynamic.matcher()?.find('value-1')).toHaveLength(1)
  })

  test('the end of a session or call ends its values only', () => {
    const dynamic = createSecretRegistry()
    dynamic.register('session-1', { scope: 'session', session: 's' })
    dynamic.register('call-one-1', { scope: 'call', call: 's' })
    dynamic.register('process-1', { scope: 'process' })
    dynamic.release({ scope: 'session', session: 's' })
    const scrubber = createScrubber({ rules: [], dynamic })
    expect(scrubber.scrub('session-1 call-one-1 process-1').text).toBe(
      `session-1 ${redactionMarker} ${redactionMarker}`,
    )
    dynamic.release({ scope: 'call', call: 's' })
    expect(scrubber.scrub('call-one-1').text).toBe('call-one-1')
  })

  test('redactions carry the name that the value was registered under', () => {
    const dynamic = createSecretRegistry()
    dynamic.register('10.0.0.17', { scope: 'process', rule: 'server-address' })
    expect(createScrubber({ dynamic }).scrub('at 10.0.0.17').counts['server-address']).toBe(1)
  })
})
