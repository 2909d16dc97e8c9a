import { describe, expect, test } from 'vitest'
import type { EndedProgram } from '../launch/program.ts'
import { type RefusalPlace, refusalRemarks } from './refusal-remarks.ts'

const profile: RefusalPlace['profile'] = {
  workspace: { host: '/w', inside: '/workspace', access: 'write' },
  mounts: [
    { host: '/data', inside: '/data', access: 'write' },
    { host: '/books', inside: '/books', access: 'read' },
    { host: '/t', inside: '/tmp', access: 'write' },
  ],
  masked: ['/w/.env'],
  network: { kind: 'none' },
  limits: { memoryBytes: 128 * 1024 * 1024, processes: 64, openFiles: 32 },
}
const place: RefusalPlace = { kind: 'bubblewrap', profile, hosts: [] }
const said = (ended: Partial<EndedProgram>, where: Partial<RefusalPlace> = {}) =>
  refusalRemarks({ errors: '', exitCode: 1, ...ended }, { ...place, ...where }).join(' ')
const within = (given: Partial<RefusalPlace['profile']>) => ({ profile: { ...profile, ...given } })
const filtered = within({
  network: { kind: 'filtered', proxy: { socket: '/s', adopt: () => undefined } },
})

describe('a program that finds no network', () => {
  test.each([
    'curl: (6) Could not resolve host: example.com',
    'npm error code EAI_AGAIN',
    "wget: bad address 'example.com'",
    'fatal: unable to access: Could not resolve host: example.com',
    'connect: Network is unreachable',
    'pip: Temporary failure in name resolution',
  ])('is told that there is none, and who can change that: %s', (errors) => {
    expect(said({ errors })).toContain('no network in this sandbox')
    expect(said({ errors })).toContain('"network": { "allow"')
    expect(said({ errors }, within({ network: { kind: 'host' } }))).toBe('')
  })

  test('is told which hosts are let through, where some are', () => {
    const hosts = Array.from({ length: 12 }, (_, index) => `h${index}.example`)
    const text = said({ errors: 'curl: (56) CONNECT tunnel failed, response 403' }, { ...filtered, hosts })
    expect(text).toContain('only these hosts')
    expect(text).toContain('h9.example and 2 more.')
    expect(text).not.toContain('h10.example')
  })
})

test('a server that another command started is explained to be out of reach, where it is', () => {
  const errors = 'curl: (7) Failed to connect to localhost port 3000 after 0 ms: Connection refused'
  expect(said({ errors })).toContain('has its own "localhost"')
  expect(said({ errors }, { kind: 'docker' })).toBe('')
  expect(said({ errors }, within({ network: { kind: 'host' } }))).toBe('')
})

describe('a program that cannot write or read', () => {
  test('is told where it can', () => {
    const text = said({ errors: 'touch: /etc/x: Read-only file system' })
    expect(text).toContain('only to the workspace "/workspace" and "/data" and "/tmp".')
    expect(text).toContain('with the file tools')
  })

  test('is told that the workspace is only to read, where it is', () => {
    const reading = within({ workspace: { ...profile.workspace, access: 'read' }, mounts: [] })
    expect(said({ errors: 'Error: EROFS: read-only file system' }, reading)).toBe(
      'Programs in this sandbox can write only to "/tmp". The workspace is read only.',
    )
  })

  test('is not told twice', () => {
    const errors =
      'sh: .git/hooks/x: Read-only file system\ndrawbridge: "/w/.git/hooks" is protected from programs in a sandbox: what it says …'
    expect(said({ errors })).toBe('')
  })

  test('is told that credentials are hidden', () => {
    expect(said({ errors: 'cat: .env: Permission denied' })).toContain('Files with credentials cannot be read')
    expect(said({ errors: 'cat: other: Permission denied' })).toBe('')
  })
})

describe('a limit that was hit', () => {
  test('is named with how much it is', () => {
    expect(said({ limitsHit: ['memory'] })).toContain('memory limit of its sandbox, 128 MiB for all its processes')
    expect(said({ limitsHit: ['processes'] })).toContain('64 at a time')
    expect(said({ errors: 'accept: Too many open files' })).toContain('32 files open')
  })

  test('is named without where only the engine knows', () => {
    expect(said({ limitsHit: ['memory'] }, within({ limits: {} }))).toContain('memory limit of its sandbox. Do less')
    expect(said({ errors: 'Too many open files' }, within({ limits: {} }))).toBe('')
  })
})

test('a missing program is explained by where programs come from', () => {
  const missing = { errors: 'sh: git: not found', exitCode: 127 }
  expect(said(missing, { kind: 'docker' })).toContain('"image"')
  expect(said(missing)).toContain('"readRoots"')
})

test('nothing is said of what went well, nor of other failures', () => {
  expect(said({ exitCode: 0 })).toBe('')
  expect(said({ errors: 'FAIL src/a.test.ts\nAssertionError: expected 1 to be 2' })).toBe('')
})

test.each([
  'fatal: not a git repository: /home/me/project/.git/worktrees/fix',
  'fatal: not a git repository: library/../../.git/modules/library',
])('git in a folder whose repository is not visible says what can be done: %s', (errors) => {
  expect(said({ errors, exitCode: 128 })).toContain('"permissions": { "readRoots"')
  expect(said({ errors: 'fatal: not a git repository (or any of the parent directories): .git' })).toBe('')
})
