import { describe, expect, it } from 'vitest'
import { isPureSedScript } from './check-sed.ts'

describe('isPureSedScript', () => {
  it.each([
    'p',
    '1,10p',
    '$d',
    '/a/d',
    '/a/,/b/p',
    '1~2d',
    '1,+3d',
    '/x/!d',
    's/a/b/',
    's|a|b|g',
    's/a\\/b/c/2',
    's/a/b/;s/c/d/',
    'y/abc/xyz/',
    '5q',
    '/a/{p;q}',
    ':a;N;ta',
    '1i\\text',
    '# note\np',
    '=',
  ])('%s only edits the stream', (script) => {
    expect(isPureSedScript(script)).toBe(true)
  })
  it.each([
    'w out',
    '1w out',
    's/a/b/w out',
    's/a/b/e',
    's/a/b/ge',
    'e',
    '1e id',
    '1!e id',
    '/a/,/b/e id',
    'r file',
    'R file',
    'W out',
    '/a/{w x',
    '{e id}',
    'p;e id',
    'p\ne id',
    '}e id',
    'v',
    's/a/b/m;e',
  ])('%s may do more', (script) => {
    expect(isPureSedScript(script)).toBe(false)
  })
})
