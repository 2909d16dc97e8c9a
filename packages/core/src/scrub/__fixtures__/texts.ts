import fc from 'fast-check'

/** A made-up token: the parts are joined only when a test runs, so that no scanner takes this file for a leak. */
export function madeUp(prefix: string, length: number, seed = 7): string {
  const alphabet = 'a8Kd2Zq7Lm4Xw9Tb3Rc6Vn1Hs5Yf0Pj'
  let text = prefix
  for (let index = 0, state = seed; index < length; index++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    text += alphabet[(state >> 8) % alphabet.length]
  }
  return text
}

/** A made-up private key in its armour. */
export function madeUpKey(lines: number): string {
  const body = Array.from({ length: lines }, (_, index) => madeUp('', 64, index + 3)).join('\n')
  return ['-----BEGIN', 'RSA', 'PRIVATE', 'KEY-----\n'].join(' ') + `${body}\n` + ['-----END', 'RSA', 'PRIVATE', 'KEY-----'].join(' ')
}

const fragments = [
  'token', 'password', 'api_key', 'secret', 'key', 'Authorization', 'bearer ', 'curl -u ', 'MY_SECRET', 'discord', 'jira_token',
  '=', ': ', ' = "', '"', "'", '\\n', '\n', ' ', ',', '>', '</a>', '://', '@', '.', '-', '_', '/', '&', '[REDACTED]',
  'postgres://user:', 'nextToken()', 'x'.repeat(30), 'kind: Secret\n', '\ndata:\n  a: ', '-----BEGIN ', 'ey', 'sk-', '\u00e9', '\ud83d\ude00',
]

const secrets = [
  madeUp('ghp_', 36), madeUp('AKIA', 0) + 'Q7XK2MZPL4VT9RWB', madeUp('', 24), madeUp('glpat-', 20), madeUp('sk-', 40), 'p4ssW0rd!x', madeUpKey(3),
]

/** Texts that are full of keywords, operators, quotes, secrets and markers in any order. */
export const hostileText = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fragments) }, { weight: 2, arbitrary: fc.constantFrom(...secrets) }, { weight: 1, arbitrary: fc.string({ maxLength: 12 }) }), { maxLength: 60 })
  .map((parts) => parts.join(''))

/** Units that, repeated, ask as much as possible of a scanner. */
export const hostileUnits: readonly string[] = [
  'a', 'key=', 'key', 'key ', 'password: ', 'token="', 'token=\\"', 'ey', 'eyJ', '-eyJ', '.eyJ', 'sk-', ' sk-a', '://', '://a:', '-u a:',
  ['-----BEGIN', 'PRIVATE', 'KEY-----'].join(' '), 'kind: secret\n', '\ndata:\n', '1234567890123456|', 'bearer ', 'AKIA', 'discord=aaaa ', 'pass-pw-key.', '"', '\\', 'a=b:', 'Q~', '-us1',
  'password \'', 'identified by ', 'key=\n', '<token>', 'token: a1b2c3d4e5f6 ',
]
