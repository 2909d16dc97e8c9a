import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkPackageShape } from './package-shape.ts'

const manifest = (fields: object) =>
  JSON.stringify({ version: '0.1.0', license: 'MIT', type: 'module', engines: { node: '>=22.18' }, ...fields })

/** Two packages, of which one depends on the other and has a command, and an example that uses both. */
const planted = {
  'packages/shell/package.json': manifest({ name: '@drawbridge/shell', exports: { '.': './src/index.ts' } }),
  'packages/shell/README.md': '# Shell\n',
  'packages/shell/src/index.ts': `export { verdict } from './verdict.ts'\n`,
  'packages/shell/src/verdict.ts': `export const verdict: string = 'ask'\n`,
  'packages/shell/src/verdict.test.ts': `import { test } from 'vitest'\ntest('shipped by mistake')\n`,
  'packages/shell/src/testing/helper.ts': 'export const helper = 1\n',
  'packages/cli/package.json': manifest({
    name: '@drawbridge/cli',
    bin: { drawbridge: './bin/drawbridge.js' },
    dependencies: { '@drawbridge/shell': '*' },
  }),
  'packages/cli/README.md': '# Command\n',
  'packages/cli/bin/drawbridge.js': `#!/usr/bin/env node\nimport '../dist/main.js'\n`,
  'packages/cli/src/main.ts': `import { verdict } from '@drawbridge/shell'\nconsole.log(verdict)\n`,
  'examples/package.json': JSON.stringify({ dependencies: { '@drawbridge/shell': '0.1.0' } }),
  'examples/plain.ts': `import { verdict } from '@drawbridge/shell'\nif (verdict !== 'ask') throw new Error(verdict)\n`,
}

test('given sound packages, they pack with readme, licence and types, install in an empty folder and run', async () => {
  const root = plantRepository(planted)
  const { failed, report } = await checkPackageShape(root)
  expect(failed, report.join('\n')).toBe(0)

  const shell = join(root, '.release/shell')
  for (const name of ['README.md', 'LICENSE', 'dist/index.js', 'dist/verdict.d.ts']) {
    expect(existsSync(join(shell, name)), name).toBe(true)
  }
  for (const name of ['dist/verdict.test.js', 'dist/testing', 'src']) {
    expect(existsSync(join(shell, name)), name).toBe(false)
  }
  // Its modules are joined, and a command takes in the packages that it imports.
  expect(existsSync(join(shell, 'dist/verdict.js'))).toBe(false)
  expect(readFileSync(join(root, '.release/cli/dist/main.js'), 'utf8')).not.toMatch(/from ['"]@drawbridge\/shell['"]/)
})

test('given packages that do not work once they are installed, it reports each fault', async () => {
  const { failed, report } = await checkPackageShape(
    plantRepository({
      ...planted,
      // Its dependency is installed in the repository alone.
      'packages/store/package.json': manifest({ name: '@drawbridge/store', exports: { '.': './src/index.ts' } }),
      'packages/store/README.md': '# Store\n',
      'packages/store/src/index.ts': `import picomatch from 'picomatch'\nexport const name: string = picomatch.name\n`,
      'packages/cli/bin/drawbridge.js': `#!/usr/bin/env node\nimport '../dist/gone.js'\n`,
      'examples/failing.ts': `import { verdict } from '@drawbridge/shell'\nprocess.exitCode = verdict.length\n`,
      'examples/types.ts': `import { verdict } from '@drawbridge/shell'\nexport const wrong: number = verdict\n`,
    }),
  )
  expect(failed).toBeGreaterThan(0)
  const text = report.join('\n')
  for (const found of ['nodenext', 'bundler'])
    expect(text).toMatch(new RegExp(String.raw`\(${found}\):\ntypes\.ts\(\d+,\d+\): error TS2322`))
  for (const what of ['import @drawbridge/store', 'drawbridge --help', 'examples/failing.ts']) {
    expect(text).toContain(`\`${what}\` ends with`)
  }
  for (const what of ['import @drawbridge/shell', 'examples/plain.ts']) expect(text).not.toContain(`\`${what}\``)
})

test.each([
  [
    'an export that leads nowhere',
    './dist/gone.js',
    {
      'packages/shell/package.json': manifest({
        name: '@drawbridge/shell',
        exports: { '.': './src/index.ts', './gone': './src/gone.ts' },
      }),
    },
  ],
  [
    'a source that does not compile',
    'TS2322',
    { 'packages/shell/src/verdict.ts': 'export const verdict: string = 1\n' },
  ],
])('given %s, it reports %s', async (_, complaint, files) => {
  const { failed, report } = await checkPackageShape(plantRepository({ ...planted, ...files }))
  expect(failed).toBeGreaterThan(0)
  expect(report.join('\n')).toContain(complaint)
})

test('given a package without a readme, it reports which', async () => {
  const { 'packages/shell/README.md': _, ...files } = planted
  expect(await checkPackageShape(plantRepository(files))).toMatchObject({
    failed: 1,
    report: [`packages/shell/README.md is missing: npm shows it as the package's page.`],
  })
})
