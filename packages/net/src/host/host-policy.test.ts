import { describe, expect, it } from 'vitest'
import { HostPatternError } from './host-pattern-error.ts'
import { createHostPolicy, matchesAnyHost } from './host-policy.ts'

function allows(pattern: string, hostname: string): boolean {
  return matchesAnyHost(createHostPolicy({ allowHosts: [pattern] }).allow ?? [], hostname)
}

describe('host patterns', () => {
  it.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.com.', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['*.example.com', 'a.example.com'],
    ['*.example.com', 'a.b.example.com'],
    ['10.0.0.7', '10.0.0.7'],
    ['[FD00::0007]', 'fd00::7'],
    ['::ffff:10.0.0.7', '10.0.0.7'],
  ])('%s matches %s', (pattern, hostname) => {
    expect(allows(pattern, hostname)).toBe(true)
  })

  it.each([
    ['example.com', 'notexample.com'],
    ['example.com', 'www.example.com'],
    ['example.com', 'example.com.evil.net'],
    ['*.example.com', 'example.com'],
    ['*.example.com', 'notexample.com'],
    ['*.example.com', 'a.example.com.evil.net'],
  ])('%s does not match %s', (pattern, hostname) => {
    expect(allows(pattern, hostname)).toBe(false)
  })

  it.each([
    '',
    '*',
    '*.',
    '*.*.com',
    'a.*.com',
    'exa*.com',
    'https://example.com',
    'example.com:443',
    'example.com/x',
    'u@example.com',
    'a..b',
    '*.10.0.0.1',
    'a b',
    'a%2eb',
  ])('an entry %j that could never match is an error naming list and entry', (entry) => {
    const read = (): unknown => createHostPolicy({ denyHosts: [entry] })
    expect(read).toThrow(`denyHosts: ${JSON.stringify(entry)}`)
    expect(read).toThrow(expect.toSatisfy(HostPatternError.isInstance))
  })
})
