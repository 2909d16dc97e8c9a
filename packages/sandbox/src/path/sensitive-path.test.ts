import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSensitivePath } from './sensitive-path.ts'

const options = { userHome: '/home/user' }

describe('a path that holds credentials', () => {
  test.each([
    '/home/user/.ssh',
    '/home/user/.ssh/known_hosts',
    '/home/user/.aws/credentials',
    '/home/user/.docker/config.json',
    '/home/user/.config/gh/hosts.yml',
    '/home/user/.npmrc',
    '/home/somebody/.gnupg/secring.gpg',
    '/root/.kube/config',
    '/Users/user/.netrc',
    '/etc/shadow',
    '/etc/shadow-',
    '/etc/sudoers.d/admins',
    '/proc/1/environ',
    '/proc/12/task/13/environ',
    '/proc/1/fd/3',
    '/dev/mem',
    '/place/server.pem',
    '/place/tls/private.key',
    '/place/store.p12',
    '/place/id_rsa.old',
    '/place/id_ed25519',
    '/place/.env',
    '/place/.env.production',
  ])('is %s', (path) => {
    expect(isSensitivePath(path, options)).toBe(true)
  })

  test.each([
    '/home/user/.sshx/config',
    '/home/user/.docker/cli-plugins/compose',
    '/home/user/.config/nvim/init.lua',
    '/etc/passwd',
    '/proc/cpuinfo',
    '/proc/1/status',
    '/place/.env.example',
    '/place/.environment',
    '/place/keyboard.ts',
    '/place/monkey',
    '/place/.ssh/readme.md',
  ])('is not %s', (path) => {
    expect(isSensitivePath(path, options)).toBe(false)
  })

  test('is one under any name that a file system may take for the same', () => {
    const disguise = fc.constantFrom<(name: string) => string>(
      (name) => name.toUpperCase(),
      (name) => `${name}.`,
      (name) => `${name} `,
      (name) => name.replace(/^(.)/, '$1\u200d'),
      (name) => name.replace('e', '\uff45'),
    )
    const name = fc.constantFrom('.env', 'server.pem', 'id_rsa', 'private.key')
    fc.assert(fc.property(name, disguise, (plain, hide) => isSensitivePath(`/place/${hide(plain)}`, options)))
  })
})
