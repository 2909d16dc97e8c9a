import { createFakeClock } from '@drawbridge/core/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFactsReader } from './parse/create-facts-reader.ts'
import { estimateTokens } from './render/fit-budget.ts'
import { openCode } from './testing/open-code.ts'

/** A small program: a shape that two files use, and one that nothing does. */
const program = {
  'src/shape.ts': `export interface Shape {\n  area(): number\n}\n\nexport function totalArea(shapes: Shape[]): number {\n  return 0\n}\n`,
  'src/circle.ts': `import { type Shape } from './shape.ts'\n\nexport class Circle implements Shape {\n  area() {\n    return 1\n  }\n}\n`,
  'src/main.ts': `import { Circle } from './circle.ts'\nimport { totalArea } from './shape.ts'\n\ntotalArea([new Circle()])\n`,
  'src/lonely.ts': 'export const lonely = 1\n',
}

describe('a map', () => {
  test('lists files by what refers to them, with symbols, lines and imports', async () => {
    await using code = await openCode(program)
    const { outcome, text, data, paths } = await code.map()
    expect(outcome.status).toBe('ok')
    expect(paths[0]).toBe('src/shape.ts')
    expect(paths.toSorted()).toEqual(['src/circle.ts', 'src/lonely.ts', 'src/main.ts', 'src/shape.ts'])
    expect(text).toContain(
      'src/shape.ts\n  imported by 2\n  1: export interface Shape\n    2: area(): number\n  5: export function totalArea(shapes: Shape[]): number\n',
    )
    expect(text).toContain('src/circle.ts\n  imports ./shape.ts; imported by 1\n')
    expect(data).toMatchObject({ total_files: 4, truncated: false, skipped: [] })
    expect(data.files[0]).toMatchObject({
      language: 'typescript',
      imports: [],
      imported_by: 2,
      symbols: [
        { name: 'Shape', kind: 'interface', line: 1, end_line: 3, exported: true },
        { name: 'area', kind: 'method', line: 2, member_of: 'Shape' },
        {
          name: 'totalArea',
          kind: 'function',
          line: 5,
          signature: 'export function totalArea(shapes: Shape[]): number',
        },
      ],
    })
  })

  test.each([
    ['a path', 'src/lonely.ts'],
    ['the end of a path', 'lonely.ts'],
    ['a name', 'lonely'],
  ])('begins with the focus by %s', async (_what, focus) => {
    await using code = await openCode(program)
    expect((await code.map({ focus: [focus] })).paths[0]).toBe('src/lonely.ts')
  })

  test('says which focus means nothing', async () => {
    await using code = await openCode(program)
    expect((await code.map({ focus: ['lonely', 'nowhere'] })).text).toContain('[Nothing here is called: nowhere.]')
  })

  test('lists files without symbols and imports if asked to', async () => {
    await using code = await openCode(program)
    const { text } = await code.map({ symbols: false, dependencies: false })
    expect(text).toMatch(/Files, the most important first:\nsrc\/shape\.ts\nsrc\/\w+\.ts\nsrc\/\w+\.ts\nsrc\/\w+\.ts$/)
  })

  test('of a folder or of one file has paths that other tools accept', async () => {
    await using code = await openCode(program)
    expect((await code.map({ path: 'src' })).paths[0]).toBe('src/shape.ts')
    expect((await code.map({ path: `${code.folder}/src` })).paths[0]).toBe(`${code.folder}/src/shape.ts`)
    expect((await code.map({ path: 'src/shape.ts' })).text).toContain('src/shape.ts\n  1: export interface Shape\n')
  })

  test('goes as deep as it is told', async () => {
    await using code = await openCode({ 'a.py': 'def a(): pass\n', 'x/b.py': 'def b(): pass\n' })
    expect((await code.map({ depth: 1 })).paths).toEqual(['a.py'])
  })
})

describe('left out of a map', () => {
  test('are ignored files, dependencies and what may hold credentials, without a trace', async () => {
    await using code = await openCode({
      '.gitignore': 'made/\n*.gen.ts\n',
      'made/a.ts': 'export const ignoredFolder = 1\n',
      'b.gen.ts': 'export const ignoredFile = 1\n',
      'node_modules/x/index.js': 'export const dependency = 1\n',
      '.env.sh': 'sensitive() { :; }\n',
      'seen.ts': 'export const seen = 1\n',
    })
    const { text, data, paths } = await code.map()
    expect(paths).toEqual(['seen.ts'])
    expect(`${text}${JSON.stringify(data)}`).not.toMatch(/made|gen\.ts|node_modules|env|ignored|sensitive/)
    expect(data).toMatchObject({ total_files: 1, total_symbols: 1 })
    expect((await code.map({ path: 'node_modules/x' })).paths).toEqual(['node_modules/x/index.js'])
  })

  test('are files that are too large, binary or machine-made, by name', async () => {
    await using code = await openCode({
      'large.ts': `export const large = 1\n${'// filler\n'.repeat(60_000)}`,
      'binary.py': new Uint8Array([0, 1, 2]),
      'packed.js': `var a=1;${'a();'.repeat(10_000)}`,
      'seen.ts': 'export const seen = 1\n',
    })
    const { data, text, paths } = await code.map()
    expect(paths).toEqual(['seen.ts'])
    expect(data.skipped).toEqual([
      { path: 'large.ts', reason: 'too_large' },
      { path: 'binary.py', reason: 'not_source' },
      { path: 'packed.js', reason: 'not_source' },
    ])
    expect(text).toContain('too large: large.ts.')
  })

  test('are files that take too long', async () => {
    const reader = createFactsReader({ run: async ({ sources }) => sources.map(() => undefined) })
    await using code = await openCode({ 'slow.ts': 'export const slow = 1\n' }, { reader })
    expect((await code.map()).data).toMatchObject({ files: [], skipped: [{ path: 'slow.ts', reason: 'too_slow' }] })
  })

  test('is what time did not suffice for', async () => {
    const clock = createFakeClock(0)
    const facts = { symbols: [], imports: [], words: [], hasErrors: false }
    const reader = createFactsReader({
      run: async ({ sources }) => {
        await clock.advance(35_000)
        return sources.map(() => facts)
      },
    })
    const files = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}.py`, `x = ${index}\n`]))
    await using code = await openCode(files, { reader, clock })
    const { data, text } = await code.map()
    expect(data.incomplete).toBe('time')
    expect(data.total_files).toBeLessThan(100)
    expect(text).toContain('Time ran out')
  })
})

test('broken source shows what can be parsed, and says so', async () => {
  await using code = await openCode({ 'a.py': 'def good(): pass\n\ndef broken(:\n' })
  const { data, text } = await code.map()
  expect(data.files[0]).toMatchObject({ has_errors: true, symbols: [{ name: 'good' }, { name: 'broken' }] })
  expect(text).toContain('Parts could not be parsed of: a.py.')
})

test('secrets in declarations are removed like everywhere', async () => {
  const token = ['ghp', 'a8Kd2Zq7Lm4Xw9Tb3Rc6Vn1Hs5Yf0Pj6Gu7c'].join('_')
  await using code = await openCode({ 'a.ts': `export function call(token = '${token}'): void {}\n` })
  const { text, data } = await code.map()
  expect(text).toContain("export function call(token = '[REDACTED]'): void")
  expect(JSON.stringify(data)).not.toContain(token)
})

test('an abort ends it', async () => {
  const begun = Promise.withResolvers<void>()
  const reader = createFactsReader({
    run: (_, signal) => {
      begun.resolve()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  await using code = await openCode(program, { reader })
  const mapping = code.map()
  await begun.promise
  code.abort()
  expect((await mapping).outcome).toMatchObject({ status: 'cancelled', code: 'aborted' })
})

test.each([
  ['a folder that does not exist', { path: 'nowhere' }, 'file_not_found'],
  ['a file that is not a source file', { path: 'notes.txt' }, 'invalid_target'],
  ['a file that is too large', { path: 'large.ts' }, 'file_too_large'],
  ['a budget that is too small', { budget: 10 }, 'validation_error'],
  ['an empty focus', { focus: [''] }, 'validation_error'],
])('%s is refused', async (_what, args, expectedCode) => {
  await using code = await openCode({ 'notes.txt': 'x', 'large.ts': '// filler\n'.repeat(60_000) })
  expect((await code.map(args)).outcome).toMatchObject({ status: 'failed', code: expectedCode })
})

test('a folder without source code says so', async () => {
  await using code = await openCode({ 'README.md': '# x\n' })
  expect((await code.map()).text).toBe('[No source files that the call may see, in a language that code.map knows.]')
})

test('a map never has more tokens than its budget, and a larger budget never fewer files or symbols', {
  timeout: 120_000,
}, async () => {
  const declared = (index: number) =>
    Array.from({ length: 1 + (index % 7) }, (_, at) => `export function f${index}Uses${at}(name: string): void {}\n`)
  const body = (index: number) => [...declared(index), `f${(index * 7) % 60}Uses0('x')\n`].join('')
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`dir${index % 5}/deep/file${index}.ts`, body(index)]),
  )
  await using code = await openCode(files)
  const nowhere = ['x'.repeat(400), 'ü'.repeat(400)]
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 256, max: 4_000 }), fc.integer({ min: 0, max: 300 }), async (budget, more) => {
      const small = await code.map({ budget, focus: nowhere })
      const large = await code.map({ budget: budget + more, focus: nowhere })
      // A budget that comes up again and again brings a remark about repetition, which is not the map's.
      const text = small.text.replace(/\nThis call was made .*$/s, '')
      expect(estimateTokens(text)).toBeLessThanOrEqual(budget)
      expect(small.data.tokens).toBe(estimateTokens(text))
      expect(large.paths).toEqual(expect.arrayContaining([...small.paths]))
      const count = ({ data }: typeof small) => data.files.reduce((sum, { symbols }) => sum + symbols.length, 0)
      expect(count(large)).toBeGreaterThanOrEqual(count(small))
    }),
    { numRuns: 15 },
  )
})
