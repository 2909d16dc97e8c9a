import type { NetworkInterfaceInfo } from 'node:os'
import { createScrubber, createSecretRegistry, redactionMarker } from '@drawbridge/core/scrub'
import { describe, expect, test } from 'vitest'
import type { ServerAddresses } from './scrub-options.ts'
import { serverAddresses } from './server-addresses.ts'

const attached = (address: string, internal = false): NetworkInterfaceInfo =>
  address.includes(':')
    ? { address, internal, family: 'IPv6', netmask: '', mac: '02:1a:0b:00:00:7f', cidr: null, scopeid: 0 }
    : { address, internal, family: 'IPv4', netmask: '', mac: '02:1a:0b:00:00:7f', cidr: null }

const machine = {
  hostname: 'build-7.internal.example',
  interfaces: {
    lo: [attached('127.0.0.1', true), attached('::1', true)],
    eth0: [attached('203.0.113.9'), attached('2001:db8::12:3')],
  },
}

function scrub(text: string, setting: ServerAddresses = 'auto'): string {
  const dynamic = createSecretRegistry()
  for (const { spellings } of serverAddresses(setting, machine)) {
    for (const spelling of spellings) dynamic.register(spelling, { scope: 'process' })
  }
  return createScrubber({ dynamic }).scrub(text).text
}

describe('the names and addresses of the machine', () => {
  test.each([
    ...['build-7.internal.example', 'BUILD-7', '203.0.113.9', '203-0-113-9', '9.113.0.203.in-addr.arpa'],
    ...['203.000.113.009', '::ffff:cb00:7109', '3405803785', '0xcb007109', '2001:db8::12:3', '2001:DB8::12:3'],
    ...['2001:db8:0:0:0:0:12:3', '2001:0db8:0000:0000:0000:0000:0012:0003', '2001-db8--12-3', '02-1A-0B-00-00-7F'],
  ])('go as %s', (spelling) => {
    expect(scrub(`listening on "${spelling}" now`)).toBe(`listening on "${redactionMarker}" now`)
  })

  test('go in a list exactly as it names them', () => {
    const text = 'build-7.internal.example 198.51.100.4 203.0.113.9'
    expect(scrub(text, ['198.51.100.4'])).toBe(`build-7.internal.example ${redactionMarker} 203.0.113.9`)
    expect(scrub(text, 'off')).toBe(text)
  })

  test('never are loopback, an empty hardware address, or a bare label that is a word', () => {
    const text = '127.0.0.1 ::1 localhost 00:00:00:00:00:00 server'
    const names = ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST.localdomain']
    expect(scrub(text, [...names, '00:00:00:00:00:00', 'server.example.org'])).toBe(text)
  })
})
