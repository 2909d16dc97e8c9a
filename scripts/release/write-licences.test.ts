import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeLicences } from './write-licences.ts'

function plant(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-licences-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries({ 'dist/main.js': '', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

test('the licence of a package that became part of a command is passed on, once for all of its modules', () => {
  const folder = plant({
    'node_modules/@a/b/package.json': '{"name": "@a/b", "version": "1.2.3"}',
    'node_modules/@a/b/LICENSE.md': 'Do as you like.\n',
    'node_modules/@a/b/dist/package.json': '{"type": "module"}',
  })
  const modules = ['dist/main.js', 'node_modules/@a/b/dist/x.js', 'node_modules/@a/b/dist/y.js']
  writeLicences(
    folder,
    modules.map((module) => join(folder, module)),
  )
  expect(readFileSync(join(folder, 'dist/licences.txt'), 'utf8')).toBe('@a/b 1.2.3\n\nDo as you like.\n')
})

test('a package without a licence file does not become part of a command', () => {
  const folder = plant({ 'node_modules/bare/package.json': '{"name": "bare", "version": "1.0.0"}' })
  expect(() => writeLicences(folder, [join(folder, 'node_modules/bare/index.js')])).toThrow('bare becomes part')
})
