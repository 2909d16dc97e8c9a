import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ipv4Spelling, ipv6Spelling } from '../__fixtures__/address-spellings.ts'
import { formatIpAddress } from './format-ip-address.ts'
import { parseIpAddress } from './parse-ip-address.ts'
import { parseIpv4 } from './parse-ipv4.ts'
import { parseIpv6 } from './parse-ipv6.ts'

const ipv4Bits = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n })
const ipv6Bits = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n })

describe('an address', () => {
  it.each([
    ['127.1', '127.0.0.1'],
    ['0177.0.0.01', '127.0.0.1'],
    ['0X7F.0x0.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['0x', '0.0.0.0'],
    ['::FFFF:127.0.0.1', '127.0.0.1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['64:ff9b::127.0.0.1', '64:ff9b::7f00:1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
  ])('written as %s is %s', (spelling, canonical) => {
    const address = parseIpAddress(spelling)
    expect(address && formatIpAddress(address)).toBe(canonical)
  })

  it.each([
    '',
    '.',
    '1.2.3.4.5',
    '256.1.1.1',
    '1.2.3.256',
    '4294967296',
    '08.1.1.1',
    '1..2',
    '1.2.3.4..',
    '-1',
    '1e3',
    ' 1',
    ':',
    '1:2',
    '::1::',
    ':::',
    '::1]/',
    '12345::',
  ])('is not read into %j', (text) => {
    expect(parseIpAddress(text)).toBeUndefined()
  })

  it('of four bytes is read back from every spelling', () => {
    const spelled = ipv4Bits.chain((bits) => fc.tuple(fc.constant(bits), ipv4Spelling(bits)))
    fc.assert(
      fc.property(spelled, ([bits, text]) => {
        expect(parseIpv4(text)).toEqual({ family: 4, bits })
      }),
    )
  })

  it('of sixteen bytes is read back from every spelling', () => {
    const spelled = ipv6Bits.chain((bits) => fc.tuple(fc.constant(bits), ipv6Spelling(bits)))
    fc.assert(
      fc.property(spelled, ([bits, text]) => {
        expect(parseIpv6(text)).toEqual({ family: 6, bits })
      }),
    )
  })

  it('is read exactly as the WHATWG URL parser reads it', () => {
    const part = fc.oneof(
      fc.nat(300).map(String),
      fc.nat(300).map((number) => `0${number.toString(8)}`),
      fc.nat(2 ** 33).map((number) => `0x${number.toString(16)}`),
      fc.nat(2 ** 33).map(String),
      fc.constantFrom('', '0', '00', '09', '0x', '0xg', 'a'),
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const text = parts.join('.')
        const hostname = text === '' ? undefined : URL.parse(`http://${text}/`)?.hostname
        const expected = hostname !== undefined && /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? hostname : undefined
        const address = parseIpv4(text)
        expect(address && formatIpAddress(address)).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })

  it('survives formatting and reading', () => {
    fc.assert(
      fc.property(ipv6Bits, (bits) => {
        expect(parseIpv6(formatIpAddress({ family: 6, bits }))).toEqual({ family: 6, bits })
      }),
    )
  })
})
