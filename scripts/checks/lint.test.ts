import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkLint } from './lint.ts'

const file = 'packages/core/src/planted.ts'

test('given clean sources, it passes', async () => {
  const root = plantRepository({ [file]: 'export const planted = 1\n' })
  expect(await checkLint(root)).toEqual({ passed: 1, failed: 0, skipped: 0, report: [] })
})

test('given every way to reach the machine that core must not have, it reports each with the way out', async () => {
  const forbidden = {
    'fetch.ts': [`export const planted = () => fetch('http://example.com')\n`, 'guarded client of packages/net'],
    'global-fetch.ts': [
      `export const planted = () => globalThis.fetch('http://example.com')\n`,
      'reached through globalThis, a restricted one would go unseen',
    ],
    'http.ts': [`export { request } from 'node:http'\n`, 'guarded client of packages/net'],
    'https.ts': [`export { request } from 'node:https'\n`, 'guarded client of packages/net'],
    'net.ts': [`export { connect } from 'node:net'\n`, 'Only packages/net opens connections'],
    'fs.ts': [`export { readFileSync } from 'node:fs'\n`, 'use context.files or an interface'],
    'fs-promises.ts': [`export { readFile } from 'node:fs/promises'\n`, 'use context.files or an interface'],
    'child-process.ts': [`export { spawn } from 'node:child_process'\n`, 'Processes are started only by'],
    'lazy-fs.ts': [`export const planted = () => import('node:fs')\n`, 'use context.files or an interface'],
    'unprefixed.ts': [`export { readFileSync } from 'fs'\n`, 'node: protocol'],
    'builtin.ts': [`export const planted = () => process.getBuiltinModule('node:fs')\n`, `behind the linter's back`],
    'stack.ts': [`export const planted = new DisposableStack()\n`, 'Node 22 does not have it: use createCleanup'],
    'sqlite.ts': [`export { DatabaseSync } from 'node:sqlite'\n`, 'Databases are opened only by packages/store'],
  } as const
  const files = Object.entries(forbidden).map(([name, [source]]) => [`packages/core/src/${name}`, source])
  const { failed, report } = await checkLint(plantRepository(Object.fromEntries(files)))
  expect(failed).toBe(1)
  for (const [name, [, message]] of Object.entries(forbidden)) {
    expect(blocksAbout(`packages/core/src/${name}`, report), name).toContain(message)
  }
})

test('given files read by packages that may, and by a test of core, it passes', async () => {
  const reading = `export { readFileSync } from 'node:fs'\n`
  const root = plantRepository({
    ...Object.fromEntries(
      ['net', 'sandbox', 'store', 'sdk', 'cli'].map((name) => [`packages/${name}/src/planted.ts`, reading]),
    ),
    'packages/core/src/a.test.ts': reading,
  })
  expect(await checkLint(root)).toMatchObject({ failed: 0 })
})

test('given packages on the network that must not be, it reports each', async () => {
  const names = ['sandbox', 'store', 'sdk', 'cli']
  const files = names.flatMap((name) => [
    [`packages/${name}/src/http.ts`, `export { request } from 'node:http'\n`],
    [`packages/${name}/src/fetch.ts`, `export const planted = () => fetch('http://example.com')\n`],
  ])
  const { failed, report } = await checkLint(plantRepository(Object.fromEntries(files)))
  expect(failed).toBe(1)
  for (const name of names) {
    for (const file of ['http.ts', 'fetch.ts']) {
      expect(blocksAbout(`packages/${name}/src/${file}`, report)).toContain('guarded client of packages/net')
    }
  }
})

test('given what the house style forbids, it reports each', async () => {
  const forbidden = {
    'any.ts': ['export const planted = (value: any) => value\n', 'noExplicitAny'],
    'bang.ts': ['export const planted = (value?: string) => value!\n', 'noNonNullAssertion'],
    'console.ts': [`console.log('planted')\n`, 'noConsole'],
    'default.ts': ['export default 1\n', 'noDefaultExport'],
    'enum.ts': ['export enum Planted {\n  A,\n}\n', 'noEnum'],
    'inline-type.ts': [`export type Planted = import('@drawbridge/shell').Verdict\n`, 'inline import types escape'],
    'star.ts': [`export * from './any.ts'\n`, 'noReExportAll'],
    'type-import.ts': [`import { Planted } from './any.ts'\n\nexport type Other = Planted\n`, 'useImportType'],
    'unformatted.ts': ['export const planted = "double";\n', 'format'],
    'wrongName.ts': ['export const planted = 1\n', 'useFilenamingConvention'],
  } as const
  const files = Object.entries(forbidden).map(([name, [source]]) => [`packages/core/src/${name}`, source])
  const { failed, report } = await checkLint(plantRepository(Object.fromEntries(files)))
  expect(failed).toBe(1)
  for (const [name, [, rule]] of Object.entries(forbidden))
    expect(blocksAbout(`packages/core/src/${name}`, report), name).toContain(rule)
})

/** The part of biome's report that speaks of one file. */
function blocksAbout(path: string, report: readonly string[]): string {
  const blocks = report.join('\n').split(/^(?=packages\/)/m)
  return blocks.filter((block) => block.startsWith(path)).join('\n')
}
