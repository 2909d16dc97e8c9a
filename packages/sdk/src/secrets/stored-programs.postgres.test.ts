import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describePostgres, onServer } from '../../../store/src/__fixtures__/describe-databases.ts'
import { createDrawbridge } from '../create-drawbridge.ts'
import { openSecretStore } from './secret-store.ts'

let scratch: string
let before: string | undefined
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'drawbridge-stored-postgres-'))
  before = process.env.DRAWBRIDGE_DATABASE_URL
})
afterEach(async () => {
  delete process.env.DRAWBRIDGE_KEY_FILE
  if (before === undefined) delete process.env.DRAWBRIDGE_DATABASE_URL
  else process.env.DRAWBRIDGE_DATABASE_URL = before
  await rm(scratch, { recursive: true, force: true })
})

const secret = ['velvet', 'anchor', '20', 'quartz'].join('-')
const command = `awk 'BEGIN { print length(ENVIRON["DEMO_CREDENTIAL"]) }'`

describePostgres('stored programs', ({ options }, serverUrl) => {
  test('run from a shared server, and no command runs while it is gone', async () => {
    const database = options()
    if (database.kind !== 'postgres') throw new Error('This is no server.')
    process.env.DRAWBRIDGE_DATABASE_URL = database.url
    const [home, workspace] = [join(scratch, 'home'), scratch]
    await using store = await openSecretStore({ home: scratch, create: true })
    const record = { deny_args: [], deny_verbose: [], timeout_seconds: 30, tips: '', enabled: true }
    await store?.programs.put({ ...record, binary_name: 'awk' }, { DEMO_CREDENTIAL: { value: secret } })
    await store?.programs.grant('awk', {})
    process.env.DRAWBRIDGE_KEY_FILE = join(scratch, 'key')
    await using drawbridge = await createDrawbridge({
      workspace,
      home,
      useConfig: false,
      authority: { approvers: [approveEverything] },
    })
    const session = drawbridge.openSession()
    const run = () => session.call({ name: 'runtime__exec', arguments: { command } })
    expect(JSON.stringify((await run()).result.content)).toContain(`stdout\\n${secret.length}`)

    const name = new URL(database.url).pathname.slice(1)
    await onServer(serverUrl, `alter database ${name} with allow_connections false`)
    await onServer(serverUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    expect(await run()).toMatchObject({ status: 'failed', code: 'store_unavailable' })
    await onServer(serverUrl, `alter database ${name} with allow_connections true`)
    expect(await run()).toMatchObject({ status: 'ok' })
  })
})
