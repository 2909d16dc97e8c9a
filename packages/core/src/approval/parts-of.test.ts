import { expect, test } from 'vitest'
import { commandsOf } from '../policy/__fixtures__/commands.ts'
import type { PathTarget } from '../target/target.ts'
import { partsOf } from './parts-of.ts'

const path = (declared: string, parts: Partial<PathTarget> = {}): PathTarget => ({
  kind: 'path',
  declared,
  real: `/workspace/${declared}`,
  access: 'read',
  recursive: false,
  zone: 'workspace',
  sensitive: false,
  ...parts,
})

test('the parts of a call stand in order of danger, each whole', () => {
  const { parts, totals, complete } = partsOf([
    ...commandsOf('ls && npm test && git rm x && echo "$X"'),
    path('a.txt'),
    path('.env', { sensitive: true }),
    path('b', { access: 'delete' }),
  ])
  expect(parts.filter(({ kind }) => kind !== 'code').map(({ text, danger }) => `${danger} ${text}`)).toEqual([
    'destructive git rm x',
    'destructive b',
    'marked echo «$X»',
    'marked .env',
    'changes npm test',
    'reads ls',
    'reads a.txt',
  ])
  expect(totals).toEqual({ commands: 4, paths: 3, hosts: 0, others: 0, marked: 3 })
  expect(complete).toBe(true)
})

test('the script that a command starts is a part of its own, with its text', () => {
  const [target] = commandsOf('npm test')
  const code = [
    { path: '/workspace/package.json', why: 'npm does what it says', says: ['sh a.sh'] },
    { path: '/workspace/a.sh', why: 'sh is given it' },
    { path: '', why: 'more than 200 files decide what it does', uncertain: true },
  ] as const
  const { parts } = partsOf(target === undefined ? [] : [{ ...target, code }])
  expect(parts.map(({ kind, text }) => [kind, text])).toEqual([
    ['code', 'more than 200 files decide what it does'],
    ['command', 'npm test'],
    ['code', 'sh a.sh'],
    ['code', '/workspace/a.sh'],
  ])
})

test('of more than anybody could be shown the worst are listed, and that it is not all is said', () => {
  const many = Array.from({ length: 300 }, (_, index) => path(`${index}`))
  const { parts, totals, complete } = partsOf([...many, path('b', { access: 'delete' })])
  expect([parts.length, parts[0]?.text, totals.paths, complete]).toEqual([200, 'b', 301, false])
  const long = partsOf([path(`${'x'.repeat(70_000)}end`), path('b')])
  expect(long.complete).toBe(false)
  expect(long.parts.map(({ text }) => text.slice(-3))).toEqual(['end', 'b'])
})

test('however many deletions there are, a part of another kind or with another mark is listed', () => {
  const many = Array.from({ length: 300 }, (_, index) => path(`${index}`, { access: 'delete' }))
  const { parts, complete } = partsOf([
    ...many,
    ...commandsOf('npm test'),
    path('.env', { sensitive: true }),
    path('.git/hooks/x', { access: 'delete', protected: true }),
  ])
  expect(complete).toBe(false)
  expect(parts.map(({ text }) => text)).toEqual(expect.arrayContaining(['npm test', '.env', '.git/hooks/x']))
})
