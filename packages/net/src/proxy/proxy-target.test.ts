import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forwardTarget, tunnelledTarget, tunnelTarget } from './proxy-target.ts'

describe('the target of a request to the proxy', () => {
  it.each([
    ['http://a.example', 'http://a.example/', '/'],
    ['http://a.example:81/x?y', 'http://a.example:81/', '/x?y'],
    ['HTTP://a.example?y', 'http://a.example/', '/?y'],
    ['http://[2001:db8::1]/x', 'http://[2001:db8::1]/', '/x'],
    ['http://a.example//b.example/', 'http://a.example/', '//b.example/'],
  ])('%s is its authority and its path', (text, url, path) => {
    expect(forwardTarget(text)).toEqual({ verdict: 'readable', url, path })
  })

  it.each([
    ['/x', 'malformed_request'],
    ['*', 'malformed_request'],
    ['', 'malformed_request'],
    ['http:///x', 'malformed_request'],
    ['http://a.example\\@b.example/', 'malformed_request'],
    ['http://a.example/#b', 'malformed_request'],
    ['ftp://a.example/', 'malformed_request'],
    ['https://a.example/', 'scheme'],
    ['http://user:x9y8z7@a.example/', 'user_info'],
  ])('%s is refused without being repeated', (text, rule) => {
    const refusal = forwardTarget(text)
    expect(refusal).toMatchObject({ verdict: 'block', rule })
    expect('reason' in refusal && refusal.reason).not.toMatch(/a\.example|x9y8z7/)
  })

  it('is a path in a tunnel of plain HTTP', () => {
    expect(tunnelledTarget('/x', 'http://a.example/')).toEqual({
      verdict: 'readable',
      url: 'http://a.example/',
      path: '/x',
    })
    expect(tunnelledTarget('http://b.example/', 'http://a.example/')).toMatchObject({ rule: 'malformed_request' })
  })

  it('never holds more than a host and a port for a tunnel', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('', ':443', '@a.example:443', '/:443', '#:1', '\\:1'), (text, end) => {
        const target = tunnelTarget(text + end)
        const url = target.verdict === 'readable' ? URL.parse(target.url) : undefined
        if (url) expect([url.pathname, url.search, url.hash, url.username, url.password]).toEqual(['/', '', '', '', ''])
      }),
    )
    expect(tunnelTarget('a.example:443')).toEqual({ verdict: 'readable', url: 'http://a.example:443/', path: '' })
  })
})
