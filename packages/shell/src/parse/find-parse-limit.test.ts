import { describe, expect, it } from 'vitest'
import { world } from '../testing/world.ts'
import { judgeShell } from '../verdict/judge-shell.ts'
import { findParseLimit } from './parse-script.ts'

describe('findParseLimit', () => {
  it.each(['', 'git status', 'cat <<E\na\nE', `echo ${'${x} '.repeat(5_000)}`, 'cat <<E\nE\n'.repeat(1_999)])(
    'leaves an ordinary text whole: %.30s',
    (text) => {
      expect(findParseLimit(text)).toBeUndefined()
    },
  )

  it('names what there is too much of, and where', () => {
    expect(findParseLimit('<<E '.repeat(3_000))).toEqual({
      end: 8_000,
      why: 'the text has more than 2000 here-documents',
    })
    expect(findParseLimit('${x:-'.repeat(200))).toEqual({
      end: 500,
      why: 'expansions are nested more than 100 deep',
    })
  })

  it.each([`rm -rf x; ${'cat <<E '.repeat(3_000)}`, `rm -rf x; echo ${'${x:-'.repeat(5_000)}`])(
    'keeps a denial that stands before: %.30s',
    (text) => {
      expect(judgeShell(text, world).verdict).toBe('deny')
    },
  )

  it.each(['$((', '${a//', '${x:-', '<<E ', 'python3 -m ', 'npx ', 'find . -exec ', 'eval ', '`'])(
    'asks about a text full of %s',
    (piece) => {
      expect(judgeShell(`id; ${piece.repeat(Math.floor(65_000 / piece.length))}`, world).verdict).toBe('ask')
    },
  )
})
