import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkGlob, globMatcher, planGlob, widerPattern } from './glob-plan.ts'

const skip = ['.git', 'node_modules', 'dist']

describe('planning a glob', () => {
  test.each([
    ['src/**/*.ts', '.', { base: 'src', pattern: '**/*.ts', root: '.' }],
    ['*.ts', 'lib', { base: 'lib', pattern: '*.ts', root: 'lib' }],
    ['src/a.ts', '.', { base: 'src', pattern: 'a.ts', root: '.' }],
    ['a.ts', '.', { base: '.', pattern: 'a.ts', root: '.' }],
    ['./src/*.ts', '.', { base: 'src', pattern: '*.ts', root: '.' }],
    ['{a,b}/*.ts', '.', { base: '.', pattern: '{a,b}/*.ts', root: '.' }],
    ['app/(group)/*.ts', '.', { base: 'app/(group)', pattern: '*.ts', root: '.' }],
  ])('%s in %s walks from the folder it is fixed to', (pattern, path, expected) => {
    expect(planGlob(pattern, path, skip)).toMatchObject(expected)
  })

  test.each([
    ['/etc/*.conf', '.', '/etc'],
    ['../other/*.ts', '.', '../other'],
    ['a/../../x/*', 'src', 'x'],
    ['../../x/*', 'src', '../x'],
  ])('%s in %s declares the folder that it really leads to', (pattern, path, root) => {
    expect(planGlob(pattern, path, skip)).toMatchObject({ base: root, root })
  })

  test('a target of the call always holds what is walked', () => {
    const part = fc.constantFrom('a', '..', '*', '**', 'b.ts', '{c,d}', '.')
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const pattern = parts.join('/')
        fc.pre(checkGlob(pattern) === undefined)
        const { base, root } = planGlob(pattern, 'work', skip)
        const inside = base === root || base.startsWith(`${root}/`)
        expect(inside).toBe(true)
        if (base.split('/')[0] === '..') expect(root).toBe(base)
      }),
    )
  })

  test('naming a skipped folder looks into such folders; .git has to be named itself', () => {
    expect(planGlob('**/*.js', '.', skip).skipped).toEqual(skip)
    expect(planGlob('node_modules/**/*.js', '.', skip).skipped).toEqual(['.git'])
    expect(planGlob('*.js', 'a/node_modules/b', skip).skipped).toEqual(['.git'])
    expect(planGlob('{dist,src}/*.js', '.', skip).skipped).toEqual(['.git'])
    expect(planGlob('.git/*', '.', skip).skipped).toEqual([])
  })
})

describe('patterns', () => {
  test.each([
    ['**/*.ts', 'a/b.ts', true],
    ['**/*.ts', 'b.ts', true],
    ['*.ts', 'a/b.ts', false],
    ['*.{ts,tsx}', 'a.tsx', true],
    ['[ab].ts', 'b.ts', true],
    ['**/*.yml', '.github/workflows/ci.yml', true],
    ['a+(b).ts', 'a+(b).ts', true],
    ['a+(b).ts', 'ab.ts', false],
    ['[!p]*', 'x.ts', true],
    ['[!p]*', 'p.ts', false],
    ['[^p]*', 'p.ts', false],
    ['part{1..12}.md', 'part11.md', true],
    ['part{1..12}.md', 'part13.md', false],
    ['src/**', 'src/a/b.ts', true],
    ['*/**', 'a.ts', false],
    ['\\[id\\]/*', '[id]/page.tsx', true],
    [`${'*a'.repeat(200)}b`, `${'a'.repeat(250)}b`, true],
    ['*[a]*[a]*[a]*[b]c', 'a'.repeat(250), false],
  ])('%s on %s: %s', (pattern, path, matches) => {
    expect(globMatcher(pattern)(path)).toBe(matches)
  })

  test.each([
    ['*/../../etc/*', 'go up'],
    ['!*.ts', 'exclude'],
    ['{1..2000}.ts', 'more than 1000 names'],
    ['$HOME/*.ts', 'not expanded'],
    ['${HOME}/*.ts', 'not expanded'],
    ['~root/*.ts', "another user's home"],
    ['a'.repeat(1000), 'characters'],
  ])('%s is refused', (pattern, why) => {
    expect(checkGlob(pattern)).toContain(why)
  })

  test.each(['$id.tsx', '~lock.txt', '*a'.repeat(200), '[ab'])('%s is none of them', (pattern) => {
    expect(checkGlob(pattern)).toBeUndefined()
  })

  test('what an unmatched pattern is retried as', () => {
    expect(widerPattern('src/a.ts')).toBe('**/*.ts')
    expect(widerPattern('**/*.ts')).toBeUndefined()
    expect(widerPattern('src/*')).toBeUndefined()
  })
})
