import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type ApprovalRequest, approveWith } from '@drawbridge/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'

let root: string
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'drawbridge-asked-')))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const put = async (name: string, text: string) => {
  const path = join(root, 'project', name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

/** Calls a line, and does something to the workspace before it says yes. */
async function approved(command: string, meanwhile: () => Promise<unknown>) {
  const seen: ApprovalRequest[] = []
  await mkdir(join(root, 'project'), { recursive: true })
  await using drawbridge = await createDrawbridge({
    workspace: join(root, 'project'),
    home: join(root, 'home'),
    useConfig: false,
    record: 'off',
    authority: {
      approvers: [
        approveWith('person', async (request) => {
          seen.push(request)
          await meanwhile()
          return { answer: 'allow_once' }
        }),
      ],
    },
  })
  const outcome = await drawbridge.openSession().call({ name: 'runtime.exec', arguments: { command } })
  return { outcome, request: seen[0] }
}

const marker = 'ran-changed'
const shell = `touch ${marker}`

test.each<[line: string, file: string, before: string, after: string]>([
  ['source ./a.sh', 'a.sh', 'true', shell],
  ['bash < a.sh', 'a.sh', 'true', shell],
  ['sh a.sh', 'a.sh', 'true', shell],
  ['awk -f x.awk /dev/null; touch done', 'x.awk', 'BEGIN {}', `BEGIN { system("${shell}") }`],
  ['sed -n -f x.sed /etc/hostname; touch done', 'x.sed', 'p', `w ${marker}`],
  ['python3 -m pkg', 'pkg/__main__.py', '', `open("${marker}", "w")`],
  [
    'node --import=./lib.js -e 1',
    'lib.js',
    '',
    `import { writeFileSync } from "node:fs"; writeFileSync("${marker}", "")`,
  ],
  ['make', 'Makefile', 'all:\n\ttrue\n', `all:\n\t${shell}\n`],
  ['npm test', 'package.json', '{"scripts":{"test":"true"}}', `{"scripts":{"test":"${shell}"}}`],
  ['git commit -m x', '.git/hooks/pre-commit', '#!/bin/sh', `#!/bin/sh\n${shell}`],
])('%s does not run once %s has changed while somebody was thinking', async (line, file, before, after) => {
  await put(file, before)
  const { outcome } = await approved(line, () => put(file, after))
  expect(outcome).toMatchObject({ status: 'denied', code: 'approval_void' })
})

test('a file that comes while somebody is thinking voids the approval as well', async () => {
  await put('test_a.py', '')
  const { outcome } = await approved('pytest', () => put('conftest.py', 'raise SystemExit'))
  expect(outcome).toMatchObject({ status: 'denied', code: 'approval_void' })
})

test('a script that a script of the package starts belongs to it', async () => {
  await put('package.json', '{"scripts":{"test":"sh check.sh"}}')
  await put('check.sh', 'true')
  const { outcome } = await approved('npm test', () => put('check.sh', shell))
  expect(outcome).toMatchObject({ status: 'denied', code: 'approval_void' })
})

test.each(['sh a.sh', './a.sh', 'source ./a.sh'])(
  'a script that the script of %s starts belongs to it',
  async (line) => {
    await put('a.sh', '#!/bin/sh\ncd sub && ./b.sh')
    await put('sub/b.sh', '#!/bin/sh\n. ./c.sh')
    await put('sub/c.sh', 'true')
    await chmod(join(root, 'project/a.sh'), 0o755)
    await chmod(join(root, 'project/sub/b.sh'), 0o755)
    const { outcome, request } = await approved(line, () => put('sub/c.sh', shell))
    expect(outcome).toMatchObject({ status: 'denied', code: 'approval_void' })
    expect(JSON.stringify(request?.parts)).not.toContain('may start more')
  },
)

test.each(['sh "$NEXT"', 'cd "$(dirname "$0")" && ./b.sh', '"$@"', 'exec sh /elsewhere/b.sh', '. "$HERE/b.sh"'])(
  'the question says of a script with the line %s that it may start more than can be told',
  async (text) => {
    await put('a.sh', text)
    await put('b.sh', '')
    const { request } = await approved('sh a.sh', async () => undefined)
    expect(request?.parts).toContainEqual(
      expect.objectContaining({
        kind: 'code',
        text: join(root, 'project/a.sh'),
        marks: ['may start other files, unknown until it runs'],
      }),
    )
  },
)

test('another file of the workspace may change', async () => {
  await put('a.sh', 'true')
  const { outcome } = await approved('sh a.sh', () => put('notes.md', 'x'))
  expect(outcome).toMatchObject({ status: 'ok' })
})

test('the question says which script is started, with its text', async () => {
  await put('package.json', '{"scripts":{"test":"node check.mjs"}}')
  const { request } = await approved('npm test', async () => undefined)
  expect(request?.targets).toContainEqual(
    expect.objectContaining({
      kind: 'command',
      code: [expect.objectContaining({ path: join(root, 'project/package.json'), says: ['node check.mjs'] })],
    }),
  )
})
