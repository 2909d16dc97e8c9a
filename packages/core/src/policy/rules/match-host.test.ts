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
    ['0:0:0:0:0:0:0:1', '[::1]', true],
    ['2001:DB8::0001', '2001:db8::1', true],
    ['127.1', '127.0.0.1', true],
    ['127.0.0.1', '0x7f.1', true],
    ['bücher.example', 'xn--bcher-kva.example', true],
    ['*.bücher.example', 'a.xn--bcher-kva.example', true],
    ['xn--bcher-kva.example', 'BÜCHER.example.', true],
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
    'a.b:443',
    '.example.org',
    'a..b',
    '*.',
    '*.10.0.0.7',
    '10.0.0.0/8',
  ])('%s is none', (text) => {
    expect(hostPatternProblem(text)).toContain('is not a host')
  })

  test.each([
    'example.org',
    '*.example.org',
    '*',
    '10.0.0.7',
    '[fd00::7]',
    '::1',
    'localhost',
    'bücher.example',
    '127.1',
  ])('%s is one', (text) => {
    expect(hostPatternProblem(text)).toBeUndefined()
  })
})
