import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WorkspacePackage } from '../lib/workspace-packages.ts'
import { writeRelease } from './write-release.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'drawbridge-release-'))
  for (const folder of ['packages/a/src', 'compiled']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'LICENSE'), 'free')
  writeFileSync(join(root, 'packages/a/README.md'), '# a')
  writeFileSync(join(root, 'packages/a/drawbridge.schema.json'), '{}')
  writeFileSync(join(root, 'packages/a/src/table.json'), '[]')
  writeFileSync(join(root, 'packages/a/src/a.test.ts'), '')
  writeFileSync(join(root, 'compiled/a.js'), '')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const source = () => ({ folder: 'a', path: join(root, 'packages/a') }) as WorkspacePackage

test('the schema of the configuration is published, for editors that name it', () => {
  const target = writeRelease(root, source(), { name: 'a', version: '1.0.0' }, join(root, 'compiled'))
  for (const path of ['drawbridge.schema.json', 'dist/a.js', 'dist/table.json', 'README.md', 'LICENSE', 'package.json'])
    expect(existsSync(join(target, path)), path).toBe(true)
  expect(existsSync(join(target, 'dist/a.test.ts'))).toBe(false)
})

test('a package without a README is refused by name', () => {
  rmSync(join(root, 'packages/a/README.md'))
  expect(() => writeRelease(root, source(), { name: 'a', version: '1.0.0' }, join(root, 'compiled'))).toThrow(
    'README.md',
  )
})
