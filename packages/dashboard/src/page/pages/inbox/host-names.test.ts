import { expect, it } from 'vitest'
import { hostNames } from './host-names.ts'

it('shows both forms of a name with letters that look like Latin ones', () => {
  expect(hostNames('https://exаmple.org:443')).toEqual({ readable: 'exаmple.org = xn--exmple-4nf.org', isMixed: true })
})

it('warns of an encoded name', () => {
  expect(hostNames('https://xn--exmple-4nf.org/')?.readable).toBe('xn--exmple-4nf.org')
})

it('says nothing about a plain name', () => {
  expect(hostNames('https://example.org:443/x')).toBeUndefined()
})
