import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lookAtCode } from './look-at-code.ts'
import { partOfCode } from './part-of-code.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-code-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const put = (name: string, text = '') => {
  mkdirSync(join(root, name, '..'), { recursive: true })
  writeFileSync(join(root, name), text)
}
/** Takes every word of a line for a script. */
const obeyedBy = (line: string, folder: string) => ({
  files: line.split(/\s+/).map((word) => ({ file: { path: join(folder, word), why: 'it runs' }, folder })),
  startsMore: line.includes('$'),
})
const look = (...files: Parameters<typeof lookAtCode>[0]) =>
  lookAtCode(files, { obeyedBy, folder: root, toHost: (path) => path })
const names = (found: ReturnType<typeof look>) => found.map(({ path }) => path.slice(root.length + 1))

describe('what a command runs or obeys', () => {
  test('is what there is now, files of a folder by their endings', () => {
    put('conftest.py')
    put('pkg/__main__.py')
    put('pkg/data.txt')
    expect(
      names(
        look(
          { path: join(root, 'conftest.py'), why: 'x' },
          { path: join(root, 'pytest.ini'), why: 'x' },
          { path: join(root, 'pkg'), why: 'x', endings: ['.py'] },
          { path: root, why: 'x' },
        ),
      ),
    ).toEqual(['conftest.py', 'pkg/__main__.py'])
  })

  test('of a package is the text of its script, with what that runs in its turn', () => {
    put('package.json', JSON.stringify({ scripts: { pretest: 'sh pre.sh', test: 'node test.mjs', build: 'x' } }))
    put('test.mjs')
    put('pre.sh')
    const found = look({ path: join(root, 'package.json'), why: 'x', part: { of: 'package', names: ['test'] } })
    expect(found[0]?.says).toEqual(['sh pre.sh', 'node test.mjs'])
    expect(names(found)).toEqual(['package.json', 'pre.sh', 'test.mjs'])
  })

  test('of a makefile are the recipes of its goal and what it includes', () => {
    put('Makefile', 'include rules.mk\nall: lib\n\t@sh all.sh\nlib:\n\tsh lib.sh\nother:\n\tsh other.sh\n')
    for (const name of ['rules.mk', 'all.sh', 'lib.sh', 'other.sh']) put(name)
    const found = look({ path: join(root, 'Makefile'), why: 'x', part: { of: 'makefile', names: [] } })
    expect(found[0]?.says).toEqual(['sh lib.sh', 'sh all.sh'])
    expect(names(found)).toEqual(['Makefile', 'rules.mk', 'lib.sh', 'all.sh'])
  })

  test('of a shell script are the scripts that it starts where the command runs, and those that these start', () => {
    put('sub/a', 'sh b.sh')
    put('b.sh', '#!/bin/sh\n./c')
    put('c', '#!/usr/bin/env bash\nls data')
    put('data', 'sh other.sh')
    put('other.sh')
    const found = look({ path: join(root, 'sub/a'), why: 'x', language: 'shell' })
    expect(names(found)).toEqual(['sub/a', 'b.sh', 'c', 'data'])
    expect(found.some(({ startsMore }) => startsMore)).toBe(false)
  })

  test.each([
    ['the name of another is made up as it runs', ['sh $NEXT']],
    ['it goes deeper than anybody looks', ['sh 1.sh', 'sh 2.sh', 'sh 3.sh', 'sh 4.sh']],
    ['it is too long to be read', [`# ${'x'.repeat(40_000)}`]],
  ])('says of a shell script that it may start more: %s', (_why, texts) => {
    for (const [index, text] of texts.entries()) put(`${index}.sh`, `#!/bin/sh\n${text}\n`)
    const found = look({ path: join(root, '0.sh'), why: 'x' })
    expect(found.filter(({ startsMore }) => startsMore === true)).toHaveLength(1)
    expect(names(found)).toEqual(texts.map((_, index) => `${index}.sh`))
  })

  test('ends with scripts that start each other', () => {
    put('a.sh', '#!/bin/sh\nsh b.sh')
    put('b.sh', '#!/bin/sh\nsh a.sh')
    expect(names(look({ path: join(root, 'a.sh'), why: 'x' }))).toEqual(['a.sh', 'b.sh'])
  })

  test('says so if there are too many files', () => {
    for (let index = 0; index < 201; index += 1) put(`m/${index}.tf`)
    const found = look({ path: join(root, 'm'), why: 'x', endings: ['.tf'] })
    expect(found).toHaveLength(201)
    expect(found.at(-1)).toMatchObject({ uncertain: true, why: expect.stringContaining('more than 200 files') })
  })
})

describe('a part of a file', () => {
  test.each([
    [['install'], ['a', 'b']],
    [['ci'], ['a', 'b']],
    [[], ['a', 'b']],
    [['t'], ['c']],
    [['constructor'], []],
  ])('of a package by %j', (scripts, says) => {
    const text = JSON.stringify({ scripts: { preinstall: 'a', prepare: 'b', test: 'c' } })
    expect(partOfCode(text, { of: 'package', names: scripts }).says).toEqual(says)
  })

  test('is empty for a file that is not a package', () => {
    for (const text of ['', 'null', '[]', '{"scripts":7}', '{"scripts":{"test":7}}'])
      expect(partOfCode(text, { of: 'package', names: ['test'] }).says).toEqual([])
  })

  test('of a makefile knows assignments, recipes in the line and goals that need themselves', () => {
    const text = 'A := 1\nB ?= 2\n.PHONY: a\na b: c ; echo $(A)\n\techo more\nc: a\n\techo c \\\n  on\n'
    expect(partOfCode(text, { of: 'makefile', names: ['a'] }).says).toEqual(['echo c    on', 'echo $(A)', 'echo more'])
    expect(partOfCode(text, { of: 'makefile', names: ['missing'] }).says).toContain('echo c    on')
  })
})
