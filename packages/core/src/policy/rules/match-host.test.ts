import { describe, expect, test } from 'vitest'
import { compileHostPattern, hostPatternProblem } from './match-host.ts'

describe('a host pattern', () => {
  test.each([
    ['example.org', 'example.org', true],
    ['Example.org.', 'EXAMPLE.ORG', true],
    ['example.org', 'www.example.org', false],
    ['*.example.org', 'www.example.org', true],
    ['*.example.org', 'a.b.example.org', true],
    ['*.example.org', 'example.org', false],
    ['*.example.org', 'badexample.org', false],
    ['*', 'anything', true],
    ['::1', '[::1]', true],
  ])('%s on %s: %s', (pattern, host, expected) => {
    expect(compileHostPattern(pattern)(host)).toBe(expected)
  })

  test.each([
    'https://example.org',
    'example.org/x',
    'example.org:443',
    'a*.org',
    '*.*.org',
    'two words',
    'user@host',
    '',
  ])('%s is none', (text) => {
    expect(hostPatternProblem(text)).toContain('is not a host')
  })

  test.each(['example.org', '*.example.org', '*', '10.0.0.7', '[fd00::7]', '::1', 'localhost'])('%s is one', (text) => {
    expect(hostPatternProblem(text)).toBeUndefined()
  })
})
