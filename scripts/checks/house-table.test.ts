import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../lib/repository-root.ts'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkHouseTable } from './house-table.ts'

const page = readFileSync(join(repositoryRoot, 'docs/architecture.md'), 'utf8')
const readme = readFileSync(join(repositoryRoot, 'README.md'), 'utf8')
const planted = (text: string, front = readme) =>
  checkHouseTable(plantRepository({ 'docs/architecture.md': text, 'README.md': front }))

test('given the table that is enforced, it passes', async () => {
  expect(await planted(page)).toMatchObject({ passed: 1, failed: 0 })
})

test('given a page that lets a package import more than the rules do, it says what the row must be', async () => {
  const wrong = page.replace(/^\| `net` .*$/m, '| `net` | core, sandbox |')
  expect(await planted(wrong)).toMatchObject({ failed: 1, report: ['docs/architecture.md must say: | `net` | core |'] })
})

test('given a row for a package that no rule knows, it names it', async () => {
  const wrong = page.replace(/^\| `net` .*$/m, '$&\n| `attic` | core |')
  expect(await planted(wrong)).toMatchObject({
    failed: 1,
    report: ['docs/architecture.md has a row for attic, which scripts/lib/house.ts does not have.'],
  })
})

test('given a page without the table, it reports every row', async () => {
  const { failed, report } = await planted('# Architecture\n')
  expect(failed).toBe(1)
  expect(report).toContain('docs/architecture.md must say: | `shell` | no package of ours |')
})

test('given a README that is silent about a package, it names it', async () => {
  const silent = readme.replace(/^\| `@drawbridge\/net` .*\n/m, '')
  expect(await planted(page, silent)).toMatchObject({
    failed: 1,
    report: ['README.md must say in its table of packages what `@drawbridge/net` is for.'],
  })
})
