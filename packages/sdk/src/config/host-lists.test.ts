import { expect, test } from 'vitest'
import { valueLayer } from './config-layer.ts'
import { hostListsOf } from './host-lists.ts'
import type { DrawbridgeConfig } from './sections.ts'

const hostsOf = (network: DrawbridgeConfig['network'], own = {}) =>
  hostListsOf({ layers: [valueLayer({ network }, 'test')] }, own)

test.each([
  [{ denied: ['*.evil.net'] }, { denyHosts: ['*.evil.net'] }],
  [{ allowed: ['a.org'] }, { denyHosts: [], allowHosts: ['a.org'] }],
  [{ allowed: [] }, { denyHosts: [], allowHosts: [] }],
  [{ allowed: ['*'] }, { denyHosts: [] }],
  [{ allowed: ['a.org'], mode: 'confirm' as const }, { denyHosts: [] }],
  [{ denied: ['*'] }, { denyHosts: [], allowHosts: [] }],
  [{ internal: ['search.lan'] }, { denyHosts: [], internalHosts: ['search.lan'] }],
])('the network section %j is for the client %j', (network, expected) => {
  expect(hostsOf(network)).toEqual(expected)
})

test('lists of the program and of the file both hold', () => {
  const own = { allowHosts: ['a.org', 'b.org'], denyHosts: ['c.org'], internalHosts: ['d.local'] }
  expect(hostsOf({ allowed: ['b.org', 'e.org'], denied: ['f.org'], internal: ['g.lan'] }, own)).toEqual({
    allowHosts: ['b.org'],
    denyHosts: ['c.org', 'f.org'],
    internalHosts: ['d.local', 'g.lan'],
  })
})

test('a configuration without a network section leaves the lists of the program as they are', () => {
  expect(hostListsOf({ layers: [valueLayer({}, 'test')] })).toBeUndefined()
})
