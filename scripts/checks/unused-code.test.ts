import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkUnusedCode } from './unused-code.ts'

const planted = {
  'package.json': JSON.stringify({
    name: 'planted',
    private: true,
    type: 'module',
    workspaces: ['packages/*'],
    devDependencies: { vitest: '5.1.1' },
  }),
  'packages/core/package.json': JSON.stringify({
    name: '@drawbridge/core',
    type: 'module',
    exports: { '.': './src/index.ts' },
    dependencies: { zod: '4.6.7' },
  }),
  'packages/core/src/index.ts': `import { z } from 'zod'\nimport { used } from './used.ts'\nexport const core = [z, used]\n`,
  'packages/core/src/used.ts': 'export const used = 1\n',
}

test('given code of which all is used, it passes', async () => {
  expect(await checkUnusedCode(plantRepository(planted))).toEqual({ passed: 1, failed: 0, skipped: 0, report: [] })
})

test.each([
  [
    'an export that nobody imports',
    'unwanted',
    { 'packages/core/src/used.ts': 'export const used = 1\nexport const unwanted = 2\n' },
  ],
  [
    'a type that nobody imports',
    'Unwanted',
    { 'packages/core/src/used.ts': 'export const used = 1\nexport type Unwanted = 2\n' },
  ],
  [
    'a file that nobody imports',
    'packages/core/src/lonely.ts',
    { 'packages/core/src/lonely.ts': 'export const lonely = 1\n' },
  ],
  ['a dependency that nobody imports', 'zod', { 'packages/core/src/index.ts': `export { used } from './used.ts'\n` }],
  [
    'an import that no package.json names',
    'picomatch',
    { 'packages/core/src/used.ts': `export { default as used } from 'picomatch'\n` },
  ],
])('given %s, it reports %s', async (_, name, files) => {
  const { failed, report } = await checkUnusedCode(plantRepository({ ...planted, ...files }))
  expect(failed).toBe(1)
  expect(report.join('\n')).toContain(name)
})
