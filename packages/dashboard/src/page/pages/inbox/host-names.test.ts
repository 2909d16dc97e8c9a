import { expect, it } from 'vitest'
import { encodedOrigin, hostNames, mixesLetters } from './host-names.ts'

it('shows both forms of a name with letters that look like Latin ones', () => {
  expect(hostNames('https://exаmple.org:443')).toEqual({ readable: 'exаmple.org = xn--exmple-4nf.org', isMixed: true })
})

it('warns of an encoded name', () => {
  expect(hostNames('https://xn--exmple-4nf.org/')?.readable).toBe('xn--exmple-4nf.org')
})

it('says nothing about a plain name', () => {
  expect(hostNames('https://example.org:443/x')).toBeUndefined()
})

it.each([
  ['src/раyroll.js', true],
  ['αpi', true],
  ['münchen.de', false],
  ['документы/report.txt', false],
  ['日本語.txt', false],
])('tells whether %s mixes letters that look alike: %s', (text, isMixed) => {
  expect(mixesLetters(text)).toBe(isMixed)
})

it('names a host in the form that is looked up, and leaves a plain origin as it is', () => {
  expect(encodedOrigin('https://exаmple.org:443')).toBe('https://xn--exmple-4nf.org:443')
  expect(encodedOrigin('https://example.org:443')).toBe('https://example.org:443')
})
