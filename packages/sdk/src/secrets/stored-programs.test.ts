import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionOptions } from '@drawbridge/core'
import { approveEverything, type Outcome } from '@drawbridge/core'
import type { ProgramEnvironment, ProgramRecord } from '@drawbridge/store/secrets'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { Drawbridge } from '../drawbridge.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import { type OpenSecretStore, openSecretStore } from './secret-store.ts'

const secret = ['velvet', 'anchor', '20', 'quartz'].join('-')

let scratch: string
let workspace: string
let home: string
let searchPath: string | undefined
let store: OpenSecretStore | undefined
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'drawbridge-stored-programs-'))
  workspace = join(scratch, 'project')
  home = join(scratch, 'home')
  for (const folder of [workspace, home]) await mkdir(folder, { mode: 0o700 })
  searchPath = process.env.PATH
})
afterEach(async () => {
  process.env.PATH = searchPath
  await store?.[Symbol.asyncDispose]()
  store = undefined
  await rm(scratch, { recursive: true, force: true })
})

/** What an operator's own process works with. */
async function operator(): Promise<OpenSecretStore> {
  store ??= await openSecretStore({ home, create: true })
  if (store === undefined) throw new Error('No database was made.')
  return store
}

/** A program that every system has, which prints what it is given or anything of its environment. */
const awk: ProgramRecord = {
  binary_name: 'awk',
  deny_args: ['(?i)getline'],
  deny_verbose: ['--dump'],
  timeout_seconds: 30,
  tips: 'Text processing.',
  enabled: true,
}

async function keep(environment: ProgramEnvironment = { DEMO_CREDENTIAL: { value: secret } }): Promise<void> {
  const { programs } = await operator()
  await programs.put(awk, environment)
  await programs.grant('awk', {})
}

const open = (options: DrawbridgeOptions = {}) =>
  createDrawbridge({
    workspace,
    home,
    useConfig: options.config !== undefined,
    authority: { approvers: [approveEverything] },
    agents: { allowUnknown: true },
    ...options,
  })

const call = (drawbridge: Drawbridge, name: string, args: object, options: SessionOptions = {}): Promise<Outcome> =>
  drawbridge.openSession(options).call({ name: name.replace('.', '__'), arguments: args })
const credentialed = (drawbridge: Drawbridge, ...args: readonly string[]) =>
  call(drawbridge, 'runtime.credentialed_exec', { binary: 'awk', args })
const exec = (drawbridge: Drawbridge, command: string, options?: SessionOptions) =>
  call(drawbridge, 'runtime.exec', { command }, options)

/** Everything that was written below the home but the key: events, results, artifacts, the database with its log. */
async function everythingRecorded(): Promise<string> {
  const names = await readdir(home, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile())
  return (await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')))).join('\n')
}

const lengthOfCredential = 'BEGIN { print length(ENVIRON["DEMO_CREDENTIAL"]) }'
const printCredential = 'BEGIN { print "it is " ENVIRON["DEMO_CREDENTIAL"] " here" }'
const hasCredential = `stdout\\n${secret.length}`

describe('a stored program with credentials', () => {
  test('gets them, by its own call and as a whole command line', async () => {
    await keep()
    await using drawbridge = await open()
    for (const outcome of [
      await credentialed(drawbridge, lengthOfCredential),
      await exec(drawbridge, `awk '${lengthOfCredential}'`),
    ]) {
      expect(outcome).toMatchObject({ status: 'ok', result: { meta: { tool: 'runtime.credentialed_exec' } } })
      expect(JSON.stringify(outcome.result.content)).toContain(hasCredential)
    }
    const other = await exec(drawbridge, 'echo "[$DEMO_CREDENTIAL]"')
    expect(JSON.stringify(other.result.content)).toContain('[]')
  })

  test('cannot give them away: not in its output, its arguments, an error, an event, or anything that is kept', async () => {
    await keep()
    await using drawbridge = await open()
    const outcomes = [
      await credentialed(drawbridge, printCredential),
      await credentialed(drawbridge, 'BEGIN { print ENVIRON["DEMO_CREDENTIAL"] > "/dev/stderr"; exit 4 }'),
      await credentialed(drawbridge, `BEGIN { print "${secret}" }`),
      await call(drawbridge, 'runtime.credentialed_exec', { binary: secret, args: [secret] }),
      await exec(drawbridge, `awk '${printCredential}' ${secret} | cat`),
    ]
    expect(JSON.stringify(outcomes[0])).toContain('it is [')
    expect(outcomes.map(({ status }) => status)).toEqual(['ok', 'failed', 'ok', 'failed', 'denied'])
    expect(JSON.stringify(outcomes.map(({ result }) => result))).not.toContain(secret)
    const recorded = await everythingRecorded()
    expect(recorded).toContain('runtime.credentialed_exec')
    expect(recorded).toContain('SQLite format 3')
    expect(recorded).not.toContain(secret)
  })

  test('shows no value among the arguments of any process while it runs', async () => {
    await keep()
    await using drawbridge = await open()
    const fifo = join(workspace, 'gate')
    await exec(drawbridge, 'mkfifo gate')
    const running = credentialed(drawbridge, `{ print "read" } ${lengthOfCredential}`, fifo)
    const arguments_ = await vi.waitFor(async () => {
      const all = await argumentsOfAll()
      expect(all).toContain(`awk\0{ print "read" } ${lengthOfCredential}`)
      return all
    }, 20_000)
    expect(arguments_).not.toContain(secret)
    await writeFile(fifo, 'go\n')
    expect(await running).toMatchObject({ status: 'ok' })
  })

  test('is refused denied arguments before anybody is asked, and says so in a dry run', async () => {
    await keep()
    await using drawbridge = await open({ authority: { approvers: [] } })
    for (const args of [['BEGIN { "date" | getline }'], ['--dump-variables', '1']]) {
      expect(await credentialed(drawbridge, ...args)).toMatchObject({ status: 'denied', code: 'denied_by_policy' })
      const check = await call(drawbridge, 'runtime.credentialed_exec', { binary: 'awk', args, check: true })
      expect(check.result.data).toMatchObject({ allowed: false })
    }
  })

  test.each(['awk 1 | cat', 'sh -c "awk 1"', 'env awk 1', 'true; awk 1', 'awk 1 > out.txt', 'echo $(awk 1)'])(
    'is refused in %s, with advice',
    async (command) => {
      await keep()
      await using drawbridge = await open()
      expect(await exec(drawbridge, command)).toMatchObject({
        status: 'denied',
        message: expect.stringContaining('Call runtime.credentialed_exec with {"binary": "awk"'),
      })
    },
  )

  test('is not any file of that name', async () => {
    await keep()
    for (const folder of [workspace, join(workspace, 'bin')]) {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'awk'), '#!/bin/sh\necho "impostor has $DEMO_CREDENTIAL"\n')
      await chmod(join(folder, 'awk'), 0o755)
    }
    process.env.PATH = `${join(workspace, 'bin')}:${searchPath}`
    await using drawbridge = await open()
    for (const outcome of [
      await credentialed(drawbridge, '1'),
      await exec(drawbridge, 'awk 1'),
      await exec(drawbridge, './awk 1'),
      await call(drawbridge, 'runtime.credentialed_exec', { binary: './awk', args: [] }),
    ]) {
      expect(outcome.status).not.toBe('ok')
      expect(JSON.stringify(outcome)).not.toContain('impostor')
    }
  })
})

describe('the value of a variable', () => {
  test('may be that of a secret, whatever it is at the time', async () => {
    await keep({ DEMO_CREDENTIAL: { secret: 'SHARED' } })
    await using drawbridge = await open()
    const missing = await credentialed(drawbridge, lengthOfCredential)
    expect(missing).toMatchObject({ code: 'tool_not_available', message: expect.stringContaining('DEMO_CREDENTIAL') })
    const { secrets } = await operator()
    await secrets.set('SHARED', secret)
    expect(JSON.stringify(await credentialed(drawbridge, lengthOfCredential))).toContain(hasCredential)
    await secrets.set('SHARED', `${secret}-more`)
    const printed = JSON.stringify(await credentialed(drawbridge, printCredential))
    expect(printed).not.toContain('velvet')
    // What was printed with the old one may still come back.
    expect(JSON.stringify(await exec(drawbridge, `echo ${secret}`))).not.toContain(`stdout\\n${secret}`)
  })

  test('is that of the options, where a program of theirs has the same name', async () => {
    await keep()
    process.env.DRAWBRIDGE_TEST_OWN = `${secret}-of-the-options`
    await using drawbridge = await open({
      tools: { credentialed: [{ binary_name: 'awk', environment: { DEMO_CREDENTIAL: 'DRAWBRIDGE_TEST_OWN' } }] },
    })
    const outcome = await credentialed(drawbridge, lengthOfCredential)
    delete process.env.DRAWBRIDGE_TEST_OWN
    expect(JSON.stringify(outcome.result.content)).toContain(`stdout\\n${secret.length + '-of-the-options'.length}`)
  })

  test('with a NUL character starts nothing, and no error repeats it', async () => {
    await keep({ DEMO_CREDENTIAL: { value: `${secret}\0rest` } })
    await using drawbridge = await open()
    const outcome = await credentialed(drawbridge, '1')
    expect(outcome).toMatchObject({ code: 'tool_not_available', message: expect.stringContaining('NUL') })
    expect(JSON.stringify(outcome)).not.toContain(secret)
  })

  test('that cannot be opened leaves the program without credentials', async () => {
    await keep()
    await rm(join(home, 'key'))
    await using drawbridge = await open()
    expect(await credentialed(drawbridge, lengthOfCredential)).toMatchObject({ code: 'tool_not_available' })
    const plain = await exec(drawbridge, `awk '${lengthOfCredential}'`)
    expect(JSON.stringify(plain.result.content)).toContain('stdout\\n0')
  })
})

describe('the key', () => {
  afterEach(() => {
    delete process.env.DRAWBRIDGE_KEY
    delete process.env.DRAWBRIDGE_KEY_FILE
  })
  const key = randomBytes(32).toString('base64')

  test('in the home is closed to every tool', async () => {
    await keep()
    await using drawbridge = await open()
    const path = join(home, 'key')
    for (const outcome of [
      await call(drawbridge, 'fs.read_file', { path }),
      await exec(drawbridge, `cat ${path}`),
      await call(drawbridge, 'fs.read_file', { path: join(home, 'drawbridge.db') }),
    ]) {
      expect(outcome).toMatchObject({ status: 'denied', code: 'path_outside_roots' })
    }
  })

  test('elsewhere is cut out of whatever shows it', async () => {
    const file = join(workspace, 'own-key')
    await writeFile(file, `# the key\n${key}\n`, { mode: 0o600 })
    for (const environment of [{ DRAWBRIDGE_KEY: key }, { DRAWBRIDGE_KEY_FILE: file }]) {
      Object.assign(process.env, environment)
      await using drawbridge = await open()
      const shown = await exec(drawbridge, 'cat own-key; echo "[$DRAWBRIDGE_KEY]"')
      expect(JSON.stringify(shown.result.content)).toMatch(/the key.*\[\]/s)
      expect(JSON.stringify(shown)).not.toContain(key)
      for (const name of Object.keys(environment)) delete process.env[name]
    }
  })
})

describe('a grant', () => {
  const as = (agent?: string, user?: string): SessionOptions => ({
    principal: { ...(agent === undefined ? {} : { agent }), ...(user === undefined ? {} : { user }) },
  })
  const has = async (drawbridge: Drawbridge, options: SessionOptions) =>
    JSON.stringify((await exec(drawbridge, `awk '${lengthOfCredential}'`, options)).result.content).includes(
      hasCredential,
    )

  test.each([
    [{ agent: 'coder' }, [as('coder'), as('coder', 'ada')], [as(), as('writer'), as(undefined, 'ada')]],
    [{ user: 'ada' }, [as(undefined, 'ada'), as('coder', 'ada')], [as(), as('coder'), as('coder', 'bob')]],
    [{ agent: 'coder', user: 'ada' }, [as('coder', 'ada')], [as('coder'), as(undefined, 'ada'), as('coder', 'bob')]],
  ])('to %j is for nobody else, to whom it is a program like every other', async (grant, theirs, others) => {
    const { programs } = await operator()
    await programs.put(awk, { DEMO_CREDENTIAL: { value: secret } })
    await programs.grant('awk', grant)
    await using drawbridge = await open()
    for (const options of theirs) expect(await has(drawbridge, options)).toBe(true)
    for (const options of others) {
      expect(await has(drawbridge, options)).toBe(false)
      expect(await exec(drawbridge, 'echo a | awk 1', options)).toMatchObject({ status: 'ok' })
      const refused = await call(drawbridge, 'runtime.credentialed_exec', { binary: 'awk', args: ['1'] }, options)
      expect(refused).toMatchObject({ code: 'tool_not_available', message: expect.stringContaining('granted') })
    }
  })

  test('that nobody was given leaves the tool hidden', async () => {
    await (await operator()).programs.put(awk, { DEMO_CREDENTIAL: { value: secret } })
    await using drawbridge = await open()
    expect(drawbridge.openSession().snapshot.find('runtime.credentialed_exec')).toBeUndefined()
  })
})

describe('a change', () => {
  test('holds for the next command of a run that goes on: grants, switches, removal', async () => {
    await keep()
    const { programs } = await operator()
    await using drawbridge = await open()
    const session = drawbridge.openSession()
    const run = async () => {
      const outcome = await session.call({
        name: 'runtime__exec',
        arguments: { command: `awk '${lengthOfCredential}'` },
      })
      return JSON.stringify(outcome.result.content).includes(hasCredential)
    }
    expect(await run()).toBe(true)
    await programs.setEnabled('awk', false)
    expect(await run()).toBe(false)
    await programs.setEnabled('awk', true)
    expect(await run()).toBe(true)
    await programs.revoke('awk', {})
    expect(await run()).toBe(false)
    await programs.grant('awk', {})
    expect(await run()).toBe(true)
    await programs.remove('awk')
    expect(await run()).toBe(false)
  })

  test('is in the description of the tool soon after, although nothing is called', async () => {
    await keep()
    await using drawbridge = await open()
    const { programs } = await operator()
    await programs.put({ ...awk, tips: 'Only for tables.' }, {}, { replace: true })
    await programs.put({ ...awk, tips: 'Only for tables.' }, { DEMO_CREDENTIAL: { value: secret } }, { replace: true })
    await vi.waitFor(() => {
      const tool = drawbridge.openSession().snapshot.find('runtime.credentialed_exec')
      expect(tool?.description).toContain('- awk: Only for tables.')
    }, 20_000)
  })

  test('may be the first there is: a database that comes later is found', async () => {
    await using drawbridge = await open()
    expect(await exec(drawbridge, 'true')).toMatchObject({ status: 'ok' })
    await keep()
    await exec(drawbridge, 'true')
    expect(JSON.stringify(await credentialed(drawbridge, lengthOfCredential))).toContain(hasCredential)
  })
})

async function argumentsOfAll(): Promise<string> {
  const entries = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(entries.map((id) => readFile(`/proc/${id}/cmdline`, 'latin1').catch(() => '')))
  return all.join('\n')
}
