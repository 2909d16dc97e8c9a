import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { resolveWorkspace } from './resolve-workspace.ts'

const scratch = mkdtempSync(join(tmpdir(), 'drawbridge-workspace-'))
afterAll(() => rmSync(scratch, { recursive: true }))

test('a workspace is a real path', () => {
  symlinkSync(scratch, join(scratch, 'link'))
  expect(resolveWorkspace(join(scratch, 'link'))).toBe(resolveWorkspace(scratch))
})

test.each([
  ['the root', '/', 'too large a folder'],
  ['the home of the user', homedir(), 'too large a folder'],
  ['a folder that is not there', join(scratch, 'absent'), 'not an existing folder'],
])('%s is refused with the reason', (_what, folder, reason) => {
  expect(() => resolveWorkspace(folder)).toThrow(reason)
})

test('a link to the root is the root, and a file is not a folder', () => {
  symlinkSync('/', join(scratch, 'sly'))
  writeFileSync(join(scratch, 'file'), '')
  expect(() => resolveWorkspace(join(scratch, 'sly'))).toThrow('too large a folder')
  expect(() => resolveWorkspace(join(scratch, 'file'))).toThrow('not an existing folder')
})
