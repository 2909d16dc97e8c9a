import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText, madeUp, madeUpKey } from './__fixtures__/texts.ts'
import { createScrubber, type Scrubber } from './create-scrubber.ts'
import { compileOperatorPatterns } from './operator-patterns.ts'
import { redactionMarker } from './redaction.ts'
import { createSecretRegistry } from './secret-registry.ts'

function streamed(scrubber: Scrubber, chunks: readonly string[]): string {
  const stream = scrubber.stream()
  return chunks.map((chunk) => stream.push(chunk)).join('') + stream.flush()
}

function cut(text: string, lengths: readonly number[]): string[] {
  const chunks: string[] = []
  for (let start = 0, index = 0; start < text.length; index++) {
    const length = lengths[index % lengths.length] ?? 1
    chunks.push(text.slice(start, start + length))
    start += length
  }
  return chunks
}

const lengths = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 8 })
const filler = fc.constantFrom('', 'lorem ipsum dolor sit amet '.repeat(40), 'a line of a log\n'.repeat(90))
const longText = fc.tuple(hostileText, filler, hostileText).map((parts) => parts.join(''))

describe('a stream shows what scrubbing the whole would, however it is cut', () => {
  test('with the built-in rules', () => {
    const scrubber = createScrubber()
    fc.assert(
      fc.property(longText, lengths, (text, sizes) => {
        expect(streamed(scrubber, cut(text, sizes))).toBe(scrubber.scrub(text).text)
      }),
      { numRuns: 400 },
    )
  })

  test('with registered values', () => {
    const dynamic = createSecretRegistry()
    dynamic.register('pass-pw-key', { scope: 'process' })
    dynamic.register('lorem ipsum', { scope: 'process' })
    const scrubber = createScrubber({ dynamic })
    fc.assert(
      fc.property(longText, lengths, (text, sizes) => {
        expect(streamed(scrubber, cut(text, sizes))).toBe(scrubber.scrub(text).text)
      }),
      { numRuns: 200 },
    )
  })

  test('with patterns of an operator', async () => {
    const compiled = await compileOperatorPatterns([{ id: 'ticket', pattern: 'ip[a-z ]+sit|k.y' }])
    if (compiled.status !== 'ready') throw new Error('the pattern was refused')
    const scrubber = createScrubber({ patterns: compiled.patterns })
    fc.assert(
      fc.property(longText, lengths, (text, sizes) => {
        expect(streamed(scrubber, cut(text, sizes))).toBe(scrubber.scrub(text).text)
      }),
      { numRuns: 150 },
    )
  })
})

describe('a secret split over chunks', () => {
  const secret = madeUp('ghp_', 36)

  test('does not come out at any cut', () => {
    const scrubber = createScrubber()
    const text = `the token is ${secret}, keep it`
    for (let at = 1; at < text.length; at++) {
      expect(streamed(scrubber, [text.slice(0, at), text.slice(at)])).toBe(`the token is ${redactionMarker}, keep it`)
    }
  })

  test('an endless token is swallowed to its end and marked once', () => {
    const chunks = [
      `x ${madeUp('glpat-', 200)}`,
      ...Array.from({ length: 200 }, (_, index) => madeUp('', 100, index)),
      ' y',
    ]
    expect(streamed(createScrubber(), chunks)).toBe(`x ${redactionMarker} y`)
  })

  test('a private key that arrives line by line is marked once', () => {
    const lines = `start\n${madeUpKey(40)}\nend\n`.split(/(?<=\n)/)
    expect(streamed(createScrubber(), lines)).toBe(`start\n${redactionMarker}\nend\n`)
  })

  test('counts what was shown', () => {
    const stream = createScrubber().stream()
    stream.push(`a ${secret} b`)
    stream.flush()
    expect(stream.counts()).toEqual(Object.assign(Object.create(null), { 'github-token': 1 }))
  })
})

test('words that could begin a token are held back no longer than to the next blank', () => {
  const stream = createScrubber().stream()
  let shown = 0
  const line = 'her eyes saw data: sk-1 and eyebrows, hf_ -----BEGIN CERTIFICATE-----\n'
  for (let index = 1; index <= 100; index++) {
    shown += stream.push(line).length
    expect(index * line.length - shown).toBeLessThan(1_200)
  }
})

test('text without a keyword is held back no longer than the longest keyword and look-back', () => {
  const stream = createScrubber().stream()
  let shown = 0
  const line = 'zzzz zzzz zzzz\n'
  for (let index = 1; index <= 200; index++) {
    shown += stream.push(line).length
    expect(index * line.length - shown).toBeLessThan(400)
  }
})
