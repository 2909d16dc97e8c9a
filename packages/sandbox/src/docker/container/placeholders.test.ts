import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultOf } from '../../__fixtures__/fault-of.ts'
import { isPlaceholder, makePlaceholders, removePlaceholders } from './placeholders.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-placeholders-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const at = (path: string) => join(root, path)

test('stand where nothing is, are known again, and are removed', async () => {
  mkdirSync(at('.git'))
  const all = [
    { path: at('.vscode'), kind: 'folder' },
    { path: at('.git/commondir'), kind: 'file' },
  ] as const
  await makePlaceholders(all)
  expect(all.map(({ path }) => isPlaceholder(lstatSync(path)))).toEqual([true, true])
  await removePlaceholders(all.map(({ path }) => path))
  expect(readdirSync(root)).toEqual(['.git'])
  expect(readdirSync(at('.git'))).toEqual([])
})

test('take the place of nothing that came into being meanwhile', async () => {
  writeFileSync(at('.mcp.json'), 'mine')
  await makePlaceholders([{ path: at('.mcp.json'), kind: 'folder' }])
  expect(isPlaceholder(lstatSync(at('.mcp.json')))).toBe(false)
})

test.each(['folder', 'file'] as const)(
  'are never made through a link that took the place of their folder: a %s',
  async (kind) => {
    mkdirSync(at('outside'))
    symlinkSync(at('outside'), at('tool'))
    const fault = await faultOf(makePlaceholders([{ path: at('tool/config'), kind }]))
    expect(fault).toMatchObject({ code: 'stale_file', message: expect.stringContaining('Call again') })
    expect(readdirSync(at('outside'))).toEqual([])
  },
)

test('end with a fault where their folder is gone', async () => {
  const fault = await faultOf(makePlaceholders([{ path: at('gone/config'), kind: 'file' }]))
  expect(fault).toMatchObject({ code: 'stale_file' })
  expect(existsSync(at('gone'))).toBe(false)
})
