import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemLinkProbe } from '../path/link-probe.ts'
import { type ListFolder, listFolder } from '../target/pattern-matches.ts'
import { newRepositories } from './new-repositories.ts'
import { repositoryRemarks } from './repository-remarks.ts'
import { surveyFolders } from './survey-folders.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-repositories-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const at = (path: string) => join(root, path)
function file(path: string): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), '')
}

/** What a program that does this leaves, with the folders that were looked into again. */
async function after(act: () => void, maxEntries?: number) {
  const since = Date.now()
  const survey = await surveyFolders([root], { isHidden: () => false, probe: systemLinkProbe })
  act()
  const again: string[] = []
  const list: ListFolder = (folder) => {
    again.push(folder)
    return listFolder(folder)
  }
  const { found, isCut } = newRepositories(survey, { since, list, ...(maxEntries === undefined ? {} : { maxEntries }) })
  return { found: found.toSorted(), isCut, again }
}

test.each([
  ['in a folder that was there', () => file('a/b/.git/HEAD'), 'a/b/.git'],
  ['in a new tree', () => file('new/deep/er/.git/HEAD'), 'new/deep/er/.git'],
  ['as a file that leads elsewhere', () => file('a/.git'), 'a/.git'],
  ['as a link', () => symlinkSync('/nowhere', at('a/.git')), 'a/.git'],
  [
    'made elsewhere, then moved with its folder over another',
    () => {
      file('made/b/.git/config')
      rmSync(at('a'), { recursive: true })
      renameSync(at('made'), at('a'))
    },
    'a/b/.git',
  ],
  [
    'with the times of its folder set back',
    () => {
      file('a/b/.git/HEAD')
      execFileSync('touch', ['-d', '2001-01-01', at('a/b')])
    },
    'a/b/.git',
  ],
])('finds a repository %s', async (_how, act, path) => {
  file('a/b/c.txt')
  expect((await after(act)).found).toEqual([at(path)])
})

test('an empty folder holds the place of a repository and is none, until something is put into it', async () => {
  file('a/b/c.txt')
  expect((await after(() => mkdirSync(at('a/.git')))).found).toEqual([])
  expect((await after(() => file('a/.git/HEAD'))).found).toEqual([at('a/.git')])
  expect((await after(() => file('a/.git/config'))).found).toEqual([])
})

test('finds none that was there before, nor in installed code', async () => {
  file('old/.git/HEAD')
  const { found } = await after(() => {
    file('old/.git/refs/heads/main')
    file('old/more.txt')
    file('node_modules/x/.git/HEAD')
  })
  expect(found).toEqual([])
})

test('looks again only into folders that changed', async () => {
  for (const name of ['a', 'b', 'c']) file(`${name}/x.txt`)
  const longAgo = Date.now() + 3_600_000
  const survey = await surveyFolders([root], { isHidden: () => false, probe: systemLinkProbe })
  const again: string[] = []
  const list: ListFolder = (folder) => {
    again.push(folder)
    return []
  }
  const changedAt = (folder: string) => (folder === at('b') ? longAgo : lstatSync(folder).ctimeMs)
  newRepositories(survey, { since: longAgo, list, changedAt })
  expect(again).toEqual([at('b')])
})

test('says so if there was too much to survey', async () => {
  const { isCut } = await after(() => {
    for (let index = 0; index < 20; index += 1) file(`many/${index}`)
  }, 10)
  expect(isCut).toBe(true)
  expect(repositoryRemarks({ found: [], isCut }, String).join(' ')).toContain('too many files to search all of them')
})

test('names a few of many, by the end of their names and without what a terminal obeys', () => {
  const found = [
    `/w/${'x'.repeat(300)}/.git`,
    '/w/\u001b[2J/.git',
    ...['3', '4', '5', '6'].map((name) => `/w/${name}/.git`),
  ]
  const [made = ''] = repositoryRemarks({ found, isCut: false }, (real) => real.slice(3))
  expect(made).toContain('"5/.git" and 1 more.')
  expect(made).not.toContain('\u001b')
  expect(made.length).toBeLessThan(300)
  expect(repositoryRemarks({ found: [], isCut: false }, String)).toEqual([])
})
