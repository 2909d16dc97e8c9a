import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EnvelopePlace, keyIdOf, openEnvelope, sealEnvelope } from './envelope.ts'
import { type KeyRing, parseKeyRing } from './key-ring.ts'
import { generateKeyText } from './secret-key.ts'

function newRing(): KeyRing {
  const ring = parseKeyRing(generateKeyText())
  if (ring === undefined) throw new Error('A generated key cannot be read.')
  return ring
}

const ring = newRing()
const texts = fc.string({ unit: 'grapheme' })
const places: fc.Arbitrary<EnvelopePlace> = fc.record({
  table: fc.string(),
  column: fc.string(),
  owner: fc.string(),
  name: fc.string(),
})
const place = { table: 'config_secrets', column: 'envelope', owner: '', name: 'TOKEN' }

describe('an envelope', () => {
  test('returns the sealed value for its own place', () => {
    fc.assert(
      fc.property(texts, places, (text, where) => {
        const envelope = sealEnvelope(text, ring.primary, where)
        expect(openEnvelope(envelope, ring, where)).toEqual({ status: 'opened', text })
        expect(keyIdOf(envelope)).toBe(ring.primary.id)
      }),
    )
  })

  test('with any bit flipped is refused', () => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, at) => {
        const bytes = Buffer.from(sealEnvelope(text, ring.primary, place))
        const bit = at % (bytes.length * 8)
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(openEnvelope(bytes.toString('latin1'), ring, place).status).toBe('refused')
      }),
      { numRuns: 1000 },
    )
  })

  test('that is cut off or added to is refused', () => {
    const envelope = sealEnvelope('content', ring.primary, place)
    for (let length = 0; length < envelope.length; length += 1)
      expect(openEnvelope(envelope.slice(0, length), ring, place).status).toBe('refused')
    for (const more of ['A', '.', '\n', 'AAAA'])
      expect(openEnvelope(envelope + more, ring, place).status).toBe('refused')
  })

  test('is refused in any other place', () => {
    fc.assert(
      fc.property(texts, places, places, (text, where, other) => {
        fc.pre(JSON.stringify(where) !== JSON.stringify(other))
        const envelope = sealEnvelope(text, ring.primary, where)
        expect(openEnvelope(envelope, ring, other)).toMatchObject({ status: 'refused', reason: 'tampered' })
      }),
    )
  })

  test('needs its own key, which it names', () => {
    const envelope = sealEnvelope('content', ring.primary, place)
    expect(openEnvelope(envelope, newRing(), place)).toEqual({
      status: 'refused',
      reason: 'unknown_key',
      keyId: ring.primary.id,
    })
    const forged = { find: () => newRing().primary }
    expect(openEnvelope(envelope, forged, place)).toMatchObject({ reason: 'tampered' })
  })

  test('is another one each time, and shows nothing of the content', () => {
    const content = ['velvet', 'anchor'].join('-')
    const sealed = Array.from({ length: 100 }, () => sealEnvelope(content, ring.primary, place))
    expect(new Set(sealed).size).toBe(sealed.length)
    expect(sealed.join('\n')).not.toContain(content)
    expect(sealed.join('\n')).not.toContain(Buffer.from(content).toString('base64url'))
  })

  test('is never what something else looks like', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(openEnvelope(text, ring, place)).toEqual({ status: 'refused', reason: 'malformed' })
      }),
    )
  })
})

describe('a ring of keys', () => {
  test('encrypts with its first key and opens with each', () => {
    const [older, newer] = [generateKeyText(), generateKeyText()]
    const [before, after] = [
      parseKeyRing(older),
      parseKeyRing(`# two keys\n${newer}\n${older} # until nothing uses it\n`),
    ]
    if (before === undefined || after === undefined) throw new Error('A generated key cannot be read.')
    expect(openEnvelope(sealEnvelope('x', before.primary, place), after, place)).toMatchObject({ status: 'opened' })
    expect(after.ids).toEqual([parseKeyRing(newer)?.primary.id, before.primary.id])
  })

  test.each(['', '# nothing', 'short', `${generateKeyText()} ${generateKeyText()}x`, generateKeyText().slice(1)])(
    'is not made of a text with anything but keys (%#)',
    (text) => {
      expect(parseKeyRing(text)).toBeUndefined()
    },
  )

  test('reads hexadecimal and padded base64 as well', () => {
    const text = generateKeyText()
    const bytes = Buffer.from(text, 'base64url')
    const ids = [text, bytes.toString('base64'), bytes.toString('hex')].map((key) => parseKeyRing(key)?.primary.id)
    expect(new Set(ids).size).toBe(1)
  })
})
