import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { libraryReference } from '../documents/library-reference.ts'
import { plantPackages } from '../test-support/plant-packages.ts'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkGeneratedDocuments, writeGeneratedDocuments } from './generated-documents.ts'

const page = 'docs/list.md'
const blocks = [{ name: 'list', page, render: () => 'one\ntwo' }]
const around = (text: string) => `# List\n\n<!-- generated: list -->\n${text}\n<!-- end of list -->\nmore\n`

test('given a list that fell behind its source, it names the page and how to write it again', async () => {
  const root = plantRepository({ [page]: around('one') })
  expect(await checkGeneratedDocuments(root, blocks)).toMatchObject({
    failed: 1,
    report: [
      `${page} differs from its sources in "list". Write it again: npm run check -- generated-documents --write`,
    ],
  })
})

test.each([
  ['a page without the marks', { [page]: '# List\n' }],
  ['no page', {}],
])('given %s, it says which marks belong there', async (_, files) => {
  expect(await checkGeneratedDocuments(plantRepository(files), blocks)).toMatchObject({
    failed: 1,
    report: [`${page} has no place for it: <!-- generated: list --> and <!-- end of list -->.`],
  })
})

test('passes after writing, which leaves the text around the list alone', async () => {
  const root = plantRepository({ [page]: around('old') })
  await writeGeneratedDocuments(root, blocks)
  expect(readFileSync(join(root, page), 'utf8')).toBe(around('one\ntwo'))
  expect(await checkGeneratedDocuments(root, blocks)).toMatchObject({ passed: 1, failed: 0 })
})

test('a JSON file that fell behind is named, and written as a whole', async () => {
  const file = 'docs/list.json'
  const whole = [{ name: 'list', page: file, render: () => '{}' }]
  const root = plantRepository({ [file]: '{"old": 1}\n' })
  expect(await checkGeneratedDocuments(root, whole)).toMatchObject({
    report: [
      `${file} differs from its sources in "list". Write it again: npm run check -- generated-documents --write`,
    ],
  })
  await writeGeneratedDocuments(root, whole)
  expect(readFileSync(join(root, file), 'utf8')).toBe('{}\n')
  expect(await checkGeneratedDocuments(root, whole)).toMatchObject({ passed: 1, failed: 0 })
})

test('the library reference is silent about a listed name that is not public: it names the list', () => {
  expect(() => libraryReference(plantPackages({ sdk: { '.': '' } }))).toThrow(/library-topics/)
})
