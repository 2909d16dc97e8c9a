import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readResourceUri, resourceUri } from './resource-uri.ts'

const server = fc.stringMatching(/^[a-z][a-z0-9_-]{0,31}$/)

test('every address of every server comes back as it was, and no two are the same', () => {
  fc.assert(
    fc.property(
      server,
      fc.string({ unit: 'grapheme', minLength: 1 }),
      server,
      fc.string({ minLength: 1 }),
      (one, uri, two, other) => {
        fc.pre(uri.isWellFormed())
        const wrapped = resourceUri({ server: one, uri })
        expect(readResourceUri(wrapped)).toEqual({ server: one, uri })
        if (other.isWellFormed() && (one !== two || uri !== other)) {
          expect(resourceUri({ server: two, uri: other })).not.toBe(wrapped)
        }
      },
    ),
  )
})

test.each([
  'drawbridge://one',
  'drawbridge://one/',
  'drawbridge://One/x',
  'drawbridge://one/a/b',
  'drawbridge://one/%',
  'file:///one/x',
])('%s is not an address of a resource', (text) => expect(readResourceUri(text)).toBeUndefined())
