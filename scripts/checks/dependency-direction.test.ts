import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkDependencyDirection } from './dependency-direction.ts'

const tools = { 'packages/tools/src/index.ts': 'export const tool = 1\nexport type Tool = number\n' }

test('given imports that the house allows, and a test that wires packages together, it passes', async () => {
  const root = plantRepository({
    'packages/core/src/index.ts': `export const core = 1\nexport type { Stage } from './pipeline/stage.ts'\n`,
    'packages/core/src/index.test.ts': `import { tool } from '@drawbridge/tools'\nexport const seen = tool\n`,
    'packages/core/src/pipeline/stage.ts': `import type { Target } from '../target/target.ts'\nexport type Stage = Target\n`,
    'packages/core/src/target/target.ts': 'export type Target = string\n',
    'packages/tools/src/index.ts': `import { core } from '@drawbridge/core'\nexport const tool = core\n`,
  })
  expect(await checkDependencyDirection(root)).toMatchObject({ passed: 1, failed: 0 })
})

test('given core that imports tools in every way there is, it reports each as who imports whom', async () => {
  const ways = {
    value: `import { tool } from '@drawbridge/tools'\nexport const core = tool\n`,
    type: `import type { Tool } from '@drawbridge/tools'\nexport type Core = Tool\n`,
    'exported-type': `export type { Tool } from '@drawbridge/tools'\n`,
    'by-need': `export const load = () => import('@drawbridge/tools')\n`,
    'by-need-for-a-resource': `export async function core() {\n  using one = await import('@drawbridge/tools')\n  for (using two of one) return two\n}\n`,
    'a-file': `import { tool } from '../../tools/src/index.ts'\nexport const core = tool\n`,
  }
  const files = Object.entries(ways).map(([name, source]) => [`packages/core/src/${name}.ts`, source])
  const { failed, report } = await checkDependencyDirection(plantRepository({ ...tools, ...Object.fromEntries(files) }))
  expect(failed).toBe(1)
  for (const name of Object.keys(ways)) {
    expect(report).toContain(
      `packages/core/src/${name}.ts → packages/tools/src/index.ts: core-imports-only-shell. packages/core may import shell.`,
    )
  }
})

test('given imports that the house forbids, it reports each with its rule', async () => {
  const { failed, report } = await checkDependencyDirection(
    plantRepository({
      'packages/core/src/pipeline/stage.ts': 'export type Stage = string\n',
      'packages/core/src/target/target.ts': `import type { Stage } from '../pipeline/stage.ts'\nexport type Target = Stage\n`,
      'packages/core/src/left.ts': `import type { Right } from './right.ts'\nexport type Left = Right | 1\n`,
      'packages/core/src/right.ts': `import type { Left } from './left.ts'\nexport type Right = Left | 2\n`,
      'packages/core/src/nowhere.ts': `export { gone } from './gone.ts'\n`,
      'packages/core/src/hidden.ts': 'export const hidden = 1\n',
      'packages/tools/src/index.ts': `export { hidden } from '../../core/src/hidden.ts'\n`,
      'packages/core/src/shipped.ts': `import { expect } from 'vitest'\nexport const core = expect\n`,
      'packages/attic/package.json': '{}',
      'packages/attic/src/index.ts': `export { join } from 'node:path'\n`,
    }),
  )
  expect(failed).toBe(1)
  const lines = [
    /core\/src\/target\/target\.ts.*capabilities-do-not-know-the-pipeline/,
    /core\/src\/left\.ts → packages\/core\/src\/right\.ts → packages\/core\/src\/left\.ts: no-circular-imports/,
    /core\/src\/nowhere\.ts.*resolvable/,
    /tools\/src\/index\.ts → packages\/core\/src\/hidden\.ts.*through-the-door/,
    /core\/src\/shipped\.ts.*shipped-code-stands-alone/,
    /attic\/src\/index\.ts.*package-unknown-to-the-house/,
  ]
  for (const line of lines) expect(report).toContainEqual(expect.stringMatching(line))
})

test('given a configuration that leaves files out, it reports each file that was not cruised', async () => {
  const root = plantRepository({
    ...tools,
    '.dependency-cruiser.js': `export default { forbidden: [], options: { parser: 'swc', exclude: { path: 'tools' } } }\n`,
  })
  const { report } = await checkDependencyDirection(root)
  expect(report).toContain('packages/tools/src/index.ts was not cruised, so its imports were not checked.')
})
