import { expect, test } from 'vitest'
import { madeUp } from './__fixtures__/texts.ts'
import { createScrubber } from './create-scrubber.ts'
import { compileOperatorPatterns } from './operator-patterns.ts'
import { scrubRules } from './rules/index.ts'
import { scrubberOfParts } from './scrubber-of-parts.ts'
import { createSecretRegistry } from './secret-registry.ts'

test('a scrubber made of the parts of another, sent as data, takes out the same', async () => {
  const dynamic = createSecretRegistry()
  dynamic.register('velvet-anchor', { scope: 'session', session: 's', rule: 'own' })
  const compiled = await compileOperatorPatterns([{ id: 'ticket', pattern: 'TICKET-[0-9]+' }])
  if (compiled.status !== 'ready') throw new Error('the pattern was refused')
  const scrubber = createScrubber({ dynamic, patterns: compiled.patterns })
  const parts = scrubber.parts()
  if (parts === undefined) throw new Error('there are no parts')
  const same = await scrubberOfParts(structuredClone(parts))
  const text = `velvet-anchor, TICKET-12 and ${madeUp('ghp_', 36)}`
  expect(same.scrub(text)).toEqual(scrubber.scrub(text))
  expect(Object.keys(same.scrub(text).counts)).toEqual(expect.arrayContaining(['own', 'ticket']))
})

test('a scrubber with rules of its own has no parts', () => {
  expect(createScrubber({ rules: scrubRules }).parts()).toBeUndefined()
})
