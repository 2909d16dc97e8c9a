import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { listFiles } from '../lib/list-files.ts'
import { bundleModules } from './bundle-modules.ts'
import { ownModules } from './own-modules.ts'

test('modules that are imported later are in the file of their group, and no other file leads there', async () => {
  const root = plantCompiled({
    'main.js': `import { run } from './run.js';\nexport const result = await run();\n`,
    'run.js': `export const run = async () => [(await import('./step.js')).step, (await import('./read.js')).read, (await import('./rare.js')).rare];\n`,
    'step.js': `export const step = 'step';\n`,
    'read.js': `import { shared } from './shared.js';\nexport const read = 'read ' + shared;\n`,
    'write.js': `import { shared } from './shared.js';\nexport const write = 'write ' + shared;\n`,
    'shared.js': `export const shared = 'shared';\n`,
    'rare.js': `export const rare = 'rare';\n`,
  })
  const manifest = { name: '@drawbridge/cli', version: '1.0.0' }
  const own = ownModules([{ folder: 'cli', path: join(root, 'cli'), manifest }], join(root, 'build'))
  const group = (name: string, paths: readonly string[]) => {
    const roots = paths.map((path) => join(root, 'build/cli/src', path))
    return { name, roots, modules: own.loadedWith(roots) }
  }
  const start = group('start', ['run.js', 'step.js'])
  const groups = [group('tools', ['read.js', 'write.js'])]
  const compiled = join(root, 'build/cli/src')
  await bundleModules(join(root, 'release'), manifest, { own, compiled, others: [], shared: [], start, groups })
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

test('a package that two groups need has a file of its own, so that one group does not load the other', async () => {
  const root = plantCompiled({
    'main.js': `export const read = async () => (await import('./read.js')).read;\nexport const write = async () => (await import('./write.js')).write;\n`,
    'read.js': `import { shape } from 'shapes';\nexport const read = 'read ' + shape;\n`,
    'write.js': `import { shape } from 'shapes';\nexport const write = 'write ' + shape;\n`,
    'node_modules/shapes/package.json': `{ "name": "shapes", "type": "module", "exports": "./shapes.js" }`,
    'node_modules/shapes/shapes.js': `export const shape = 'of a shape';\n`,
    'node_modules/shapes/LICENSE': 'MIT',
  })
  const manifest = { name: '@drawbridge/cli', version: '1.0.0' }
  const own = ownModules([{ folder: 'cli', path: join(root, 'build/cli/src'), manifest }], join(root, 'build'))
  const compiled = join(root, 'build/cli/src')
  const group = (name: string, paths: readonly string[]) => {
    const roots = paths.map((path) => join(compiled, path))
    return { name, roots, modules: own.loadedWith(roots, ['shapes']) }
  }
  const groups = [group('reading', ['read.js']), group('writing', ['write.js'])]
  const takenIn = { own, compiled, others: ['shapes'], shared: ['shapes'], start: group('start', []), groups }
  await bundleModules(join(root, 'release'), manifest, takenIn)
  const dist = join(root, 'release/dist')
  const files = listFiles(dist).filter((path) => path.startsWith('parts/'))
  const holding = (text: string) => files.filter((path) => readFileSync(join(dist, path), 'utf8').includes(text))
  expect(holding('of a shape')).toEqual([expect.stringMatching(/^parts\/shapes-/)])
  const [writing = ''] = holding('write ')
  expect(readFileSync(join(dist, writing), 'utf8')).not.toContain('reading-')
})

/** Writes the compiled modules of a command, and a release of it that is not bundled yet. Returns their folder. */
function plantCompiled(modules: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'drawbridge-groups-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['build/cli/src', 'release/dist']) {
    for (const [path, text] of Object.entries(modules)) {
      mkdirSync(dirname(join(root, folder, path)), { recursive: true })
      writeFileSync(join(root, folder, path), text)
    }
  }
  return root
}
