import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkUnusedCode } from './unused-code.ts'

const planted = {
  'package.json': JSON.stringify({
    name: 'planted',
    private: true,
    type: 'module',
    workspaces: ['packages/*'],
    devDependencies: { 'fast-check': '4.11.0', vitest: '5.1.1' },
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

test('given what nobody uses or names, it reports each', async () => {
  const { failed, report } = await checkUnusedCode(
    plantRepository({
      ...planted,
      'packages/core/src/index.ts': `import { used } from './used.ts'\nimport { foreign } from './foreign.ts'\nexport const core = [used, foreign]\n`,
      'packages/core/src/used.ts': 'export const used = 1\nexport const unwanted = 2\nexport type Unwanted = 2\n',
      'packages/core/src/lonely.ts': 'export const lonely = 1\n',
      'packages/core/src/foreign.ts': `export { default as foreign } from 'picomatch'\n`,
    }),
  )
  expect(failed).toBe(1)
  const text = report.join('\n')
  expect(text).toMatch(/^Unused files .*\n.*packages\/core\/src\/lonely\.ts/m)
  expect(text).toMatch(/^Unused dependencies .*\n.*zod/m)
  expect(text).toMatch(/^Unlisted dependencies .*\n.*picomatch/m)
  expect(text).toMatch(/^Unused exports .*\n.*\bunwanted\b/m)
  expect(text).toMatch(/^Unused exported types .*\n.*\bUnwanted\b/m)
})
