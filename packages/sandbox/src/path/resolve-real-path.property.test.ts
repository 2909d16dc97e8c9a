import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { attackPaths, setTraps } from '../__fixtures__/attack-paths.ts'
import { createScene } from '../__fixtures__/scene.ts'
import { type LinkProbe, systemLinkProbe } from './link-probe.ts'
import { resolveRealPath } from './resolve-real-path.ts'

const scene = createScene()
setTraps(scene)
afterAll(() => scene[Symbol.dispose]())

const options = { probe: systemLinkProbe, followLast: true }
const absolute = (path: string) => (path.startsWith('/') ? path : `${scene.workspace}/${path}`)

describe('a real path', () => {
  test('is what the kernel opens, wherever the kernel opens anything', () => {
    fc.assert(
      fc.property(attackPaths(scene), (path) => {
        const kernel = kernelPath(absolute(path))
        const resolved = resolveRealPath(absolute(path).replaceAll('\0', ''), options)
        if (kernel === undefined || path.includes('\0')) return
        if (resolved.status === 'refused') expect(resolved.cause).toBe('magic_link')
        else expect(resolved.real).toBe(kernel)
      }),
      { numRuns: 2000 },
    )
  })

  test('is its own real path, free of links, dots and empty parts', () => {
    fc.assert(
      fc.property(attackPaths(scene), (path) => {
        const resolved = resolveRealPath(absolute(path).replaceAll('\0', ''), options)
        if (resolved.status === 'refused') return
        expect(resolveRealPath(resolved.real, options)).toEqual(resolved)
        expect(resolved.real).toBe(join(resolved.real))
        if (kernelPath(dirname(resolved.real)) !== undefined)
          expect(kernelPath(dirname(resolved.real))).toBe(dirname(resolved.real))
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['a file that does not exist yet, below a linked folder', 'out/new/file.txt', 'outside/new/file.txt'],
    ['a link to something missing', 'dangling', 'outside/new.txt'],
    ['the parent of where a link leads', 'src/up/../outside/secret.txt', 'outside/secret.txt'],
    ['a path with blanks, dots and slashes in excess', './/src/././deep/..//a.txt/', 'workspace/src/a.txt'],
    ['another spelling of dots, which is only a name', '%2e%2e/x', 'workspace/%2e%2e/x'],
  ])('leads for %s where the kernel would go', (_, path, expected) => {
    expect(resolveRealPath(absolute(path), options)).toMatchObject({ real: join(scene.root, expected) })
  })

  test.each([
    ['a link to itself', 'loop', 'loop'],
    ['links in a circle', 'loop-a', 'loop'],
    ['a link into the process file system', 'process/etc/passwd', 'magic_link'],
    ['the root of a process', '/proc/self/root/etc/passwd', 'magic_link'],
    ['the working folder of a thread', '/proc/thread-self/cwd/x', 'magic_link'],
    ['a descriptor', '/dev/fd/0', 'magic_link'],
    ['a name longer than file systems allow', 'x'.repeat(300), 'too_long'],
    ['a path longer than the kernel allows', 'x/'.repeat(3000), 'too_long'],
  ])('is refused for %s', (_, path, cause) => {
    expect(resolveRealPath(absolute(path), options)).toMatchObject({ status: 'refused', cause })
  })

  test('is refused where the operating system hides what stands there', () => {
    const hidden: LinkProbe = {
      inspect: () => {
        throw Object.assign(new Error('closed'), { code: 'EACCES' })
      },
    }
    expect(resolveRealPath('/closed/x', { probe: hidden, followLast: true })).toMatchObject({
      cause: 'unreadable',
      at: '/closed',
    })
  })

  test('takes the spelling of the disk where the file system ignores case', () => {
    const folded: LinkProbe = {
      inspect: (path) => ({ kind: path.toLowerCase().startsWith('/data/new') ? 'missing' : 'directory' }),
      spelling: (path) => path.toLowerCase(),
    }
    expect(resolveRealPath('/DATA/Docs', { probe: folded, followLast: true })).toMatchObject({ real: '/data/docs' })
    expect(resolveRealPath('/DATA/New', { probe: folded, followLast: true })).toMatchObject({ real: '/data/New' })
  })

  test('of an entry itself keeps a link at its end', () => {
    const entry = resolveRealPath(absolute('inner/../out'), { probe: systemLinkProbe, followLast: false })
    expect(entry).toMatchObject({ real: join(scene.workspace, 'out'), entry: { kind: 'link' } })
  })
})

/** Undefined where the kernel opens nothing. */
function kernelPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}
