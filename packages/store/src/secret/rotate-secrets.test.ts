import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { systemClock } from '@drawbridge/core/base'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { createProgramRepository } from '../program/program-repository.ts'
import { createKeySource, type KeySource } from './key-source.ts'
import { rotateSecrets } from './rotate-secrets.ts'
import { generateKeyText } from './secret-key.ts'
import { createSecretRepository } from './secret-repository.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'drawbridge-rotation-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const count = 120
const fileKeys = () => createKeySource({ home, environment: {} })
const expected = new Map(Array.from({ length: count }, (_, number) => [`S${number}`, `velvet-anchor-${number}`]))

async function fill(database: Database, keys: KeySource = fileKeys()): Promise<void> {
  const secrets = createSecretRepository({ database, keys, clock: systemClock })
  for (const [name, value] of expected) await secrets.set(name, value)
  const record = { deny_args: [], deny_verbose: [], timeout_seconds: 30, tips: '', enabled: true }
  await createProgramRepository({ database, keys, clock: systemClock }).put(
    { ...record, binary_name: 'tool', binary_path: '/usr/bin/tool' },
    { A_TOKEN: { value: 'quartz-lantern' } },
  )
}

async function expectAllThere(database: Database, keys: KeySource = fileKeys()): Promise<void> {
  expect(await createSecretRepository({ database, keys, clock: systemClock }).values()).toEqual(expected)
  const [program] = await createProgramRepository({ database, keys, clock: systemClock }).list()
  expect(program?.environment).toEqual({ status: 'opened', variables: { A_TOKEN: { value: 'quartz-lantern' } } })
}

const spoil = statement("update config_secrets set envelope = 'v1.' where name = 'S7'")

describeDatabases('a rotation', ({ open, options }) => {
  test('encrypts everything with a new key and lets go of the old one', async () => {
    const database = await open()
    await fill(database)
    const before = await fileKeys().obtain()
    const rotation = await rotateSecrets(database, fileKeys())
    expect(rotation).toMatchObject({ renewed: count + 1, isNew: true })
    expect((await fileKeys().load())?.ids).toEqual([rotation.keyId])
    expect(rotation.keyId).not.toBe(before.primary.id)
    await expectAllThere(await open())
  })

  test('of nothing yet makes a key', async () => {
    const { keyId, renewed } = await rotateSecrets(await open(), fileKeys())
    expect(renewed).toBe(0)
    expect((await fileKeys().load())?.ids).toEqual([keyId])
  })

  test('with keys from the environment moves everything to the first of them', async () => {
    const database = await open()
    const [older, newer] = [generateKeyText(), generateKeyText()]
    const from = (...keys: readonly string[]) =>
      createKeySource({ home, environment: { DRAWBRIDGE_KEY: keys.join(' ') } })
    await fill(database, from(older))
    expect(await rotateSecrets(database, from(newer, older))).toMatchObject({ renewed: count + 1, isNew: false })
    await expectAllThere(database, from(newer))
    await expect(rotateSecrets(database, from(older))).rejects.toThrow('DRAWBRIDGE_KEY does not contain')
    expect(await readdir(home)).toEqual([])
  })

  test('that meets something that cannot be opened stops, and loses nothing', async () => {
    const database = await open()
    await fill(database)
    await database.run(spoil)
    await expect(rotateSecrets(database, fileKeys())).rejects.toThrow(/"S7" \(config_secrets\) cannot be opened/)
    const secrets = createSecretRepository({ database, keys: fileKeys(), clock: systemClock })
    await secrets.set('S7', 'velvet-anchor-7')
    await rotateSecrets(database, fileKeys())
    await expectAllThere(database)
    expect((await fileKeys().load())?.ids).toHaveLength(1)
  })

  test('loses nothing while another rotation and writers run', async () => {
    const [database, other, writer] = [await open(), await open(), await open()]
    await fill(database)
    const secrets = createSecretRepository({ database: writer, keys: fileKeys(), clock: systemClock })
    const write = async () => {
      for (const [name, value] of [...expected].slice(0, 40)) await secrets.set(name, value)
    }
    await Promise.all([rotateSecrets(database, fileKeys()), rotateSecrets(other, fileKeys()), write()])
    await expectAllThere(database)
  })

  test('waits for a writer that has read its key already, so that nothing is written with a key that is let go', async () => {
    const [database, writer] = [await open(), await open()]
    await fill(database)
    const [hasRead, mayWrite] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow: KeySource = {
      ...fileKeys(),
      load: async () => {
        const ring = await fileKeys().load()
        hasRead.resolve()
        await mayWrite.promise
        return ring
      },
    }
    const secrets = createSecretRepository({ database: writer, keys: slow, clock: systemClock })
    const writing = secrets.set('S1', 'velvet-anchor-1')
    await hasRead.promise
    const rotating = rotateSecrets(database, fileKeys())
    // Time enough to overtake the writer, if nothing held it up.
    await Promise.race([rotating, setTimeout(1000)])
    mayWrite.resolve()
    await Promise.all([writing, rotating])
    await expectAllThere(database)
  })

  test('keeps the key of what another rotation, begun at its very end, has yet to encrypt anew', async () => {
    const database = await open()
    await fill(database)
    const keys = fileKeys()
    const overtaken: KeySource = {
      ...keys,
      retain: async (ids) => {
        await keys.addPrimary?.()
        await keys.retain?.(ids)
      },
    }
    await rotateSecrets(database, overtaken)
    expect((await keys.load())?.ids).toHaveLength(2)
    await expectAllThere(database)
  })

  test('that is killed at any moment loses nothing, and the next one ends it', { timeout: 120_000 }, async () => {
    await fill(await open())
    const script = join(import.meta.dirname, '__fixtures__/rotate-for-ever.ts')
    for (let round = 0; round < propertyRuns(4); round += 1) {
      const child = spawn(process.execPath, [script, JSON.stringify(options()), home], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(child.stdout, 'data')
      await setTimeout(Math.random() * 120)
      child.kill('SIGKILL')
      await once(child, 'exit')
      await expectAllThere(await open())
    }
    const { keyId } = await rotateSecrets(await open(), fileKeys())
    expect((await fileKeys().load())?.ids).toEqual([keyId])
    expect(await readdir(home)).toEqual(['key'])
    await expectAllThere(await open())
  })
})
