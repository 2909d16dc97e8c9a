import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownLabel } from '@drawbridge/core/artifact'
import { createSystemIdSource } from '@drawbridge/core/base'
import { createFakeClock } from '@drawbridge/core/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ArtifactFilesOptions, createArtifactFiles } from './create-artifact-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawbridge-artifacts-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const origin = { session: 'one', tool: 'demo.tool', toolCallId: 'call', mediaType: 'text/plain', label: ownLabel }

function setUp(options: Partial<ArtifactFilesOptions> = {}) {
  const clock = createFakeClock(1_000)
  const artifacts = createArtifactFiles({ folder, clock, ids: createSystemIdSource(), ...options })
  const store = async (text: string, session = 'one') => {
    const writer = await artifacts.create({ ...origin, session })
    await writer.write(text)
    return writer.finish()
  }
  const readAll = async (id: string, session = 'one') =>
    Buffer.from(await artifacts.read(id, session, { offset: 0, length: 1e6 })).toString()
  return { clock, artifacts, store, readAll }
}

describe('artifact files', () => {
  test('hold an output of several pieces, readable from any byte, by its owner alone', async () => {
    const { artifacts } = setUp()
    const writer = await artifacts.create(origin)
    await writer.write('first ')
    await writer.write(new TextEncoder().encode('second'))
    const artifact = await writer.finish()
    expect(artifact).toMatchObject({ bytes: 12, complete: true, session: 'one', mediaType: 'text/plain' })
    const piece = await artifacts.read(artifact.id, 'one', { offset: 6, length: 3 })
    expect(Buffer.from(piece).toString()).toBe('sec')
    const [session = ''] = await readdir(folder)
    for (const name of await readdir(join(folder, session))) {
      expect((await stat(join(folder, session, name))).mode & 0o077).toBe(0)
    }
  })

  test('are seen by no other session', async () => {
    const { artifacts, store, readAll } = setUp()
    const { id } = await store('mine')
    expect(await artifacts.find(id, 'two')).toBeUndefined()
    expect(await readAll(id, 'two')).toBe('')
    expect(await readAll(id, 'one')).toBe('mine')
  })

  test('are seen by another session once one that can read them shares them, also after the first has let go of them', async () => {
    const { artifacts, store, readAll } = setUp()
    const { id } = await store('mine')
    expect(await artifacts.share(id, 'three', 'two')).toBeUndefined()
    expect(await readAll(id, 'two')).toBe('')
    await artifacts.share(id, 'one', 'two')
    await artifacts.share(id, 'one', 'two')
    await artifacts.remove(id, 'one')
    expect(await readAll(id, 'two')).toBe('mine')
    expect(await readAll(id, 'one')).toBe('')
    expect(await artifacts.find(id, 'two')).toMatchObject({ session: 'two', tool: origin.tool })
  })

  test.each(['../one', '', 'a/b', 'x'.repeat(200), '.', '__proto__'])('take %j for no id', async (id) => {
    const { artifacts, readAll } = setUp()
    expect(await artifacts.find(id, 'one')).toBeUndefined()
    expect(await readAll(id)).toBe('')
    await artifacts.remove(id, 'one')
  })

  test('stop at the quota of one artifact and say so', async () => {
    const { artifacts, readAll } = setUp({ maxArtifactBytes: 10 })
    const writer = await artifacts.create(origin)
    for (let piece = 0; piece < 1_000; piece += 1) await writer.write('abcd')
    const artifact = await writer.finish()
    expect(artifact).toMatchObject({ bytes: 10, complete: false })
    expect(await readAll(artifact.id)).toBe('abcdabcdab')
  })

  test('make room by removing the oldest of the same session, and never exceed its quota', async () => {
    const { artifacts, store, clock } = setUp({ maxArtifactBytes: 400, maxSessionBytes: 1_500 })
    const other = await store('x'.repeat(400), 'two')
    const ids: string[] = []
    for (let count = 0; count < 6; count += 1) {
      ids.push((await store('x'.repeat(400))).id)
      await clock.advance(1)
    }
    expect(await artifacts.find(ids[0] ?? '', 'one')).toBeUndefined()
    expect(await artifacts.find(ids.at(-1) ?? '', 'one')).toBeDefined()
    expect(await artifacts.find(other.id, 'two')).toBeDefined()
    const kept = await artifacts.list('one')
    expect(kept.reduce((sum, artifact) => sum + artifact.bytes, 0)).toBeLessThanOrEqual(1_500)
  })

  test('are gone after their retention, also before anybody prunes', async () => {
    const { artifacts, store, clock } = setUp({ retentionMs: 1_000 })
    const { id } = await store('old')
    await clock.advance(1_001)
    const young = await store('young')
    expect(await artifacts.find(id, 'one')).toBeUndefined()
    expect(await artifacts.prune()).toBe(1)
    expect((await artifacts.list()).map((artifact) => artifact.id)).toEqual([young.id])
  })

  test('leave nothing behind when discarded', async () => {
    const { artifacts } = setUp()
    const writer = await artifacts.create(origin)
    await writer.write('half')
    await writer.discard()
    expect(await artifacts.list('one')).toEqual([])
    expect(await readdir(join(folder, (await readdir(folder))[0] ?? ''))).toEqual([])
  })
})
