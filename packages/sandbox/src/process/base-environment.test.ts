import fc from 'fast-check'
import { expect, test } from 'vitest'
import { baseEnvironment } from './base-environment.ts'

test('a variable that is not listed stays out, whatever its name', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string()), (source) => {
      const names = Object.keys(baseEnvironment({ source }))
      const added = [
        'CI',
        'DEBIAN_FRONTEND',
        'GIT_TERMINAL_PROMPT',
        'GIT_EDITOR',
        'GIT_SEQUENCE_EDITOR',
        'PAGER',
        'GIT_PAGER',
      ]
      return names.every((name) => added.includes(name) || name.startsWith('LC_') || /^[A-Z_]+$/.test(name))
    }),
  )
})

test('a name or value that looks like a secret stays out even where the operator lets it pass', () => {
  const source = {
    AWS_SECRET_ACCESS_KEY: 'x',
    npm_config_auth: 'x',
    SESSION_COOKIE: 'x',
    DATABASE_URL: ['postgres://user', 'word@host/db'].join(':'),
    GH_PAT: 'x',
    DEPLOY_KEYS: 'x',
    PLAIN: ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_'),
    LC_PLAIN: ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_'),
    EDITOR: 'vi',
    COMPAT: '1',
  }
  const { EDITOR, COMPAT, ...rest } = baseEnvironment({ source, passNames: Object.keys(source) })
  expect([EDITOR, COMPAT]).toEqual(['vi', '1'])
  for (const name of ['PLAIN', 'LC_PLAIN']) expect(rest).not.toHaveProperty(name)
  expect(Object.values(rest)).not.toContain('x')
  expect(rest).not.toHaveProperty('DATABASE_URL')
})

test('names of Object.prototype are not taken for variables', () => {
  expect(baseEnvironment({ source: {}, passNames: ['constructor', '__proto__', 'toString'] })).not.toHaveProperty(
    'constructor',
  )
})

test('nothing passes that makes a shell read a file or change its ways before its line', () => {
  const source = {
    BASH_ENV: '/x',
    ENV: '/x',
    SHELLOPTS: 'x',
    BASHOPTS: 'x',
    PROMPT_COMMAND: 'x',
    PS4: 'x',
    'BASH_FUNC_ls%%': 'x',
  }
  expect(Object.values(baseEnvironment({ source, passNames: Object.keys(source) }))).not.toContain('x')
  expect(baseEnvironment({ source, passNames: Object.keys(source) })).not.toHaveProperty('ENV')
})
