import type { Target } from '@drawbridge/core'
import { shellCommand } from '@drawbridge/core/target'
import { expect, test } from 'vitest'
import { leftoverRemarks } from './leftover-remarks.ts'

const command = (line: string, background = false): Target => {
  const words = line.split(' ')
  return {
    kind: 'command',
    program: { name: words[0] },
    argv: words.map((text) => ({ text, static: true })),
    [shellCommand]: { background },
  } as unknown as Target
}

test('commands that a line starts in the background are named, with the way to keep one running', () => {
  const [remark, ...more] = leftoverRemarks([command('npm start', true), command('curl localhost')])
  expect(more).toEqual([])
  expect(remark).toContain('"npm start" was ended if it was still running')
  expect(remark).toContain('"background": true')
})

test('nothing is said of lines that start nothing in the background, or wait for it', () => {
  expect(leftoverRemarks([command('npm test')])).toEqual([])
  expect(leftoverRemarks([command('sleep 1', true), command('wait')])).toEqual([])
})

test('many or long commands are cut', () => {
  const many = Array.from({ length: 5 }, (_, index) => command(`serve${index} ${'x'.repeat(100)}`, true))
  const [remark = ''] = leftoverRemarks(many)
  expect(remark).toContain('and 2 more')
  expect(remark.length).toBeLessThan(500)
})
