import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkDependencyDirection } from './dependency-direction.ts'

const tools = { 'packages/tools/src/index.ts': 'export const tool = 1\nexport type Tool = number\n' }

test('given imports that the house allows, it passes', async () => {
  const root = plantRepository({
    'packages/core/src/index.ts': `export const core = 1\nexport type { Stage } from './pipeline/stage.ts'\n`,
    'packages/core/src/pipeline/stage.ts': `import type { Target } from '../target/target.ts'\nexport type Stage = Target\n`,
    'packages/core/src/target/target.ts': 'export type Target = string\n',
    'packages/tools/src/index.ts': `import { core } from '@drawbridge/core'\nexport const tool = core\n`,
  })
  expect(await checkDependencyDirection(root)).toMatchObject({ passed: 1, failed: 0 })
})

test.each([
  ['a value', `import { tool } from '@drawbridge/tools'\nexport const core = tool\n`],
  ['a type', `import type { Tool } from '@drawbridge/tools'\nexport type Core = Tool\n`],
  ['a re-exported type', `export type { Tool } from '@drawbridge/tools'\n`],
  ['a module by need', `export const load = () => import('@drawbridge/tools')\n`],
  [
    'a module by need, for a resource',
    `export async function core() {\n  using one = await import('@drawbridge/tools')\n  for (using two of one) return two\n}\n`,
  ],
  ['a file', `import { tool } from '../../tools/src/index.ts'\nexport const core = tool\n`],
])('given core that imports %s of tools, it reports who imports whom', async (_, source) => {
  const root = plantRepository({ ...tools, 'packages/core/src/index.ts': source })
  const { failed, report } = await checkDependencyDirection(root)
  expect(failed).toBe(1)
  expect(report.join('\n')).toContain(
    'packages/core/src/index.ts → packages/tools/src/index.ts: core-imports-only-shell. packages/core may import shell.',
  )
})

test('given a test that wires packages together, it passes', async () => {
  const root = plantRepository({
    ...tools,
    'packages/core/src/index.ts': 'export const core = 1\n',
    'packages/core/src/index.test.ts': `import { tool } from '@drawbridge/tools'\nexport const seen = tool\n`,
  })
  expect(await checkDependencyDirection(root)).toMatchObject({ failed: 0 })
})

test.each([
  [
    'a capability folder that knows the pipeline',
    'capabilities-do-not-know-the-pipeline',
    {
      'packages/core/src/pipeline/stage.ts': 'export type Stage = string\n',
      'packages/core/src/target/target.ts': `import type { Stage } from '../pipeline/stage.ts'\nexport type Target = Stage\n`,
    },
  ],
  [
    'two files that import each other',
    'packages/core/src/left.ts → packages/core/src/right.ts → packages/core/src/left.ts: no-circular-imports',
    {
      'packages/core/src/left.ts': `import type { Right } from './right.ts'\nexport type Left = Right | 1\n`,
      'packages/core/src/right.ts': `import type { Left } from './left.ts'\nexport type Right = Left | 2\n`,
    },
  ],
  [
    'an import that leads nowhere',
    'resolvable',
    { 'packages/core/src/index.ts': `export { gone } from './gone.ts'\n` },
  ],
  [
    'another package entered by its back door',
    'through-the-door',
    {
      'packages/core/src/hidden.ts': 'export const hidden = 1\n',
      'packages/tools/src/index.ts': `export { hidden } from '../../core/src/hidden.ts'\n`,
    },
  ],
  [
    'shipped code that leans on a test library',
    'shipped-code-stands-alone',
    { 'packages/core/src/index.ts': `import { expect } from 'vitest'\nexport const core = expect\n` },
  ],
  [
    'a package without a place in the house',
    'package-unknown-to-the-house',
    { 'packages/attic/package.json': '{}', 'packages/attic/src/index.ts': `export { join } from 'node:path'\n` },
  ],
])('given %s, it reports %s', async (_, complaint, files) => {
  const { failed, report } = await checkDependencyDirection(plantRepository(files))
  expect(failed).toBe(1)
  expect(report.join('\n')).toContain(complaint)
})

test('given a configuration that leaves files out, it reports each file that was not cruised', async () => {
  const root = plantRepository({
    ...tools,
    '.dependency-cruiser.js': `export default { forbidden: [], options: { parser: 'swc', exclude: { path: 'tools' } } }\n`,
  })
  const { report } = await checkDependencyDirection(root)
  expect(report).toContain('packages/tools/src/index.ts was not cruised, so its imports were not checked.')
})
