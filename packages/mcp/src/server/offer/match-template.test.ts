import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesTemplate } from './match-template.ts'

test.each([
  ['test://{id}/data', 'test://123/data', true],
  ['test://{id}/data', 'test:///data', false],
  ['test://{id}/data', 'test://1/2/data', false],
  ['test://{+path}/data', 'test://1/2/data', true],
  ['test://{id}/data', 'test://123/data/', false],
  ['test://{id}', 'test://a%2Fb', true],
  ['{a}x{b}', 'xxx', true],
  ['a://{a}-{b}.txt', 'a://1-2-3.txt', true],
  ['a://fixed', 'a://fixed', true],
  ['a://fixed', 'a://fixed2', false],
])('%s and %s: %s', (template, uri, matches) => {
  expect(matchesTemplate(template, uri)).toBe(matches)
})

test('whatever a template is filled with, without slashes, it matches', () => {
  const text = fc.stringMatching(/^[a-z.:-]{0,4}$/)
  const filling = fc.stringMatching(/^[a-z0-9.-]{1,5}$/)
  fc.assert(
    fc.property(fc.array(fc.tuple(text, filling), { minLength: 1, maxLength: 5 }), text, (parts, end) => {
      const template = parts.map(([before], index) => `${before}{v${index}}`).join('') + end
      const uri = parts.map(([before, value]) => before + value).join('') + end
      expect(matchesTemplate(template, uri)).toBe(true)
    }),
  )
})

test('a long address costs no more than its length', () => {
  expect(matchesTemplate(`${'{a}-'.repeat(200)}x`, '-'.repeat(200_000))).toBe(false)
})
