import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { staticWord, unknownWord } from '../word/word.ts'
import { pathObjection } from './path-objection.ts'
import { isInside, resolvePath } from './resolve-path.ts'
import { usePath } from './use-path.ts'

const world = { workspace: '/workspace', home: '/home/user', writeRoots: ['/data'] }
const from = { world, cwd: '/workspace', known: true }
const objection = (path: string, access: 'read' | 'write') => pathObjection(usePath(staticWord(path), access, from))

describe('pathObjection', () => {
  it.each(['a', 'src/../a', '/workspace/a', '/etc/hosts', '/usr/bin/ls', '/dev/null', '.env.example', '/data/x'])(
    'lets %s be read',
    (path) => {
      expect(objection(path, 'read')).toBeUndefined()
    },
  )
  it.each([
    '../a',
    '/root/a',
    '/tmp/a',
    '/home/user/a',
    '.env',
    'a/.env.local',
    '/home/user/.ssh/id_rsa',
    'x.pem',
    'ID_RSA',
    '/etc/shadow',
    '/proc/1/environ',
    '/proc/self/root/etc/passwd',
    '.drawbridge/x',
  ])('asks before %s is read', (path) => {
    expect(objection(path, 'read')).toBeDefined()
  })
  it.each(['a', 'build/x', '/data/x', '/dev/null', '/dev/stdout', '/dev/fd/3'])(
    'lets %s be written by a granted command',
    (path) => {
      expect(objection(path, 'write')).toBeUndefined()
    },
  )
  it.each([
    '../a',
    '/etc/hosts',
    '/tmp/a',
    '.git/config',
    'a/.git/hooks/x',
    '.vscode/tasks.json',
    '.mcp.json',
    '.bashrc',
    '.env',
    'drawbridge.jsonc',
    '/dev/sda',
  ])('asks before %s is written', (path) => {
    expect(objection(path, 'write')).toBeDefined()
  })

  it('judges a glob by the folder that it cannot leave', () => {
    const glob = (text: string, prefix: string) =>
      pathObjection(usePath({ ...unknownWord(text), pattern: true, prefix }, 'read', from))
    expect(glob('src/*.ts', 'src/')).toBeUndefined()
    expect(glob('/root/*', '/root/')).toBeDefined()
    expect(glob('*/../../x', '')).toBeDefined()
    expect(glob('.en*', '.en')).toBeDefined()
  })

  it('asks about every path that is not known beforehand', () => {
    expect(pathObjection(usePath(unknownWord('$x'), 'read', from))).toBeDefined()
    expect(pathObjection(usePath(staticWord('a'), 'read', { ...from, known: false }))).toBeDefined()
  })
})

describe('resolvePath', () => {
  it('never leaves a folder without saying so', () => {
    const part = fc.constantFrom('..', '.', '', 'a', 'b', 'workspace')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const path = resolvePath('/workspace', parts.join('/'))
        expect(path).not.toMatch(/(?:^|\/)\.{1,2}(?:\/|$)/)
        expect(isInside(path, '/')).toBe(true)
      }),
    )
  })
})
