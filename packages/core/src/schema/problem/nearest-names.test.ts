import { describe, expect, it } from 'vitest'
import { nearestNames } from './nearest-names.ts'

describe('nearestNames', () => {
  it.each([
    ['filePath', ['file_path', 'path', 'content'], ['file_path', 'path']],
    ['fs.read', ['fs.read_file', 'fs.write_file', 'web.fetch'], ['fs.read_file']],
    ['contnet', ['content', 'context', 'mode'], ['content', 'context']],
    ['b', ['a', 'c'], []],
    ['quantum', ['path', 'mode'], []],
  ])('finds for %j among %j the nearest: %j', (name, candidates, expected) => {
    expect(nearestNames(name, candidates)).toEqual(expected)
  })

  it('stays bounded for a name of a megabyte', () => {
    expect(nearestNames('x'.repeat(1_000_000), ['path'])).toEqual([])
  })
})
