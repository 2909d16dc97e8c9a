import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { listFiles } from '../lib/list-files.ts'
import { bundleModules } from './bundle-modules.ts'
import { ownModules } from './own-modules.ts'

test('modules that are imported later are in the file of their group, and no other file leads there', async () => {
  const root = mkdtempSync(join(tmpdir(), 'drawbridge-groups-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const modules = {
    'main.js': `import { run } from './run.js';\nexport const result = await run();\n`,
    'run.js': `export const run = async () => [(await import('./step.js')).step, (await import('./read.js')).read, (await import('./rare.js')).rare];\n`,
    'step.js': `export const step = 'step';\n`,
    'read.js': `import { shared } from './shared.js';\nexport const read = 'read ' + shared;\n`,
    'write.js': `import { shared } from './shared.js';\nexport const write = 'write ' + shared;\n`,
    'shared.js': `export const shared = 'shared';\n`,
    'rare.js': `export const rare = 'rare';\n`,
  }
  for (const folder of ['build/cli/src', 'release/dist']) {
    for (const [path, text] of Object.entries(modules)) {
      mkdirSync(dirname(join(root, folder, path)), { recursive: true })
      writeFileSync(join(root, folder, path), text)
    }
  }
  const manifest = { name: '@drawbridge/cli', version: '1.0.0' }
  const own = ownModules([{ folder: 'cli', path: join(root, 'cli'), manifest }], join(root, 'build'))
  const group = (name: string, paths: readonly string[]) => {
    const roots = paths.map((path) => join(root, 'build/cli/src', path))
    return { name, roots, modules: own.loadedWith(roots) }
  }
  const start = group('start', ['run.js', 'step.js'])
  const groups = [group('tools', ['read.js', 'write.js'])]
  const compiled = join(root, 'build/cli/src')
  await bundleModules(join(root, 'release'), manifest, { own, compiled, others: [], start, groups })
  const dist = join(root, 'release/dist')
  const { result } = await import(pathToFileURL(join(dist, 'main.js')).href)
  expect(result).toEqual(['step', 'read shared', 'rare'])
  const files = listFiles(dist)
  const holding = (text: string) => files.filter((path) => readFileSync(join(dist, path), 'utf8').includes(text))
  expect(holding('`shared`')).toEqual([expect.stringMatching(/^parts\/tools-/)])
  expect(holding('`step`')).toEqual([expect.stringMatching(/^parts\/start-/)])
  expect(files.filter((path) => /(?:step|read|write)-/.test(path))).toEqual([])
  expect(files.filter((path) => /rare-/.test(path))).toHaveLength(1)
})
