import { expect, test } from 'vitest'
import { valueLayer } from './config-layer.ts'
import { hostListsOf } from './host-lists.ts'
import type { DrawbridgeConfig } from './sections.ts'

const hostsOf = (network: DrawbridgeConfig['network'], own = {}, purpose = 'web') =>
  hostListsOf({ layers: [valueLayer({ network }, 'test')] }, purpose, own)

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
  expect(hostListsOf({ layers: [valueLayer({}, 'test')] }, 'web')).toBeUndefined()
})

test('an internal host is open at its ports and for its purposes', () => {
  const network = { internal: ['a.lan:80', { host: 'b.lan', ports: [1, 2], for: ['hooks'] }, { host: 'c.lan' }] }
  expect(hostsOf(network, {}, 'web')).toMatchObject({ internalHosts: ['a.lan:80', 'c.lan'] })
  expect(hostsOf(network, {}, 'hooks')).toMatchObject({ internalHosts: ['a.lan:80', 'b.lan:1', 'b.lan:2', 'c.lan'] })
})

test('the hosts that calls may contact do not limit hooks, the denied ones do', () => {
  expect(hostsOf({ allowed: ['a.org'], denied: ['b.org'] }, {}, 'hooks')).toEqual({ denyHosts: ['b.org'] })
})
