import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { openWorkspace } from '../testing/open-workspace.ts'

const name = fc.constantFrom('a', 'b', 'gen', 'keep.log', 'x.log')
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))
const rule = fc.constantFrom(
  '*.log',
  '!keep.log',
  'gen/',
  '/gen',
  'a/b',
  '**/x.log',
  'b/**',
  '# note',
  '',
  'a/*',
  '!a/gen/',
)
const rules = fc.array(rule, { maxLength: 4 }).map((lines) => lines.join('\n'))
const folder = fc.constantFrom('', 'a/', 'gen/', 'a/gen/')

/** A tree in which no name is both a file and a folder. */
const tree = fc
  .tuple(fc.array(path, { maxLength: 12 }), fc.array(fc.tuple(folder, rules), { maxLength: 3 }))
  .map(([paths, ignores]) => {
    const files = [...paths.map((entry) => `${entry}/file.txt`), ...paths.map((entry) => `${entry}/x.log`)]
    const isFolder = (file: string) => files.some((other) => other.startsWith(`${file}/`))
    const kept = files.filter((file) => !isFolder(file)).map((file) => [file, 'needle'] as const)
    return Object.fromEntries([...kept, ...ignores.map(([at, text]) => [`${at}.gitignore`, `${text}\n`] as const)])
  })

/** Returns the files of a folder that git would add, without what a user's own settings exclude. */
function filesForGit(folder: string): string[] {
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const git = (...words: string[]) => execFileSync('git', ['-C', folder, ...words], { env, encoding: 'utf8' })
  git('init', '--quiet')
  return git('ls-files', '--others', '--exclude-standard', '-z')
    .split('\0')
    .filter((file) => file !== '')
}

test('listing, finding and searching leave out the same files as git', { timeout: propertyRuns(60_000) }, async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (files) => {
      await using workspace = await openWorkspace(files)
      const listed = await workspace.call('fs.list_files', { recursive: true, limit: 10_000 })
      const found = await workspace.call('fs.glob', { pattern: '**', sort: 'path', limit: 10_000 })
      const searched = await workspace.call('fs.search', { query: 'needle', mode: 'files', limit: 2000 })
      const entries = (listed.result.data as { entries: { path: string; type: string }[] }).entries
      const paths = entries.filter((entry) => entry.type === 'file').map((entry) => entry.path)
      expect(paths.toSorted()).toEqual(filesForGit(workspace.folder).toSorted())
      const isContent = (file: string) => !file.endsWith('.gitignore')
      expect((found.result.data as { files: string[] }).files).toEqual(paths.toSorted())
      expect((searched.result.data as { files: { path: string }[] }).files.map((file) => file.path)).toEqual(
        paths.filter(isContent).toSorted(),
      )
    }),
    { numRuns: propertyRuns(12) },
  )
})
