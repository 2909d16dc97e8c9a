import type { Target } from '@drawbridge/core'
import { expect, test } from 'vitest'
import { lostWriteRemarks } from './lost-write-remarks.ts'

const written = (real: string, access: 'read' | 'write' = 'write'): Target =>
  ({
    kind: 'path',
    declared: real.replace('/home/user', '~'),
    real,
    access,
    zone: 'outside',
    recursive: false,
    exists: false,
  }) as unknown as Target

const place = { home: '/home/user', isShown: (real: string) => real.startsWith('/home/user/project') }

test('a file that a command writes into the home of its sandbox is told as lost, with the way out', () => {
  const [remark, ...more] = lostWriteRemarks([written('/home/user/notes.txt'), written('/home/user/notes.txt')], place)
  expect(more).toEqual([])
  expect(remark).toContain('nothing written there is kept: "~/notes.txt". Write to the workspace')
  expect(remark).toContain('writeRoots')
})

test('what is kept, only read or elsewhere is not told', () => {
  const kept = [written('/home/user/project/a'), written('/home/user/b', 'read'), written('/tmp/c')]
  expect(lostWriteRemarks(kept, place)).toEqual([])
  expect(lostWriteRemarks([written('/home/user/notes.txt')], { ...place, home: undefined })).toEqual([])
})
