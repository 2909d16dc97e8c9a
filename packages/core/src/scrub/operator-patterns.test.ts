import { expect, test } from 'vitest'
import { createScrubber } from './create-scrubber.ts'
import { compileOperatorPatterns, longestSegment, segmentBoundary } from './operator-patterns.ts'
import { redactionMarker } from './redaction.ts'

async function scrubberWith(pattern: string): Promise<(text: string) => string> {
  const compiled = await compileOperatorPatterns([{ id: 'ours', pattern }])
  if (compiled.status !== 'ready') throw new Error('the pattern was refused')
  const scrubber = createScrubber({ patterns: compiled.patterns })
  return (text) => scrubber.scrub(text).text
}

test('an operator can add a pattern, and narrow it to a part by a named group', async () => {
  const whole = await scrubberWith('ACME-[0-9]{6}')
  expect(whole('case ACME-123456 closed')).toBe(`case ${redactionMarker} closed`)
  const part = await scrubberWith('case (?P<secret>[a-z]+)-1')
  expect(part('case red-1')).toBe(`case ${redactionMarker}-1`)
})

test('a pattern that matches nothing at all is harmless', async () => {
  const scrub = await scrubberWith('x*')
  expect(scrub('abc')).toBe('abc')
})

test('patterns that need back-tracking, or are too long, are refused by name', async () => {
  const compiled = await compileOperatorPatterns([
    { id: 'back', pattern: '(a)\\1' },
    { id: 'ahead', pattern: 'a(?=b)' },
    { id: 'long', pattern: 'a'.repeat(1_001) },
    { id: 'fine', pattern: 'a' },
  ])
  expect(compiled.status === 'refused' && compiled.problems.map(({ id }) => id)).toEqual(['back', 'ahead', 'long'])
})

test('an evil pattern on an evil line does not take off', async () => {
  const scrub = await scrubberWith('(a+)+$')
  expect(scrub(`${'a'.repeat(5_000)}!`)).toHaveLength(5_001)
})

test('only whole lines, or whole pieces of a long one, lie before a boundary', () => {
  expect(segmentBoundary('one\ntwo\nthree', 9)).toBe(8)
  expect(segmentBoundary('one\ntwo', 7)).toBe(4)
  expect(segmentBoundary('x'.repeat(longestSegment + 5), longestSegment + 5)).toBe(longestSegment)
})
