import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberWhileUnchanged, stampOf } from './folder-stamp.ts'

let base: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-stamp-')))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(base, { recursive: true, force: true })
})

/** So long after the last change of a folder is it now. */
function setClock(folder: string, sinceChangeMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: statSync(folder).ctimeMs + sinceChangeMs })
}

test('a result is kept while its folders stay as they are, and no longer', () => {
  const one = join(base, 'one')
  mkdirSync(one)
  const result = rememberWhileUnchanged([one, join(base, 'missing')], () => ({}))
  setClock(one, 1000)
  const first = result()
  expect(result()).toBe(first)
  writeFileSync(join(one, 'made'), '')
  expect(result()).not.toBe(first)
  mkdirSync(join(base, 'missing'))
  const before = result()
  rmSync(join(base, 'missing'), { recursive: true })
  expect(result()).not.toBe(before)
})

test('a result is not kept of a folder that changed so recently that it may change again unseen', () => {
  mkdirSync(join(base, 'fresh'))
  setClock(join(base, 'fresh'), 1)
  const result = rememberWhileUnchanged([join(base, 'fresh')], () => ({}))
  expect(result()).not.toBe(result())
})

test('a disk that keeps whole seconds may change again unseen for longer', () => {
  const second = Math.floor(Date.now() / 1_000) * 1_000
  const stat = Object.assign(statSync(base), { ctimeMs: second })
  vi.useFakeTimers({ toFake: ['Date'], now: second + 1_900 })
  expect(stampOf(stat)).toBeUndefined()
  vi.setSystemTime(second + 2_100)
  expect(stampOf(stat)).toMatchObject({ changedMs: second })
})
