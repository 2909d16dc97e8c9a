import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ipv4Spelling, ipv6CarrierForms, ipv6Spelling } from '../__fixtures__/address-spellings.ts'
import { findBlock } from '../address/address-block.ts'
import { formatIpAddress } from '../address/format-ip-address.ts'
import type { IpAddress } from '../address/ip-address.ts'
import { metadataAddressRows } from '../address/metadata-addresses.ts'
import { parseIpAddress } from '../address/parse-ip-address.ts'
import { specialUseIpv4, specialUseIpv4Rows } from '../address/special-use-ipv4.ts'
import { createHostPolicy, type HostLists } from '../host/host-policy.ts'
import { judgeUrl } from './judge-url.ts'

const open = createHostPolicy()

const specialIpv4 = fc.constantFrom(...specialUseIpv4Rows).chain(([cidr]) => {
  const [text = '', length = ''] = cidr.split('/')
  const first = parseIpAddress(text)?.bits ?? 0n
  return fc.bigInt({ min: first, max: first + (1n << BigInt(32 - Number(length))) - 1n })
})

const publicIpv4 = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).filter((bits) => {
  const address: IpAddress = { family: 4, bits }
  const text = formatIpAddress(address)
  return (
    findBlock(specialUseIpv4, address) === undefined && !metadataAddressRows.some(([cidr]) => cidr === `${text}/32`)
  )
})

function rule(raw: string, lists?: HostLists, addresses?: readonly string[]): string {
  const judgement = judgeUrl(raw, { policy: createHostPolicy(lists), addresses })
  return judgement.verdict === 'block' ? judgement.rule : 'allow'
}

describe('a special-use IPv4 address', () => {
  it('is refused in every spelling', () => {
    const spelled = specialIpv4.chain(ipv4Spelling)
    fc.assert(
      fc.property(spelled, (host) => {
        expect(rule(`http://${host}/`)).not.toBe('allow')
      }),
      { numRuns: 1000 },
    )
  })

  it.each(ipv6CarrierForms)('is refused inside IPv6 (%s), as a literal and as an answer', (_form, wrap) => {
    const spelled = specialIpv4.chain((bits) => ipv6Spelling(wrap(bits)))
    fc.assert(
      fc.property(spelled, (host) => {
        expect(rule(`https://[${host}]/`)).not.toBe('allow')
        expect(rule('https://example.com/', {}, [host])).not.toBe('allow')
      }),
    )
  })

  it('is refused anywhere among the answers', () => {
    const answers = fc.tuple(
      fc.array(publicIpv4, { maxLength: 3 }),
      specialIpv4,
      fc.array(publicIpv4, { maxLength: 3 }),
    )
    fc.assert(
      fc.property(answers, ([before, special, after]) => {
        const texts = [...before, special, ...after].map((bits) => formatIpAddress({ family: 4, bits }))
        expect(rule('https://example.com/', {}, texts)).not.toBe('allow')
      }),
    )
  })
})

describe('a public address', () => {
  it('stays allowed in every spelling, and is dialled in its canonical one', () => {
    const spelled = publicIpv4.chain((bits) => fc.tuple(fc.constant(bits), ipv4Spelling(bits)))
    fc.assert(
      fc.property(spelled, ([bits, host]) => {
        const dial = formatIpAddress({ family: 4, bits })
        expect(judgeUrl(`http://${host}/`, { policy: open })).toMatchObject({ verdict: 'allow', dial })
      }),
    )
  })

  it('stays allowed as an answer, IPv4-mapped too', () => {
    const mapped = judgeUrl('http://example.com/', { policy: open, addresses: ['::ffff:8.8.8.8', '2606:4700::1111'] })
    expect(mapped).toMatchObject({ verdict: 'allow', addresses: ['8.8.8.8', '2606:4700::1111'], dial: '8.8.8.8' })
  })
})

describe('judgement', () => {
  it('never throws and never lets anything but a reason out, whatever the text', () => {
    const fragment = fc.constantFrom(
      'http://',
      'https:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      '[',
      ']',
      '%',
      '127.1',
      '::1',
      '.',
      '#',
      '?',
      '\t',
      '\u0000',
      'ⓛocalhost',
      'ß',
      'xn--',
      '٠',
    )
    const raw = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(fragment, fc.string())).map((parts) => parts.join('')),
    )
    const addresses = fc.option(fc.array(fc.string()), { nil: undefined })
    fc.assert(
      fc.property(raw, addresses, (text, answers) => {
        expect(judgeUrl(text, { policy: open, addresses: answers }).reason).toMatch(/\S/)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['', 'invalid_url'],
    ['example.com', 'invalid_url'],
    ['http:example.com', 'invalid_url'],
    ['http:/example.com', 'invalid_url'],
    ['https:///example.com/', 'invalid_url'],
    ['http://a..b/', 'invalid_url'],
    ['http://example.com../', 'invalid_url'],
    ['http://localhost../', 'invalid_url'],
    ['http://[fe80::1%25eth0]/', 'invalid_url'],
    ['http://example.com:65536/', 'invalid_url'],
    [`http://example.com/${'x'.repeat(9000)}`, 'url_too_long'],
    ['http://example.com/\r\nHost: a', 'control_character'],
    ['http://example.com/\u0085', 'control_character'],
    ['https://example.com\\@127.0.0.1/', 'backslash'],
    ['https://example.com/?q=a\\b', 'backslash'],
    ['https://user@example.com/', 'user_info'],
    ['https://@example.com/', 'user_info'],
    ['http://1.1.1.1 &@2.2.2.2#@3.3.3.3/', 'user_info'],
    ['example.com:8080/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['data:text/plain,x', 'scheme'],
    ['http://example.com:25/', 'port'],
    ['http://example.com:00/', 'port'],
    ['https://example.com:6667/', 'port'],
    ['http://com/', 'local_name'],
    ['http://printer.local/', 'local_name'],
    ['http://LOCALHOST./', 'local_name'],
    ['http://a.b.home.arpa/', 'local_name'],
    ['http://metadata.google.internal/', 'metadata_host'],
    ['http://metadata.goog/', 'metadata_host'],
    ['https://example.com/@user?mail=a@b.c#@', 'allow'],
    ['HTTPS://example.com', 'allow'],
    ['  https://example.com/a b ', 'allow'],
    ['https://example.com:8443/', 'allow'],
    ['https://internal.example.com/', 'allow'],
    ['https://my-localhost.example.com/', 'allow'],
    ['https://mylocal/', 'local_name'],
    ['https://thelocal.se/', 'allow'],
    ['https://example.com/%0d%0ahost:a', 'allow'],
  ])('of %j by its text is %s', (raw, expected) => {
    expect(rule(raw)).toBe(expected)
  })

  it('refuses a name without addresses, with an unreadable one, or with a zone', () => {
    expect(rule('http://example.com/', {}, [])).toBe('no_address')
    expect(rule('http://example.com/', {}, ['8.8.8.8', 'localhost'])).toBe('unreadable_address')
    expect(rule('http://example.com/', {}, ['2606:4700::1111%eth0'])).toBe('special_address')
  })
})

describe("the operator's lists", () => {
  it('allowHosts admits only its hosts and exempts no address', () => {
    expect(rule('http://b.example/', { allowHosts: ['a.example'] })).toBe('host_not_allowed')
    expect(rule('http://a.example/', { allowHosts: [] })).toBe('host_not_allowed')
    expect(rule('http://10.0.0.1/', { allowHosts: ['10.0.0.1'] })).toBe('special_address')
    expect(rule('http://localhost/', { allowHosts: ['localhost'] })).toBe('local_name')
    expect(rule('http://a.example/', { allowHosts: ['a.example'] }, ['10.0.0.1'])).toBe('special_address')
  })

  it('denyHosts wins over every other list', () => {
    const lists = { allowHosts: ['a.internal'], denyHosts: ['*.internal'], internalHosts: ['a.internal'] }
    expect(rule('http://a.internal/', lists)).toBe('denied_host')
  })

  it('internalHosts may have a local name and special-use addresses, but no metadata and no other port rules', () => {
    const internalHosts = ['db.internal', 'localhost', '127.0.0.1', '169.254.169.254', 'metadata', 'fd00::7']
    expect(rule('http://db.internal/', { internalHosts }, ['10.0.0.1'])).toBe('allow')
    expect(rule('http://localhost:3000/', { internalHosts }, ['127.0.0.1', '::1'])).toBe('allow')
    expect(rule('http://2130706433/', { internalHosts })).toBe('allow')
    expect(rule('http://[fd00::7]/', { internalHosts })).toBe('allow')
    expect(rule('http://localhost:6379/', { internalHosts })).toBe('port')
    expect(rule('http://db.internal/', { internalHosts }, ['169.254.169.254'])).toBe('metadata_host')
    expect(rule('http://db.internal/', { internalHosts }, ['64:ff9b::a9fe:a9fe'])).toBe('metadata_host')
    expect(rule('http://169.254.169.254/', { internalHosts })).toBe('metadata_host')
    expect(rule('http://metadata/', { internalHosts }, ['10.0.0.1'])).toBe('metadata_host')
    expect(rule('http://other.internal/', { internalHosts }, ['10.0.0.1'])).toBe('local_name')
  })
})
