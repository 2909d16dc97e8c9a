import { describe, expect, test } from 'vitest'
import { createPathMap } from './create-path-map.ts'

describe('with a root of its own', () => {
  const map = createPathMap({
    places: [
      { host: '/home/me/project', inside: '/workspace' },
      { host: '/data', inside: '/data' },
      { host: '/scratch/key/tmp', inside: '/tmp' },
    ],
  })

  test.each([
    ['/home/me/project', '/workspace'],
    ['/home/me/project/src/a.ts', '/workspace/src/a.ts'],
    ['/data/x', '/data/x'],
    ['/scratch/key/tmp/out', '/tmp/out'],
  ])('%s stands at %s, and back', (host, inside) => {
    expect(map.toInside(host)).toBe(inside)
    expect(map.toHost(inside)).toBe(host)
  })

  test('a path that was not mounted does not exist inside', () => {
    expect(map.toInside('/home/me/project-two/x')).toBeUndefined()
    expect(map.toHost('/workspaces')).toBeUndefined()
    expect(map.toHost('/etc/passwd')).toBeUndefined()
  })
})

describe('with the root of the machine', () => {
  const map = createPathMap({
    places: [
      { host: '/', inside: '/' },
      { host: '/home/me/project', inside: '/home/me/project' },
      { host: '/scratch/key/tmp', inside: '/tmp' },
    ],
    hidden: ['/home', '/tmp', '/home/me/project/.env'],
  })

  test('a path that is not hidden is the same on both sides', () => {
    expect(map.toInside('/usr/bin/env')).toBe('/usr/bin/env')
    expect(map.toHost('/usr/bin/env')).toBe('/usr/bin/env')
    expect(map.toHost('/home/me/project/a')).toBe('/home/me/project/a')
  })

  test('what is hidden is on neither side, and a place inside of it is', () => {
    expect(map.toHost('/home/me/.ssh/id_rsa')).toBeUndefined()
    expect(map.toInside('/home/me/.ssh/id_rsa')).toBeUndefined()
    expect(map.toInside('/home/me/project/.env')).toBeUndefined()
    expect(map.toInside('/home/me/project/.env.example')).toBe('/home/me/project/.env.example')
  })

  test('the folder for temporary files of the machine is not the one inside', () => {
    expect(map.toInside('/tmp/x')).toBeUndefined()
    expect(map.toHost('/tmp/x')).toBe('/scratch/key/tmp/x')
    expect(map.toInside('/scratch/key/tmp/x')).toBe('/tmp/x')
  })
})
