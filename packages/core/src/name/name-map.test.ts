import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalDialect, safeDialect, safeName } from '../dialect/plain-dialects.ts'
import { createNameMap } from './name-map.ts'

const segment = fc.stringMatching(/^[a-z0-9_-]{1,40}$/)
const canonicalName = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/), fc.array(segment, { minLength: 1, maxLength: 3 }))
  .map(([first, rest]) => [first, ...rest].join('.'))

describe('the safe dialect', () => {
  test('shows dots as two underscores', () => {
    expect(safeName('fs.read_file')).toBe('fs__read_file')
    expect(safeName('mcp.github.create_issue')).toBe('mcp__github__create_issue')
  })

  test('exposes every name so that any provider takes it, and reads it back', () => {
    fc.assert(
      fc.property(fc.uniqueArray(canonicalName, { maxLength: 30 }), (names) => {
        const map = createNameMap(names, safeDialect)
        for (const name of names) {
          const exposed = map.exposedName(name) ?? ''
          expect(exposed).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
          expect(map.canonicalName(exposed)).toBe(name)
        }
      }),
    )
  })

  test.each([
    ['a.b__c', 'a__b.c'],
    ['a.b_.c', 'a.b._c'],
    ['a.b', 'a__b.c'],
    [`a.${'x'.repeat(80)}1`, `a.${'x'.repeat(80)}2`],
  ])('keeps %s and %s apart', (left, right) => {
    expect(safeName(left)).not.toBe(safeName(right))
  })

  test('ends an ambiguous name with a hash of the canonical one, the same in every process', () => {
    expect(safeName('a.b__c')).toBe('a__b__c_44b440f7')
  })
})

test('a clash is refused and names both tools', () => {
  const clumsy = { name: 'clumsy', expose: () => 'same' }
  expect(() => createNameMap(['a.one', 'a.two'], clumsy)).toThrow(/"a\.one" and "a\.two".*"same".*"clumsy"/)
})

test('the canonical dialect changes nothing', () => {
  expect(createNameMap(['fs.read_file'], canonicalDialect).exposedName('fs.read_file')).toBe('fs.read_file')
})

test('an unknown name has no canonical one, not even a name of Object.prototype', () => {
  const map = createNameMap(['fs.read_file'], safeDialect)
  expect(map.canonicalName('constructor')).toBeUndefined()
  expect(map.canonicalName('__proto__')).toBeUndefined()
})

test('in another dialect the safe spelling of a tool means it too, if it means only one', () => {
  const map = createNameMap(['fs.read_file', 'fs.a', 'fs.b.c'], canonicalDialect)
  expect(map.canonicalName('fs__read_file')).toBe('fs.read_file')
  expect(map.canonicalName('fs__nothing')).toBeUndefined()
})
