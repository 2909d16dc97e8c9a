import { describe, expect, it } from 'vitest'
import { classifyAddress } from './classify-address.ts'
import { addressWidth, type IpAddress } from './ip-address.ts'
import { metadataAddressRows } from './metadata-addresses.ts'
import { parseIpv4 } from './parse-ipv4.ts'
import { parseIpv6 } from './parse-ipv6.ts'
import { specialUseIpv4Rows } from './special-use-ipv4.ts'
import { specialUseIpv6Rows } from './special-use-ipv6.ts'

function read(text: string): IpAddress {
  const address = text.includes(':') ? parseIpv6(text) : parseIpv4(text)
  if (address === undefined) throw new Error(`${text} is not an address`)
  return address
}

function ends(cidr: string): readonly [IpAddress, IpAddress] {
  const [text = '', length = ''] = cidr.split('/')
  const first = read(text)
  const size = 1n << BigInt(addressWidth(first.family) - Number(length))
  return [first, { family: first.family, bits: first.bits + size - 1n }]
}

describe('classification', () => {
  it.each([...specialUseIpv4Rows, ...specialUseIpv6Rows])('counts both ends of %s (%s) as not public', (cidr) => {
    for (const address of ends(cidr)) expect(classifyAddress(address).kind).not.toBe('public')
  })

  it.each(metadataAddressRows)('counts both ends of %s (%s) as metadata', (cidr) => {
    for (const address of ends(cidr)) expect(classifyAddress(address).kind).toBe('metadata')
  })

  it.each([
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '191.255.255.255',
    '192.0.1.0',
    '192.0.3.0',
    '192.31.195.255',
    '192.31.197.0',
    '192.52.192.255',
    '192.52.194.0',
    '192.88.98.255',
    '192.88.100.0',
    '192.167.255.255',
    '192.169.0.0',
    '192.175.47.255',
    '192.175.49.0',
    '198.17.255.255',
    '198.20.0.0',
    '198.51.99.255',
    '198.51.101.0',
    '203.0.112.255',
    '203.0.114.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2001:db7:ffff::1',
    '2001:db9::1',
    '2003::1',
    '2001:ffff::1',
    '2620:4f:7fff:ffff::1',
    '2620:4f:8001::1',
    '2606:4700::1111',
    '2a00:1450:4001::5efe',
    '3ffe::1',
    '3fff:1000::1',
    '64:ff9b::8.8.8.8',
  ])('leaves %s, beside the special blocks, public', (text) => {
    expect(classifyAddress(read(text))).toEqual({ kind: 'public' })
  })

  it('names the use and its source', () => {
    expect(classifyAddress(read('10.1.2.3'))).toEqual({
      kind: 'special',
      description: 'private use (10.0.0.0/8, RFC 1918)',
    })
    expect(classifyAddress(read('2a00::5efe:192.168.0.1'))).toEqual({
      kind: 'special',
      description: 'isatap form of 192.168.0.1, private use (192.168.0.0/16, RFC 1918)',
    })
  })

  it.each(['::ffff:169.254.169.254', '64:ff9b::169.254.169.254', '2002:a9fe:a9fe::1', '::169.254.169.254'])(
    'sees the metadata service through %s',
    (text) => {
      expect(classifyAddress(read(text)).kind).toBe('metadata')
    },
  )
})
