import { expect, test } from 'vitest'
import { releasedManifest } from './released-manifest.ts'

const manifest = {
  name: '@drawbridge/sdk',
  version: '0.3.0',
  type: 'module',
  exports: { '.': './src/index.ts', './testing': './src/testing/index.ts', './package.json': './package.json' },
  bin: { drawbridge: './bin/drawbridge.js' },
  scripts: { build: 'true' },
  devDependencies: { vitest: '5.1.1' },
  dependencies: { '@drawbridge/core': '*', zod: '4.6.7' },
}
const released = releasedManifest(manifest, new Map([['@drawbridge/core', '0.2.0']]))

test('sources in exports become compiled modules with their types; other entries stay', () => {
  expect(released.exports).toEqual({
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './testing': { types: './dist/testing/index.d.ts', default: './dist/testing/index.js' },
    './package.json': './package.json',
  })
})

test('packages of ours are named by exact version, others as written', () => {
  expect(released.dependencies).toEqual({ '@drawbridge/core': '0.2.0', zod: '4.6.7' })
})

test('schemas are among the published files', () => {
  expect(released.files).toContain('*.schema.json')
})

test('commands stay, what only development needs goes', () => {
  expect(released.bin).toEqual(manifest.bin)
  expect(released).not.toHaveProperty('scripts')
  expect(released).not.toHaveProperty('devDependencies')
})

test('a dependency on a package of ours that is not published is refused by name', () => {
  expect(() => releasedManifest(manifest, new Map())).toThrow('@drawbridge/core')
})
