import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pathOf } from '../policy/__fixtures__/policies.ts'
import { callDigest, type DigestedCall } from './call-digest.ts'

const json = fc.jsonValue({ maxDepth: 2 })
const call: fc.Arbitrary<DigestedCall> = fc.record({
  tool: fc.constantFrom('fs.edit', 'fs.write_file', 'runtime.exec'),
  input: fc.dictionary(fc.string({ maxLength: 5 }), json, { maxKeys: 4 }),
  targets: fc.array(
    fc
      .record({
        real: fc.constantFrom('/workspace/a', '/workspace/b', '/etc/c'),
        access: fc.constantFrom('read', 'write'),
      })
      .map(pathOf),
    { maxLength: 2 },
  ),
  workspace: fc.constantFrom('/workspace', '/other'),
  environment: fc.uniqueArray(fc.constantFrom('HOME', 'PATH', 'LANG')),
  scripts: fc.dictionary(fc.constantFrom('/workspace/x.py', '/workspace/y.sh'), fc.constantFrom('00', '11', null)),
})

/** What is left of a value in a record: no negative zero. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** The same values with their keys in another order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reordered(member)]),
  )
}

test('the same call has the same digest, however its keys are ordered', () => {
  fc.assert(
    fc.property(call, (approved) => {
      expect(callDigest(reordered(approved) as DigestedCall)).toBe(callDigest(approved))
    }),
  )
})

test('a call that differs in any part has another digest', () => {
  fc.assert(
    fc.property(call, call, (approved, other) => {
      for (const key of Object.keys(approved) as (keyof DigestedCall)[]) {
        const changed = { ...approved, [key]: other[key] }
        if (isDeepStrictEqual(asJson(changed[key]), asJson(approved[key]))) continue
        expect(callDigest(changed)).not.toBe(callDigest(approved))
      }
    }),
  )
})
