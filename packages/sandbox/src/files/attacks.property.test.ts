import { existsSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attackPaths, setTraps } from '../__fixtures__/attack-paths.ts'
import { canary, createScene, type Scene } from '../__fixtures__/scene.ts'
import { checkedFiles, isFromOutside, shown, swapAttacks, trySwap, uses } from '../__fixtures__/swap-attacks.ts'
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

describe('replacing something between check and use', () => {
  test.each(swapAttacks)('gains nothing: $swap, then $use', async (attack) => {
    expect(await trySwap(scene, attack)).toMatch(/refused|harmless/)
  })

  test('gains nothing while calls run, however they interleave', async () => {
    const files = await checkedFiles(scene)
    const deep = join(scene.workspace, 'sub/deep')
    const aside = join(scene.root, 'aside')
    const link = join(scene.root, 'link')
    symlinkSync(scene.outside, link)
    const before = scene.fingerprint()
    for (let round = 0; round < 50; round += 1) {
      for (const use of [uses.read, uses.replace, uses.list]) {
        let settled = false
        const call = shown(use?.(files) ?? Promise.reject(new Error('no such use'))).finally(() => {
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
        expect(isFromOutside((await call) ?? '')).toBe(false)
      }
    }
    expect(scene.fingerprint()).toBe(before)
  })

  test('does not lead the deletion of a tree out of it', async () => {
    const files = await scene.files({ kind: 'path', path: 'tree', access: 'delete', recursive: true })
    scene.file('outside/x.txt', canary)
    for (let round = 0; round < 30; round += 1) {
      for (const name of ['a', 'b', 'c']) scene.file(`workspace/tree/${name}/x.txt`)
      const call = shown(files.remove('tree', { recursive: true }).then(String))
      for (let step = 0; step < round; step += 1) await setImmediate()
      for (const name of ['a', 'b', 'c']) replaceByLinkIfThere(join(scene.workspace, 'tree', name), `${round}-${name}`)
      await call
      expect(scene.text('outside/x.txt')).toBe(canary)
      rmSync(join(scene.workspace, 'tree'), { recursive: true, force: true })
    }
  })
})

function replaceByLinkIfThere(path: string, aside: string): void {
  if (!existsSync(path)) return
  renameSync(path, join(scene.root, aside))
  symlinkSync(scene.outside, path)
}
