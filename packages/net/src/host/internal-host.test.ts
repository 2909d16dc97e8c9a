import { expect, test } from 'vitest'
import { judgeUrl } from '../judge/judge-url.ts'
import { createHostPolicy } from './host-policy.ts'
import { parseInternalHost } from './internal-host.ts'

const verdict = (url: string, internalHosts: readonly string[], addresses = ['10.0.0.7']) =>
  judgeUrl(url, { policy: createHostPolicy({ internalHosts }), addresses }).verdict

test.each([
  ['http://searx.lan:8080/', ['searx.lan:8080'], 'allow'],
  ['http://searx.lan/', ['searx.lan:80'], 'allow'],
  ['http://searx.lan:8081/', ['searx.lan:8080'], 'block'],
  ['https://searx.lan/', ['searx.lan:80'], 'block'],
  ['http://searx.lan:8081/', ['searx.lan:8080', 'searx.lan:8081'], 'allow'],
  ['http://searx.lan:8081/', ['searx.lan'], 'allow'],
  ['http://10.0.0.7:9000/', ['10.0.0.7:9000'], 'allow'],
  ['http://[fd00::7]:9000/', ['[fd00::7]:9000'], 'allow'],
  ['http://a.lan:9000/', ['*.lan:9000'], 'allow'],
  // A named port does not open one that no URL may name.
  ['http://searx.lan:6379/', ['searx.lan:6379'], 'block'],
  // Nor does it open the metadata of a cloud.
  ['http://169.254.169.254/', ['169.254.169.254:80'], 'block'],
])('%s with %j: %s', (url, hosts, expected) => {
  expect(verdict(url, hosts, url.includes('fd00') ? ['fd00::7'] : undefined)).toBe(expected)
})

test.each(['searx.lan:0', 'searx.lan:70000', 'searx.lan:http', ':80', '*:80', 'a b:80'])(
  '%s is not an internal host',
  (text) => {
    expect(parseInternalHost(text)).toBeUndefined()
    expect(() => createHostPolicy({ internalHosts: [text] })).toThrow('internalHosts')
  },
)
