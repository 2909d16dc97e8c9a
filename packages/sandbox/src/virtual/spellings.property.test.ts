import { ToolFault } from '@drawbridge/core'
import type { FileAccess } from '@drawbridge/core/machine'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ghost, type HauntedWorkspace, openHauntedWorkspace, principal } from './__fixtures__/haunted-workspace.ts'

let house: HauntedWorkspace
let before: Readonly<Record<string, string>>
beforeEach(async () => {
  house = await openHauntedWorkspace()
  before = await house.disk()
})
afterEach(() => house[Symbol.asyncDispose]())

/** Ways to the root of the workspace. */
const leads = fc.constantFrom<(workspace: string) => string>(
  () => '',
  () => './',
  () => './/.//',
  () => 'sub/../',
  () => 'sub/deep/up/',
  () => 'sub/deep/up/sub/deep/../../',
  () => '../workspace/',
  () => '../alias/',
  () => '~/workspace/',
  () => '~/alias/sub/../',
  (workspace) => `${workspace}/`,
  (workspace) => `/${workspace}/../workspace//`,
  () => 'memory/../',
  () => 'memory/nowhere/../../',
  () => 'SOUL.md/../',
  () => 'missing/../',
)
const trails = fc.constantFrom('', '/', '/.', '/./', '/sub/..', '//')
/** Documents, and the names that mean them. */
const names = fc.constantFrom(
  ['SOUL.md', 'SOUL.md'],
  ['SOUL.md', 'soul.md'],
  ['SOUL.md', 'Soul.MD'],
  ['SOUL.md', 'SOUL.md.'],
  ['SOUL.md', 'SOUL.md '],
  ['SOUL.md', 'ＳＯＵＬ.md'],
  ['SOUL.md', 'SO\u200bUL.md'],
  ['SOUL.md', 'pen-name.md'],
  ['TOOLS.md', 'TOOLS.md'],
  ['MEMORY.md', 'MEMORY.md'],
  ['MEMORY.md', 'memory.md'],
  ['memory/x.md', 'memory/x.md'],
  ['memory/x.md', 'Memory/x.md'],
  ['memory/x.md', 'MEMORY/./y/../x.md'],
  ['memory/x.md', 'memory/sub/../x.md'],
)
const spelling = fc
  .record({ lead: leads, name: names, trail: trails })
  .map(({ lead, name: [document = '', name], trail }) => ({
    document,
    path: (workspace: string) => `${lead(workspace)}${name}${trail}`,
  }))

const keptText = async (document: string) => {
  const store = document.toLowerCase().startsWith('memory') ? house.store.memory : house.store.contextFiles
  return (await store.find({ agent: 'helper', user: 'ada' }, document))?.text
}
const put = async (document: string, text: string) => {
  const files = await house.filesOf([{ kind: 'path', path: document, access: 'write' }])
  await files.write(document, Buffer.from(text), { mode: 'replace', createDirectories: true })
}
const runs = { numRuns: 150 }

describe('whatever spelling of a virtual path a call uses', () => {
  test('it reads the one document, and nothing of the disk', async () => {
    await fc.assert(
      fc.asyncProperty(spelling, async ({ document, path }) => {
        await put(document, `kept in ${document}`)
        const written = path(house.workspace)
        const files = await house.filesOf([{ kind: 'path', path: written, access: 'read' }])
        const bytes = await files.readBytes(written, { maxBytes: 1000 })
        expect(Buffer.from(bytes).toString()).toBe(`kept in ${document}`)
        expect(files.realPath(written)).toBe(`${house.workspace}/${document}`)
        expect((await files.stat(written))?.size).toBe(bytes.length)
      }),
      runs,
    )
    expect(await house.disk()).toEqual(before)
  })

  test('it writes and deletes the one document, and nothing on the disk', async () => {
    await fc.assert(
      fc.asyncProperty(spelling, fc.string({ unit: 'grapheme', maxLength: 20 }), async ({ document, path }, text) => {
        const written = path(house.workspace)
        const body = text.replaceAll('\0', '0')
        const writer = await house.filesOf([{ kind: 'path', path: written, access: 'write' }])
        await writer.write(written, Buffer.from(body), { mode: 'replace' })
        expect(await keptText(document)).toBe(body)
        // Of a link the link is deleted, as everywhere.
        if (written.includes('pen-name')) return
        const remover = await house.filesOf([{ kind: 'path', path: written, access: 'delete' }])
        await remover.remove(written, { recursive: false })
        expect(await keptText(document)).toBeUndefined()
      }),
      runs,
    )
    expect(await house.disk()).toEqual(before)
  })

  test('it moves the one document', async () => {
    await fc.assert(
      fc.asyncProperty(spelling, spelling, async (from, to) => {
        const [source, destination] = [from.path(house.workspace), to.path(house.workspace)]
        fc.pre(from.document !== to.document && !`${source}${destination}`.includes('pen-name'))
        await put(from.document, 'moving')
        const files = await house.filesOf([
          { kind: 'path', path: source, access: 'delete' },
          { kind: 'path', path: destination, access: 'write' },
        ])
        await files.move(source, destination, { overwrite: true })
        expect(await keptText(from.document)).toBeUndefined()
        expect(await keptText(to.document)).toBe('moving')
      }),
      runs,
    )
    expect(await house.disk()).toEqual(before)
  })
})

async function everythingSeen(files: FileAccess): Promise<string> {
  const seen: string[] = []
  for await (const entry of files.walk('.')) {
    seen.push(entry.path)
    if (entry.kind !== 'file') continue
    seen.push(Buffer.from(await files.readBytes(`${house.workspace}/${entry.path}`, { maxBytes: 1000 })).toString())
  }
  return seen.join('\n')
}

test('a walk of all shows what is kept in place of what lies there', async () => {
  await put('SOUL.md', 'kept')
  await put('memory/deep/er/x.md', 'kept')
  const files = await house.filesOf([
    { kind: 'path', path: '.', access: 'list', recursive: true },
    { kind: 'path', path: '.', access: 'read', recursive: true },
  ])
  const seen = await everythingSeen(files)
  expect(seen).not.toContain(ghost)
  expect(seen.split('\n')).toEqual([
    'SOUL.md',
    'kept',
    'memory',
    'memory/deep',
    'memory/deep/er',
    'memory/deep/er/x.md',
    'kept',
    'pen-name.md',
    'sub',
    'sub/deep',
    'sub/deep/up',
  ])
  expect(files.visible(`${house.workspace}/soul.md`)).toBe(true)
  expect(files.visible(`${house.workspace}/Memory/x.md`)).toBe(true)
})

test('a target is needed for what is virtual as for everything else', async () => {
  await put('SOUL.md', 'kept')
  const files = await house.filesOf([{ kind: 'path', path: 'sub', access: 'read', recursive: true }])
  const ask = (path: string) =>
    files.readBytes(path, { maxBytes: 10 }).catch((error: unknown) => ToolFault.isInstance(error) && error.failure.code)
  expect(await ask('SOUL.md')).toBe('invalid_target')
  expect(await ask('sub/../SOUL.md')).toBe('invalid_target')
  expect(files.visible(`${house.workspace}/SOUL.md`)).toBe(false)
  const reader = await house.filesOf([{ kind: 'path', path: 'SOUL.md', access: 'read' }])
  await expect(reader.write('SOUL.md', Buffer.from('x'), { mode: 'replace' })).rejects.toThrow('not among the paths')
  await expect(reader.remove('SOUL.md', { recursive: false })).rejects.toThrow('not among the paths')
})

test.each([{ user: 'bob' }, { agent: 'other' }, { user: undefined }])('nobody else gets in (%o)', async (change) => {
  const { user, agent, ...rest } = { ...principal, ...change }
  const caller = { ...rest, ...(user === undefined ? {} : { user }), ...(agent === undefined ? {} : { agent }) }
  for (const access of ['read', 'list', 'write', 'delete'] as const) {
    await expect(house.filesOf([{ kind: 'path', path: 'SOUL.md', access }], caller)).rejects.toThrow(
      'belongs to the agent',
    )
  }
})
