import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@drawbridge/core/base'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { createKeySource } from '../secret/key-source.ts'
import type { ProgramRecord } from './program-record.ts'
import { createProgramRepository } from './program-repository.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'drawbridge-programs-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const repositoryOn = (database: Database) =>
  createProgramRepository({ database, keys: createKeySource({ home, environment: {} }), clock: systemClock })

const token = ['velvet', 'anchor', 'quartz'].join('-')
const record: ProgramRecord = {
  binary_name: 'gh',
  binary_path: '/usr/bin/gh',
  preset: 'gh',
  deny_args: ['^repo delete'],
  deny_verbose: ['--web'],
  timeout_seconds: 45,
  tips: 'Only in our repositories.',
  enabled: true,
}
const environment = { GH_TOKEN: { value: token }, OTHER: { secret: 'SHARED' } }

const readRaw = statement<[], { encrypted_env: string }>('select encrypted_env from secure_cli_binaries')
const redirect = statement<[path: string]>('update secure_cli_binaries set binary_path = $1')

describeDatabases('programs', ({ open }) => {
  test('come back as they were written, their variables encrypted', async () => {
    const database = await open()
    expect(await repositoryOn(database).put(record, environment)).toBe('added')
    expect(await repositoryOn(await open()).list()).toEqual([
      {
        record,
        environment: { status: 'opened', variables: environment },
        keyId: expect.stringMatching(/^[\da-f]{16}$/),
        grants: [],
        createdAt: expect.any(Number),
        updatedAt: expect.any(Number),
      },
    ])
    const raw = (await database.get(readRaw))?.encrypted_env
    expect(raw).toMatch(/^v1\./)
    for (const word of [token, 'GH_TOKEN', 'SHARED']) expect(raw).not.toContain(word)
  })

  test('are replaced only on demand, and keep their grants', async () => {
    const repository = repositoryOn(await open())
    const { binary_path: _, preset: __, ...plain } = record
    await repository.put(record, environment)
    await repository.grant('gh', { agent: 'coder' })
    expect(await repository.put(plain, {})).toBe('exists')
    expect(await repository.put(plain, {}, { replace: true })).toBe('replaced')
    expect(await repository.list()).toMatchObject([
      { record: plain, environment: { variables: {} }, grants: [{ agent: 'coder' }] },
    ])
  })

  test('are switched off and on, and removed with their grants', async () => {
    const repository = repositoryOn(await open())
    await repository.put(record, environment)
    await repository.grant('gh', {})
    expect(await repository.setEnabled('gh', false)).toBe(true)
    expect(await repository.list()).toMatchObject([{ record: { enabled: false } }])
    expect([await repository.remove('gh'), await repository.remove('gh')]).toEqual([true, false])
    expect(await repository.setEnabled('gh', true)).toBe(false)
    await repository.put(record, environment)
    expect(await repository.list()).toMatchObject([{ grants: [] }])
  })

  test('are granted to agents, users, both or everyone, and each grant is taken away by itself', async () => {
    const repository = repositoryOn(await open())
    await repository.put(record, environment)
    const grants = [{ agent: 'coder' }, { user: 'ada' }, { agent: 'coder', user: 'ada' }, {}]
    for (const grant of [...grants, ...grants]) expect(await repository.grant('gh', grant)).toBe(true)
    const granted = async () => (await repository.list())[0]?.grants
    expect(await granted()).toHaveLength(4)
    expect(await granted()).toEqual(expect.arrayContaining(grants))
    expect(await repository.revoke('gh', { agent: 'coder' })).toBe('revoked')
    expect(await repository.revoke('gh', { agent: 'coder' })).toBe('not granted')
    expect(await granted()).toEqual(expect.arrayContaining(grants.slice(1)))
    expect(await repository.grant('unknown', {})).toBe(false)
    expect(await repository.revoke('unknown', {})).toBe('unknown')
  })

  test('whose record was pointed at another file give nothing away', async () => {
    const database = await open()
    await repositoryOn(database).put(record, environment)
    await database.run(redirect, '/home/other/gh')
    const [program] = await repositoryOn(database).list()
    expect(program?.environment).toEqual({ status: 'refused', why: expect.stringContaining('was changed') })
    expect(JSON.stringify(program)).not.toContain(token)
  })
})
