import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { netCheckLine } from './net-check-line.ts'

const dns = ['93.184.215.14']

function answer(line: unknown): object {
  return netCheckLine(JSON.stringify(line))
}

describe('a line of net check', () => {
  it('is a URL alone, judged by its spelling', () => {
    expect(answer('https://example.com/')).toMatchObject({ url: 'https://example.com/', verdict: 'allow' })
    expect(answer('http://localhost/')).toMatchObject({ url: 'http://localhost/', verdict: 'block' })
    expect(answer('http://8.8.8.8/')).toMatchObject({ verdict: 'allow', dial: '8.8.8.8' })
  })

  it('has exactly the promised keys', () => {
    expect(Object.keys(answer({ url: 'https://example.com/', dns }))).toEqual(['url', 'verdict', 'reason', 'dial'])
    expect(Object.keys(answer({ url: 'https://example.com/', dns: [] }))).toEqual(['url', 'verdict', 'reason'])
  })

  it('dials the first vetted address of the URL itself', () => {
    const line = { url: 'https://a.example/', dns: ['93.184.215.14', '1.1.1.1'], redirects: ['http://8.8.8.8/'] }
    expect(answer(line)).toMatchObject({ verdict: 'allow', dial: '93.184.215.14' })
  })

  it('judges every redirect, relative ones too, by the addresses of its own host', () => {
    const url = 'https://a.example/x'
    expect(answer({ url, dns, redirects: ['/y', '../z', '?q'] })).toMatchObject({ verdict: 'allow' })
    expect(
      answer({ url, dns, redirects: ['/y', '//b.example/'], dnsFor: { 'B.example.': ['10.0.0.1'] } }),
    ).toMatchObject({
      verdict: 'block',
      reason: expect.stringContaining('Redirect 2'),
    })
    expect(answer({ url, dns, redirects: new Array(5).fill('/y') })).toMatchObject({ verdict: 'allow' })
    expect(answer({ url, dns, redirects: new Array(6).fill('/y') })).toMatchObject({ verdict: 'block' })
  })

  it('takes the host lists', () => {
    const url = 'http://app.internal/'
    expect(answer({ url, dns: ['10.0.0.1'], internalHosts: ['*.internal'] })).toMatchObject({ dial: '10.0.0.1' })
    expect(answer({ url: 'https://a.example/', dns, allowHosts: ['b.example'] })).toMatchObject({ verdict: 'block' })
  })

  it.each([
    '',
    'not json',
    'null',
    '7',
    '[]',
    '{}',
    '{"url":1}',
    '{"url":"http://a.example/","dns":"1.1.1.1"}',
    '{"url":"http://a.example/","dns":[1]}',
    '{"url":"http://a.example/","dnsFor":{"b":"c"}}',
    '{"url":"http://a.example/","redirects":null}',
    '{"url":"http://a.example/","allowHosts":["*"]}',
  ])('that is %j is answered with an error in its place', (line) => {
    expect(netCheckLine(line)).toEqual({ error: expect.stringMatching(/\S/) })
  })

  it('is not fooled by names of the prototype', () => {
    const line = '{"url":"http://constructor.example/","dnsFor":{"__proto__":["10.0.0.1"]}}'
    expect(netCheckLine(line)).toMatchObject({ verdict: 'allow' })
    expect(answer({ url: 'http://a.example/', redirects: ['http://constructor/'] })).toMatchObject({ verdict: 'block' })
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        expect(netCheckLine(line)).toBeTypeOf('object')
      }),
    )
  })
})
