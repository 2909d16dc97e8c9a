import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loopbackRules, sourceProblem } from './check-source.ts'

const rules = loopbackRules(8080)
const problem = (headers: Record<string, string>) => sourceProblem(new Headers(headers), rules)

test.each(['127.0.0.1:8080', 'localhost:8080', 'LOCALHOST:8080', '[::1]:8080'])(
  'a program reaches it as %s',
  (host) => {
    expect(problem({ host })).toBeUndefined()
    expect(problem({ host, origin: `http://${host}` })).toBeUndefined()
  },
)

test.each([
  'evil.test',
  'evil.test:8080',
  'localhost',
  'localhost:80',
  'localhost.:8080',
  'localhost:8080.evil.test',
  'user@localhost:8080',
  '127.1:8080',
  '2130706433:8080',
  '[::ffff:127.0.0.1]:8080',
  '',
])('a rebound name is refused, also without an origin: %s', (host) => {
  expect(problem({ host })).toContain("is not one of this server's")
})

test.each([
  'null',
  'http://evil.test',
  'https://localhost:8080',
  'http://localhost',
  'http://user@localhost:8080',
  'http://localhost:8080, http://localhost:8080',
  'http://localhost:8080/',
  '',
])('a page of another origin is refused: %j', (origin) => {
  expect(problem({ host: 'localhost:8080', origin })).toContain('may not use this server')
})

test('a request without a host is refused', () => {
  expect(problem({})).toContain("is not one of this server's")
})

test('nothing but the listed names passes', () => {
  const text = fc.string({ unit: fc.constantFrom(...'localhost:8080.[1]7@/ ') })
  fc.assert(
    fc.property(text, text, (host, origin) => {
      const passes = problem({ host, origin }) === undefined
      expect(passes).toBe(rules.hosts.includes(host.trim()) && rules.origins.includes(origin.trim()))
    }),
  )
})
