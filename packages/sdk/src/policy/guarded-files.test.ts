import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  isProtectedFile,
  protectedExamples,
  sensitiveExamples,
  sensitiveHomePlaces,
} from '@drawbridge/shell/guarded-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientFiles } from '../../../mcp-client/src/import/client/client-files.ts'
import { expandPaths } from '../../../mcp-client/src/import/client/expand-paths.ts'
import { createDrawbridge } from '../create-drawbridge.ts'

let root: string
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-guarded-')))
  mkdirSync(join(root, 'workspace'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const open = () =>
  createDrawbridge({
    home: join(root, 'home'),
    workspace: join(root, 'workspace'),
    record: 'off',
    authority: { limiting: 'off' },
  })

async function marksOf(
  session: ReturnType<Awaited<ReturnType<typeof open>>['openSession']>,
  mark: 'sensitive' | 'protected',
  calls: readonly { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }[],
) {
  return Promise.all(
    calls.map(async (call) =>
      (await session.explain(call)).targets.some((target) => target.kind === 'path' && target[mark] === true),
    ),
  )
}

test('file tools and commands agree on every file that holds credentials', async () => {
  await using drawbridge = await open()
  const session = drawbridge.openSession()
  const places = [
    ...sensitiveExamples,
    ...sensitiveHomePlaces.map((place) => `/root/${place}`),
    '.env.example',
    'id_rsa.pub',
    'a.ts',
  ]
  const quoted = (path: string) => `'${path}'`
  const byTools = await marksOf(
    session,
    'sensitive',
    places.map((path) => ({ name: 'fs.read_file', arguments: { path } })),
  )
  const byCommands = await marksOf(
    session,
    'sensitive',
    places.map((path) => ({ name: 'runtime.exec', arguments: { command: `cat ${quoted(path)}` } })),
  )
  expect(places.filter((_, index) => byTools[index] !== byCommands[index])).toEqual([])
  expect(places.filter((_, index) => byTools[index] !== true)).toEqual(['.env.example', 'id_rsa.pub', 'a.ts'])
})

test('file tools and commands agree on every file that decides what runs later', async () => {
  await using drawbridge = await open()
  const session = drawbridge.openSession()
  const places = [...protectedExamples, 'package.json', 'a.ts']
  const byTools = await marksOf(
    session,
    'protected',
    places.map((path) => ({ name: 'fs.write_file', arguments: { path, content: '' } })),
  )
  const byCommands = await marksOf(
    session,
    'protected',
    places.map((path) => ({ name: 'runtime.exec', arguments: { command: `echo x > '${path}'` } })),
  )
  expect(places.filter((_, index) => byTools[index] !== true)).toEqual(['package.json', 'a.ts'])
  expect(byCommands).toEqual(byTools)
})

test('an approval of a change to project code says that it decides what later commands run', async () => {
  await using drawbridge = await open()
  const file = join(root, 'workspace/sub/package.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '{}')
  const call = { name: 'fs.write_file', arguments: { path: 'sub/package.json', content: '{}', overwrite: true } }
  expect((await drawbridge.openSession().explain(call)).decision?.reason).toContain('decides what later commands run')
})

test.each(['linux', 'darwin', 'win32'] as const)(
  'every file in which a client keeps MCP servers is protected on %s',
  (platform) => {
    const workspace = '/home/ada/project'
    const place = { platform, userHome: '/home/ada', environment: {}, workspace }
    const paths = clientFiles
      .flatMap((file) => expandPaths(file, place))
      .map((path) => path.replaceAll('\\', '/').replaceAll('*', 'x'))
    expect(paths.length).toBeGreaterThan(40)
    expect(paths.filter((path) => !isProtectedFile(path, workspace))).toEqual([])
    expect(paths.filter((path) => !isProtectedFile(path.toUpperCase(), workspace.toUpperCase()))).toEqual([])
  },
)

test.each(['/p/src/code/config.json', '/p/code/settings.json', '/p/goose/config.yaml', '/p/zed/settings.json'])(
  '%s of a project is not taken for the settings of a client',
  (path) => expect(isProtectedFile(path, '/p')).toBe(false),
)
