import { describe, expect, test } from 'vitest'
import { createNameMap } from '../name/name-map.ts'
import { field } from '../schema/index.ts'
import { defineDialect } from './define-dialect.ts'
import type { DialectTool } from './dialect-tool.ts'
import { dialectNames, loadDialect } from './load-dialect.ts'

const define = (...tools: readonly DialectTool[]) => defineDialect({ name: 'own', tools })

describe('no name of a dialect means two tools', () => {
  test.each<[string, readonly DialectTool[]]>([
    [
      'two shown names',
      [
        { canonical: 'a.one', name: 'Do' },
        { canonical: 'a.two', name: 'Do' },
      ],
    ],
    [
      'a shown name and an alias',
      [
        { canonical: 'a.one', name: 'Do' },
        { canonical: 'a.two', name: 'Other', aliases: ['Do'] },
      ],
    ],
    [
      'two aliases',
      [
        { canonical: 'a.one', aliases: ['Do'] },
        { canonical: 'a.two', aliases: [{ name: 'Do', parameters: {} }] },
      ],
    ],
    ['a name by rule', [{ canonical: 'a.one' }, { canonical: 'a.two', aliases: ['a__one'] }]],
  ])('%s are refused, and both tools are named', (_what, tools) => {
    expect(() => define(...tools)).toThrow(/"a\.one" and "a\.two" would both be called .* in the dialect "own"/)
  })

  test('of those that are built in, none does', async () => {
    for (const name of dialectNames) expect((await loadDialect(name)).name).toBe(name)
  })
})

describe('names', () => {
  const own = define(
    { canonical: 'fs.edit', name: 'Edit', aliases: ['Change', 'fs__look'] },
    { canonical: 'fs.gone', name: 'Gone' },
  )
  const names = createNameMap(['fs.edit', 'fs.look'], own)

  test('an alias is understood and never shown', () => {
    expect(names.canonicalName('Change')).toBe('fs.edit')
    expect(names.exposedName('fs.edit')).toBe('Edit')
  })

  test('a shown name comes before an alias', () => {
    expect(names.canonicalName('fs__look')).toBe('fs.look')
    expect(names.speech('fs__look')).toBeUndefined()
  })

  test('a tool outside of the set has no name, and one outside of the table that of the rule', () => {
    expect(names.canonicalName('Gone')).toBeUndefined()
    expect(names.speech('Gone')).toBeUndefined()
    expect(names.exposedName('fs.look')).toBe('fs__look')
  })
})

describe('renamed fields', () => {
  const speech = define({
    canonical: 'fs.read',
    name: 'Read',
    parameters: {
      names: { path: 'file', to: 'end' },
      accepted: { filename: 'path' },
      implied: { all: true },
      ignored: ['note'],
    },
  }).speech?.('Read')

  test.each([
    [{ file: 'a' }, { path: 'a', all: true }],
    [
      { filename: 'a', note: 'x' },
      { path: 'a', all: true },
    ],
    [
      { path: 'a', all: false },
      { path: 'a', all: false },
    ],
    [
      { end: 3, more: null },
      { to: 3, more: null, all: true },
    ],
  ])('%j means %j', (given, canonical) => {
    expect(speech?.read(given)).toEqual({ ok: true, arguments: canonical, repairs: [] })
  })

  test('one field under two names is refused', () => {
    const refused = { code: 'validation_error', message: expect.stringContaining('"file" and "path"') }
    expect(speech?.read({ file: 'a', path: 'b' })).toEqual({ ok: false, refused })
  })

  test('a value that differs from what the dialect implies cannot be said', () => {
    expect(speech?.say({ path: 'a', all: true })).toEqual({ file: 'a' })
    expect(speech?.say({ path: 'a', all: false })).toBeUndefined()
  })

  test('the schema and the places of problems have the shown names, and nothing implied', () => {
    const text = { type: 'string' }
    const shown = speech?.show({
      type: 'object',
      properties: { path: text, to: text, all: { type: 'boolean' }, more: text },
      required: ['path', 'all'],
      additionalProperties: false,
    })
    expect(shown).toEqual({
      type: 'object',
      properties: { file: text, end: text, more: text },
      required: ['file'],
      additionalProperties: false,
    })
    expect(['path', 'to[0].path', 'more', ''].map((path) => speech?.place(path))).toEqual([
      'file',
      'end[0].path',
      'more',
      '',
    ])
  })
})

test('an own shape is checked before it is read, and may refuse what it cannot mean', () => {
  const speech = define({
    canonical: 'fs.cut',
    name: 'Cut',
    parameters: {
      schema: field.object({ from: field.int(), to: field.int() }),
      accepted: { until: 'to' },
      toCanonical: ({ from, to }) =>
        Number(to) < Number(from)
          ? { refused: { code: 'validation_error', message: 'to is before from.' } }
          : { start: from, count: Number(to) - Number(from) },
      fromCanonical: ({ start, count }) => ({ from: start, to: Number(start) + Number(count) }),
      places: { count: 'to' },
    },
  }).speech?.('Cut')
  expect(speech?.read({ from: '1', until: 3 })).toMatchObject({ ok: true, arguments: { start: 1, count: 2 } })
  expect(speech?.read({ from: 3, to: 1 })).toMatchObject({ ok: false, refused: { message: 'to is before from.' } })
  expect(speech?.read({ from: 3 })).toMatchObject({ ok: false, problems: [{ path: 'to' }] })
  expect(speech?.read({ from: 3, to: 4, until: 4 })).toMatchObject({ ok: false, refused: {} })
  expect([speech?.place('count'), speech?.place('start')]).toEqual(['to', 'start'])
})
