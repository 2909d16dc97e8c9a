import type { Outcome } from '@drawbridge/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { openWorkspace } from '../testing/open-workspace.ts'
import { outcomeText } from '../testing/outcome-text.ts'
import { pathBelow, shownPath } from './result-text.ts'

const names = [
  'a',
  'b c',
  ' lead',
  'tail ',
  'new\nline',
  '-rf',
  '--',
  '~',
  '~x',
  '"q"',
  '"n\\n"',
  'é',
  'e\u0301',
  '$HOME',
  'tab\t',
  '#x',
  '@',
  'a,b',
  "it's",
  'file:x',
  '\\',
  '%41',
  '日本',
  '😀',
  '*',
  '[x]',
  '{a,b}',
  '!x',
  '.dot',
  'two..dots',
]
const name = fc.constantFrom(...names)
const file = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))

/** A tree in which no name is both a file and a folder; each file holds its own path. */
const tree = fc.uniqueArray(file, { minLength: 1, maxLength: 6 }).map((paths) => {
  const isFolder = (path: string) => paths.some((other) => other.startsWith(`${path}/`))
  return paths.filter((path) => !isFolder(path))
})

const ways = ['as it is', 'below ./', 'absolute', 'with a slash', 'quoted'] as const

function spelled(folder: string, way: (typeof ways)[number], root: string): string {
  switch (way) {
    case 'as it is':
      return pathBelow('.', folder)
    case 'below ./':
      return `./${folder}`
    case 'absolute':
      return folder === '' ? root : `${root}/${folder}`
    case 'with a slash':
      return `./${folder}/`
    case 'quoted':
      return shownPath(pathBelow('.', folder))
    default:
      return way satisfies never
  }
}

interface Printed {
  readonly entries?: readonly { readonly path: string; readonly type: string }[]
  readonly files?: readonly (string | { readonly path: string })[]
  readonly matches?: readonly { readonly path: string }[]
}

function pathsIn(data: unknown): readonly string[] {
  const { entries = [], files = [], matches = [] } = data as Printed
  return [
    ...entries.filter(({ type }) => type === 'file').map(({ path }) => path),
    ...files.map((found) => (typeof found === 'string' ? found : found.path)),
    ...matches.map(({ path }) => path),
  ]
}

/** The lines of the file, without what the loop guard adds. */
function firstText({ result }: Outcome): string {
  const [block] = result.content
  return block?.type === 'text' ? block.text : ''
}

test('every path that a tool prints names the same file for the other tools, unchanged', {
  timeout: propertyRuns(120_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(tree, fc.nat(), fc.constantFrom(...ways), async (paths, pick, way) => {
      await using workspace = await openWorkspace(Object.fromEntries(paths.map((path) => [path, `needle ${path}`])))
      const parts = (paths[pick % paths.length] ?? '').split('/')
      const folder = parts.slice(0, pick % parts.length).join('/')
      const path = spelled(folder, way, workspace.folder)
      const inside = paths.filter((each) => folder === '' || each.startsWith(`${folder}/`)).toSorted()
      const calls = [
        ['fs.list_files', { path, recursive: true }],
        ['fs.glob', { path, pattern: '**', sort: 'path' }],
        ['fs.search', { path, query: 'needle' }],
        ['fs.search', { path, query: 'needle', mode: 'files' }],
      ] as const
      // Each call is another one, as the loop guard counts.
      let limit = 100
      for (const [tool, args] of calls) {
        const outcome = await workspace.call(tool, args)
        const printed = pathsIn(outcome.result.data)
        const lines = outcomeText(outcome).split('\n')
        const read: string[] = []
        for (const found of printed) {
          expect(lines.some((line) => line.startsWith(shownPath(found)))).toBe(true)
          for (const [index, argument] of [found, shownPath(found)].entries()) {
            const shown = await workspace.call('fs.read_file', { path: argument, max_lines: ++limit })
            expect([tool, argument, shown.status]).toEqual([tool, argument, 'ok'])
            if (index === 0) read.push(firstText(shown))
          }
        }
        expect([tool, read.toSorted()]).toEqual([tool, inside.map((each) => `needle ${each}`).toSorted()])
        const again = await workspace.call('fs.search', {
          query: 'needle',
          path: printed[0],
          mode: 'files',
          limit: ++limit,
        })
        expect(pathsIn(again.result.data)).toEqual([printed[0]])
      }
    }),
    { numRuns: propertyRuns(6) },
  )
})
