import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText, hostileUnits, madeUp, madeUpKey } from './__fixtures__/texts.ts'
import { createScrubber } from './create-scrubber.ts'
import { redactionMarker } from './redaction.ts'
import { createSecretRegistry } from './secret-registry.ts'

const scrubber = createScrubber()

function scrubbed(text: string): string {
  return scrubber.scrub(text).text
}

describe('what leaves', () => {
  const value = madeUp('', 24)

  test.each([
    ['a GitHub token in prose', (secret: string) => `use ${secret} please`, madeUp('ghp_', 36)],
    ['a token behind a terminal colour', (secret: string) => `\u001b[94m${secret}\u001b[0m`, madeUp('sk-', 40)],
    ['a token behind an escaped line end', (secret: string) => `{"out":"ok\\n${secret}"}`, madeUp('glpat-', 20)],
    ['a YAML value', (secret: string) => `api_key: ${secret}\n`, value],
    ['a Go declaration', (secret: string) => `var apiToken string = "${secret}"`, value],
    ['a Makefile default', (secret: string) => `API_TOKEN ?= "${secret}"`, value],
    ['a PHP array entry', (secret: string) => `  "apiToken" => "${secret}"`, value],
    ['a Java property', (secret: string) => `System.setProperty("API_TOKEN", "${secret}")`, value],
    ['an XML element', (secret: string) => `<apiToken>\n    ${secret}\n</apiToken>`, value],
    ['JSON inside JSON', (secret: string) => `{"config.ini": "API_TOKEN=${secret}\\nBACKUP=true"}`, value],
    ['a manifest environment entry', (secret: string) => `- name: API_TOKEN\n  value: "${secret}"`, value],
    ['a header', (secret: string) => `Authorization: Bearer ${secret}`, value],
    ['a command-line option', (secret: string) => `login --password ${secret} --verbose`, 'Sn3ppy-w0rd'],
    ['a password in quotes', (secret: string) => `password = "${secret}"`, 'hunter2!'],
    ['a setting of the environment', (secret: string) => `export MY_SECRET=${secret}`, 'correcthorsebattery'],
    ['a virtual host', (secret: string) => `VIRTUAL_HOST=${secret}`, 'build.internal'],
    ['a database password', (secret: string) => `postgres://app:${secret}@db.internal:5432/app`, 'sup3rsecret'],
    ['a Redis password without a user', (secret: string) => `redis://:${secret}@cache:6379`, 'sup3rsecret'],
    ['curl credentials', (secret: string) => `curl -u admin:${secret} https://localhost`, 'h0pk1ns~21s'],
    [
      'curl credentials of letters',
      (secret: string) => `curl -s -X POST -u admin:${secret} https://localhost`,
      'swordfish',
    ],
    ['curl credentials in quotes', (secret: string) => `curl --user 'admin:${secret}' https://localhost`, 'swordfish'],
    ['a password of mysql', (secret: string) => `mysql -h db -u root -p${secret} shop`, 'swordfish'],
    ['a password of mysqldump', (secret: string) => `mysqldump -p'${secret}' shop > a.sql`, 'swordfish'],
    ['a password of sshpass', (secret: string) => `sshpass -p ${secret} ssh me@host`, 'swordfish'],
    ['a session in a cookie', (secret: string) => `Cookie: theme=dark; sid=${secret}\nAccept: */*`, value],
    ['a cookie in JSON', (secret: string) => `{"Cookie": "sid=${secret}"}`, value],
    ['a cookie that is set', (secret: string) => `set-cookie: sid=${secret}; Path=/; HttpOnly`, value],
    ['a name that holds an exempt word', (secret: string) => `monkey_api_key = "${secret}"`, value],
    ['a password whose name does', (secret: string) => `compass_password: ${secret}`, 'Sn3ppy-w0rd'],
    ['a secret of a key', (secret: string) => `primary_key_secret=${secret}`, value],
    ['a password without a digit', (secret: string) => `password=${secret}`, 'a!Bc@De#Fg'],
    ['an SQL password', (secret: string) => `ALTER USER app IDENTIFIED BY '${secret}';`, 'SqLpa5sW0rD'],
  ])('%s loses its secret and nothing else', (_, around, secret) => {
    expect(scrubbed(around(secret))).toBe(around(redactionMarker))
  })

  test('a private key goes as a whole, also when its end was cut off', () => {
    const key = madeUpKey(5)
    expect(scrubbed(`before\n${key}\nafter`)).toBe(`before\n${redactionMarker}\nafter`)
    expect(scrubbed(key.slice(0, 250))).not.toContain(key.slice(100, 140))
  })

  test('the entries of a Kubernetes secret go, whichever of data and kind stands first', () => {
    const entry = `  password: ${['c3VwZXJz', 'ZWNyZXQ='].join('')}\n`
    const clean = `  password: ${redactionMarker}\n`
    expect(scrubbed(`apiVersion: v1\nkind: Secret\ndata:\n${entry}`)).toBe(
      `apiVersion: v1\nkind: Secret\ndata:\n${clean}`,
    )
    expect(scrubbed(`apiVersion: v1\ndata:\n${entry}kind: Secret\n`)).toBe(
      `apiVersion: v1\ndata:\n${clean}kind: Secret\n`,
    )
  })

  test('the rest of an over-long token does not stay behind', () => {
    const token = madeUp('ghp_', 600)
    expect(scrubbed(`x ${token} y`)).toBe(`x ${redactionMarker} y`)
  })
})

describe('what stays', () => {
  test.each([
    'token = nextToken()',
    'const token = await this.lexer.nextToken()',
    'const password = options.password',
    'if (token === undefined) throw new TypeError("no token")',
    'commit 3b18e512dba79e4c8300dd08aeb37f8e728b8dad',
    'sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '"integrity": "sha512-VgCuhQ2h4VhH+8Bk1sJ8vTn4v2S6dH6LkS8PAz0mP2wXj0rYx3Ut0A=="',
    'id: 6fa459ea-ee8a-3ca4-894e-db77e160355e',
    'key: "ArrowLeft"',
    'password: <your password>',
    'password = a!Bc@De#Fg',
    'mysql -u root -p shop',
    'mysql -h db -P 3306 shop',
    'Cookie: theme=dark; lang=en',
    'Set-Cookie: lang=en; Path=/',
    'primary_key: user_id_2024_x9',
    'bypass = a1b2c3d4e5f6g7h8',
    ['PASSWORD=$', '{DB_PASSWORD}'].join(''),
    'api_key = process.env.API_KEY',
    'https://example.com/path?page=2',
    ['postgres://user:$', '{PASSWORD}@localhost/db'].join(''),
    'total_tokens: 1234567890',
    'primary_key: a1b2c3d4e5f6a7b8c9d0',
    'export const REGISTRATION_KEY = "@@any-promise/REGISTRATION"',
  ])('%s', (text) => {
    expect(scrubber.scrub(text)).toEqual({ text, redactions: [], counts: Object.create(null) })
  })

  test('a text without secrets comes back as the very same string and list', () => {
    const first = scrubber.scrub('nothing to see')
    expect(scrubber.scrub('nothing here either').redactions).toBe(first.redactions)
  })
})

describe('properties over hostile texts', () => {
  test('scrubbing twice is scrubbing once', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(scrubbed(scrubbed(text))).toBe(scrubbed(text))
      }),
      { numRuns: 2_000 },
    )
  })

  test('redactions are sorted, disjoint, inside the text, and everything outside them is kept byte for byte', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const { redactions, text: result } = scrubber.scrub(text)
        const kept: string[] = []
        let end = 0
        for (const redaction of redactions) {
          expect(redaction.start).toBeGreaterThanOrEqual(end)
          expect(redaction.end).toBeGreaterThan(redaction.start)
          kept.push(text.slice(end, redaction.start))
          end = redaction.end
        }
        expect(end).toBeLessThanOrEqual(text.length)
        kept.push(text.slice(end))
        expect(result).toBe(kept.join(redactionMarker))
      }),
      { numRuns: 1_000 },
    )
  })

  test('counts name each rule as often as it redacted', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const { redactions, counts } = scrubber.scrub(text)
        const summed = Object.values(counts).reduce((sum, count) => sum + count, 0)
        expect(summed).toBe(redactions.length)
        for (const { rule } of redactions) expect(counts[rule]).toBeGreaterThan(0)
      }),
    )
  })
})

/** Counts the units that hand-written code looks at and the runs of regular expressions, all of which are bounded. */
function stepsOf(text: string): { readonly units: number; readonly expressions: number } {
  const { charCodeAt } = String.prototype
  const { exec, test: matches } = RegExp.prototype
  let units = 0
  let expressions = 0
  String.prototype.charCodeAt = function (this: string, index: number) {
    units++
    return charCodeAt.call(this, index)
  }
  RegExp.prototype.exec = function (this: RegExp, subject: string) {
    expressions++
    return exec.call(this, subject)
  }
  RegExp.prototype.test = function (this: RegExp, subject: string) {
    expressions++
    return matches.call(this, subject)
  }
  try {
    scrubber.scrub(text)
  } finally {
    Object.assign(String.prototype, { charCodeAt })
    Object.assign(RegExp.prototype, { exec, test: matches })
  }
  return { units, expressions }
}

describe('work grows with the length of the text alone', () => {
  test.each(hostileUnits)('for repeated %j', (unit) => {
    const short = stepsOf(unit.repeat(Math.ceil(8_000 / unit.length)))
    const long = stepsOf(unit.repeat(Math.ceil(16_000 / unit.length)))
    expect(long.units).toBeLessThan(short.units * 2.3 + 1_000)
    expect(long.units).toBeLessThan(16_000 * 40)
    expect(long.expressions).toBeLessThan(short.expressions * 2.3 + 100)
    expect(long.expressions).toBeLessThan(16_000 * 3)
  })
})

test('a key that was clean is judged again after each change of the registered values', () => {
  const dynamic = createSecretRegistry()
  const scrubber = createScrubber({ dynamic })
  const key = madeUp('', 20)
  const other = 'ordinary-column'
  const keysOf = () => Object.keys(scrubber.scrubValue({ [key]: 1, [other]: 2 }).value)
  expect(keysOf()).toEqual([key, other])
  const registration = dynamic.register(key, { scope: 'process' })
  expect(keysOf()).toEqual([redactionMarker, other])
  dynamic.register(other, { scope: 'process' })
  expect(keysOf()).toEqual([redactionMarker, `${redactionMarker} 2`])
  registration[Symbol.dispose]()
  expect(keysOf()).toEqual([key, redactionMarker])
})

test('a key with a secret is removed however many clean ones came before it and between', () => {
  const key = madeUp('ghp_', 36)
  for (let round = 0; round < 2; round += 1) {
    const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`key${index}`, index]))
    expect(Object.keys(scrubber.scrubValue({ ...many, [key]: 1 }).value).at(-1)).toBe(redactionMarker)
    expect(scrubber.scrubValue(many).value).toBe(many)
  }
})

test('what a scrubber remembers of earlier values and other secrets changes nothing that it finds', () => {
  const secrets = ['ordinary-column', 'src/file-1.ts', 'plain words']
  const mostly = (often: readonly string[], rarely: readonly string[]) =>
    fc.oneof(
      { arbitrary: fc.constantFrom(...often), weight: 30 },
      { arbitrary: fc.constantFrom(...rarely), weight: 1 },
      { arbitrary: hostileText, weight: 1 },
    )
  const text = mostly([...secrets, 'x'], [madeUp('ghp_', 36)])
  const key = mostly(['path', 'source', 'ordinary-column'], ['pwd', madeUp('sk-', 40)])
  const value = fc.dictionary(key, fc.oneof(text, fc.array(text), fc.dictionary(key, text)), { maxKeys: 3 })
  const step = fc.record({ value, secret: fc.option(fc.constantFrom(...secrets)) })
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 12 }), (steps) => {
      const dynamic = createSecretRegistry()
      const remembering = createScrubber({ dynamic })
      let registration: Disposable | undefined
      for (const { value, secret } of steps) {
        registration?.[Symbol.dispose]()
        registration = secret === null ? undefined : dynamic.register(secret, { scope: 'process' })
        expect(remembering.scrubValue(value)).toEqual(createScrubber({ dynamic }).scrubValue(value))
      }
    }),
    { numRuns: 100 },
  )
})
