import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type FileAccess, ToolFault } from '@drawbridge/core'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attackPaths, setTraps } from '../__fixtures__/attack-paths.ts'
import { canary, createScene, type Scene } from '../__fixtures__/scene.ts'
import { tryAttack } from '../__fixtures__/try-attack.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

describe('a hostile path', () => {
  test('never reads, lists or writes outside without a decision', async () => {
    setTraps(scene)
    const before = scene.fingerprint()
    const access = fc.constantFrom('read' as const, 'list' as const, 'write' as const)
    await fc.assert(
      fc.asyncProperty(attackPaths(scene), access, async (path, kind) => {
        expect(await tryAttack(scene, path, kind, before)).toEqual(expect.any(String))
      }),
      { numRuns: 1500 },
    )
  })

  test('never deletes outside without a decision', async () => {
    await fc.assert(
      fc.asyncProperty(fc.noShrink(fc.array(fc.nat(), { minLength: 8, maxLength: 8 })), async (seeds) => {
        using fresh = createScene()
        setTraps(fresh)
        const before = fresh.fingerprint()
        for (const path of fc.sample(attackPaths(fresh), { numRuns: 8, seed: seeds[0] ?? 0 })) {
          expect(await tryAttack(fresh, path, 'delete', before)).toEqual(expect.any(String))
        }
      }),
      { numRuns: 25 },
    )
  })
})

/** What someone else can do between the check of `sub/deep/a.txt` and its use. Each leads out if it is followed. */
const swaps: Readonly<Record<string, () => void>> = {
  'the file by a link': () => replaceBy('sub/deep/a.txt', (path) => symlinkSync(join(scene.outside, 'a.txt'), path)),
  'the file by a second name of another': () =>
    replaceBy('sub/deep/a.txt', (path) => linkSync(join(scene.outside, 'a.txt'), path)),
  'the file by a pipe': () => replaceBy('sub/deep/a.txt', (path) => execFileSync('mkfifo', [path])),
  'the file by a folder': () => replaceBy('sub/deep/a.txt', (path) => mkdirSync(path)),
  'its folder by a link': () => replaceBy('sub/deep', (path) => symlinkSync(scene.outside, path)),
  'a folder above by a link': () => replaceBy('sub', (path) => symlinkSync(join(scene.outside, 'sub'), path)),
}

let moved = 0
function replaceBy(name: string, create: (path: string) => void): void {
  const path = join(scene.workspace, name)
  moved += 1
  renameSync(path, join(scene.root, `moved-${moved}`))
  create(path)
}

const uses: Readonly<Record<string, (files: FileAccess) => Promise<unknown>>> = {
  read: async (files) => Buffer.from(await files.readBytes('sub/deep/a.txt', { maxBytes: 100 })).toString(),
  replace: (files) => files.write('sub/deep/a.txt', Buffer.from('mine'), { mode: 'replace', createDirectories: true }),
  append: (files) => files.write('sub/deep/a.txt', Buffer.from('mine'), { mode: 'append' }),
  remove: (files) => files.remove('sub/deep/a.txt', { recursive: true }),
  'move away': (files) => files.move('sub/deep/a.txt', 'elsewhere.txt', { overwrite: true }),
  'move onto': (files) => files.move('other.txt', 'sub/deep/a.txt', { overwrite: true }),
  list: async (files) => (await Array.fromAsync(files.walk('sub/deep'))).map((entry) => entry.path).join(),
}

async function preparedFiles(): Promise<FileAccess> {
  scene.file('workspace/sub/deep/a.txt', 'inside')
  scene.file('workspace/other.txt', 'inside')
  for (const place of ['outside/a.txt', 'outside/sub/deep/a.txt', 'outside/deep/a.txt']) scene.file(place, canary)
  scene.file('outside/sub/deep/outside-name', canary)
  scene.file('outside/outside-name', canary)
  return scene.files(
    { kind: 'path', path: 'sub/deep/a.txt', access: 'write' },
    { kind: 'path', path: 'sub/deep/a.txt', access: 'delete', recursive: true },
    { kind: 'path', path: 'other.txt', access: 'delete' },
    { kind: 'path', path: 'elsewhere.txt', access: 'write' },
    { kind: 'path', path: 'sub/deep', access: 'list' },
  )
}

const outsideNow = (): string =>
  execFileSync('find', [scene.outside, '-type', 'f', '-exec', 'md5sum', '{}', '+']).toString()

describe.each(Object.keys(swaps))('replacing %s between check and use', (swap) => {
  test.each(Object.keys(uses))('gains nothing by %s', async (use) => {
    const files = await preparedFiles()
    const before = outsideNow()
    swaps[swap]?.()
    const result = await (uses[use]?.(files) ?? Promise.reject(new Error('unknown'))).catch(faultCode)
    expect(JSON.stringify(result)).not.toMatch(/must-not-be-seen|outside-name/)
    expect(outsideNow()).toBe(before)
  })
})

test('swapping folder and link while calls run gains nothing, however they interleave', async () => {
  const files = await preparedFiles()
  const deep = join(scene.workspace, 'sub/deep')
  const aside = join(scene.root, 'aside')
  const link = join(scene.root, 'link')
  symlinkSync(scene.outside, link)
  const before = outsideNow()
  for (let round = 0; round < 150; round += 1) {
    for (const use of ['read', 'replace', 'list'] as const) {
      let settled = false
      const call = (uses[use]?.(files) ?? Promise.reject(new Error('unknown'))).catch(faultCode).finally(() => {
        settled = true
      })
      while (!settled) {
        renameSync(deep, aside)
        renameSync(link, deep)
        await setImmediate()
        renameSync(deep, link)
        renameSync(aside, deep)
        await setImmediate()
      }
      expect(JSON.stringify(await call)).not.toMatch(/must-not-be-seen|outside-name/)
    }
  }
  expect(outsideNow()).toBe(before)
})

test('a folder that becomes a link while its tree is deleted does not lead the deletion out', async () => {
  const files = await scene.files({ kind: 'path', path: 'tree', access: 'delete', recursive: true })
  for (let round = 0; round < 30; round += 1) {
    for (const name of ['a', 'b', 'c']) scene.file(`workspace/tree/${name}/x.txt`)
    writeFileSync(join(scene.outside, 'x.txt'), canary)
    const before = outsideNow()
    const call = files.remove('tree', { recursive: true }).catch(faultCode)
    for (let step = 0; step < round; step += 1) await setImmediate()
    for (const name of ['a', 'b', 'c']) {
      const path = join(scene.workspace, 'tree', name)
      try {
        renameSync(path, join(scene.root, `gone-${round}-${name}`))
        symlinkSync(scene.outside, path)
      } catch {}
    }
    await call
    expect(outsideNow()).toBe(before)
    execFileSync('rm', ['-rf', join(scene.workspace, 'tree')])
  }
})

function faultCode(error: unknown): string {
  if (ToolFault.isInstance(error)) return error.failure.code
  throw error
}
