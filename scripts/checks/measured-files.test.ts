import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkMeasuredFiles, mostFiles } from './measured-files.ts'

test('given a measurement of more files than allowed, it names the measurement and both numbers', async () => {
  const measure = async (_: string, name: keyof typeof mostFiles) => mostFiles[name] + (name === 'edit' ? 1 : 0)
  expect(await checkMeasuredFiles('/repository', measure)).toMatchObject({
    failed: 1,
    report: [
      expect.stringMatching(RegExp(`"npm run measure -- edit" finds ${mostFiles.edit + 1} .* ${mostFiles.edit} are`)),
    ],
  })
})

test('given the allowed numbers, it passes', async () => {
  expect(await checkMeasuredFiles('/repository', async (_, name) => mostFiles[name])).toMatchObject({ failed: 0 })
})

test('given a repository in which nothing can be measured, it fails instead of passing', async () => {
  await expect(checkMeasuredFiles(plantRepository({}))).rejects.toThrow('The measurement "edit" failed')
})
