import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything, type Outcome } from '@drawbridge/core'
import type { CredentialedProgram } from '@drawbridge/tools'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { Drawbridge } from '../drawbridge.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'

const reference = 'DRAWBRIDGE_TEST_CREDENTIAL'
const secret = ['velvet', 'anchor', '20', 'quartz'].join('-')

let scratch: string
let workspace: string
let searchPath: string | undefined
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'drawbridge-credentials-'))
  workspace = join(scratch, 'project')
  await mkdir(workspace)
  searchPath = process.env.PATH
  process.env[reference] = secret
})
afterEach(async () => {
  process.env.PATH = searchPath
  delete process.env[reference]
  await rm(scratch, { recursive: true, force: true })
})

/** A program that every system has, which prints what it is given or anything of its environment. */
const awk: CredentialedProgram = {
  binary_name: 'awk',
  environment: { DEMO_CREDENTIAL: reference },
  deny_args: ['(?i)getline'],
  deny_verbose: ['--dump'],
  tips: 'Text processing.',
}

const open = (options: DrawbridgeOptions = {}) =>
  createDrawbridge({
    workspace,
    home: join(scratch, 'home'),
    useConfig: options.configFile !== undefined,
    tools: { credentialed: [awk] },
    authority: { approvers: [approveEverything] },
    ...options,
  })

const call = (drawbridge: Drawbridge, name: string, args: object): Promise<Outcome> =>
  drawbridge.openSession({ id: 'work' }).call({ name: name.replace('.', '__'), arguments: args })

const credentialed = (drawbridge: Drawbridge, ...args: readonly string[]) =>
  call(drawbridge, 'runtime.credentialed_exec', { binary: 'awk', args })
const exec = (drawbridge: Drawbridge, command: string, more: object = {}) =>
  call(drawbridge, 'runtime.exec', { command, ...more })

/** Everything that was written below the home: events, results, artifacts. */
async function everythingRecorded(): Promise<string> {
  const names = await readdir(join(scratch, 'home'), { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile())
  return (await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')))).join('\n')
}

const lengthOfCredential = 'BEGIN { print length(ENVIRON["DEMO_CREDENTIAL"]) }'
const printCredential = 'BEGIN { print "it is " ENVIRON["DEMO_CREDENTIAL"] " here" }'

describe('a program with credentials', () => {
  test('gets them in its environment, and nothing else does', async () => {
    await using drawbridge = await open()
    const own = await credentialed(drawbridge, lengthOfCredential)
    expect(own).toMatchObject({ status: 'ok' })
    expect(JSON.stringify(own.result.content)).toContain(`stdout\\n${secret.length}`)
    const other = await exec(drawbridge, 'echo "[$DEMO_CREDENTIAL]"')
    expect(JSON.stringify(other.result.content)).toContain('[]')
  })

  test('cannot give them away: not in its output, its arguments, a failure, or anything that is kept', async () => {
    await using drawbridge = await open()
    const printed = await credentialed(drawbridge, printCredential)
    expect(JSON.stringify(printed)).toContain('it is [')
    expect(printed.result.meta.redactions).toMatchObject({ credential: expect.any(Number) })
    const failed = await credentialed(drawbridge, 'BEGIN { print ENVIRON["DEMO_CREDENTIAL"] > "/dev/stderr"; exit 4 }')
    expect(failed).toMatchObject({ code: 'command_failed' })
    const named = await credentialed(drawbridge, `BEGIN { print "${secret}" }`)
    expect(JSON.stringify([printed, failed, named.result])).not.toContain(secret)
    expect(await everythingRecorded()).not.toContain(secret)
    expect(await everythingRecorded()).toContain('runtime.credentialed_exec')
  })

  test('shows no value among the arguments of any process', async () => {
    await using drawbridge = await open()
    const outcome = await credentialed(
      drawbridge,
      'BEGIN { while (("cat /proc/self/cmdline" | getcmd) > 0) x = 1; RS = "\\0" } { print }',
      '/proc/self/cmdline',
    )
    expect(JSON.stringify(outcome.result)).not.toContain(secret)
  })

  test('is refused denied arguments before anybody is asked, and says so in a dry run', async () => {
    await using drawbridge = await open({ authority: { approvers: [] } })
    for (const args of [['BEGIN { "date" | getline }'], ['--dump-variables', '1']]) {
      expect(await credentialed(drawbridge, ...args)).toMatchObject({
        status: 'denied',
        code: 'denied_by_policy',
        message: expect.stringMatching(/^Blocked by safety policy: .*which is denied for awk/),
      })
    }
    const check = (args: readonly string[]) =>
      call(drawbridge, 'runtime.credentialed_exec', { binary: 'awk', args, check: true })
    expect((await check(['BEGIN { "date" | getline }'])).result.data).toMatchObject({ allowed: false })
    expect((await check(['{ print }'])).result.data).toEqual({ allowed: true })
  })

  test('needs its value to be there, and long enough to be found', async () => {
    await using drawbridge = await open()
    process.env[reference] = 'abc'
    expect(await credentialed(drawbridge, lengthOfCredential)).toMatchObject({ code: 'tool_not_available' })
    delete process.env[reference]
    const missing = await credentialed(drawbridge, lengthOfCredential)
    expect(missing).toMatchObject({ code: 'tool_not_available', message: expect.stringContaining(reference) })
  })

  test('is unknown where it is not configured, and then the tool is not offered', async () => {
    await using drawbridge = await open()
    const other = await call(drawbridge, 'runtime.credentialed_exec', { binary: 'ls', args: [] })
    expect(other).toMatchObject({ code: 'invalid_target', message: expect.stringContaining('Configured: awk.') })
    await using without = await createDrawbridge({ workspace, home: join(scratch, 'home'), useConfig: false })
    const hidden = await without.openSession().call({ name: 'runtime.credentialed_exec', arguments: { binary: 'awk' } })
    expect(hidden).toMatchObject({ code: 'tool_not_available' })
  })
})

describe('a file of the same name', () => {
  async function plant(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'awk'), '#!/bin/sh\necho "impostor has $DEMO_CREDENTIAL"\n')
    await chmod(join(folder, 'awk'), 0o755)
  }

  test.each(['project/bin', 'elsewhere'])('in %s, earlier on the search path, gets nothing', async (folder) => {
    await plant(join(scratch, folder))
    process.env.PATH = `${join(scratch, folder)}:${searchPath}`
    await using drawbridge = await open()
    for (const outcome of [await credentialed(drawbridge, '1'), await exec(drawbridge, 'awk 1')]) {
      expect(outcome).toMatchObject({ code: 'invalid_target', message: expect.stringContaining('which is not') })
      expect(JSON.stringify(outcome)).not.toContain('impostor')
    }
  })

  test('earlier on the search path is never looked at where the file is configured', async () => {
    await plant(join(scratch, 'bin'))
    process.env.PATH = `${join(scratch, 'bin')}:${searchPath}`
    await using drawbridge = await open({ tools: { credentialed: [{ ...awk, binary_path: '/usr/bin/awk' }] } })
    const outcome = await credentialed(drawbridge, lengthOfCredential)
    expect(JSON.stringify(outcome.result.content)).toContain(`stdout\\n${secret.length}`)
  })

  test('in the workspace, called by its path, gets nothing', async () => {
    await plant(workspace)
    await using drawbridge = await open()
    for (const binary of ['./awk', join(workspace, 'awk'), '/usr/bin/awk']) {
      expect(await call(drawbridge, 'runtime.credentialed_exec', { binary, args: ['1'] })).toMatchObject({
        status: 'denied',
      })
    }
    expect(await exec(drawbridge, './awk 1')).toMatchObject({ code: 'denied_by_policy' })
  })

  test('at the configured path, if others can replace it, gets nothing', async () => {
    await plant(workspace)
    const binary_path = join(workspace, 'awk')
    await using drawbridge = await open({ tools: { credentialed: [{ ...awk, binary_path }] } })
    expect(await credentialed(drawbridge, '1')).toMatchObject({ code: 'command_not_found' })
  })
})

describe('a program whose file is configured', () => {
  test('may have a name of its own, under which no search finds it', async () => {
    const report = { ...awk, binary_name: 'monthly-report', binary_path: '/usr/bin/awk' }
    await using drawbridge = await open({ tools: { credentialed: [report] } })
    for (const outcome of [
      await call(drawbridge, 'runtime.credentialed_exec', { binary: 'monthly-report', args: [lengthOfCredential] }),
      await exec(drawbridge, `monthly-report '${lengthOfCredential}'`),
    ]) {
      expect(outcome).toMatchObject({ status: 'ok', result: { meta: { tool: 'runtime.credentialed_exec' } } })
      expect(JSON.stringify(outcome.result.content)).toContain(`stdout\\n${secret.length}`)
    }
  })
})

describe('a command line with such a program', () => {
  test('goes on as a credentialed call where it is the whole line, under one id and with both names', async () => {
    await using drawbridge = await open()
    const session = drawbridge.openSession({ id: 'work' })
    const outcome = await session.call({
      id: 'call-1',
      name: 'runtime__exec',
      arguments: { command: `awk '${lengthOfCredential}'` },
    })
    expect(outcome).toMatchObject({
      status: 'ok',
      result: { toolCallId: 'call-1', meta: { tool: 'runtime.credentialed_exec', exposedName: 'runtime__exec' } },
    })
    expect(JSON.stringify(outcome.result.content)).toContain(`stdout\\n${secret.length}`)
    expect(await everythingRecorded()).toContain('"askedAs":"runtime.exec"')
  })

  test('runs without a shell and with an argv as well', async () => {
    await using drawbridge = await open()
    const outcome = await call(drawbridge, 'runtime.run_command', { argv: ['awk', lengthOfCredential] })
    expect(JSON.stringify(outcome.result.content)).toContain(`stdout\\n${secret.length}`)
  })

  test.each([
    'awk 1 | cat',
    'cat greeting | awk 1',
    'awk 1 > out.txt',
    'awk 1 && true',
    'true; awk 1',
    'sh -c "awk 1"',
    'env awk 1',
    'timeout 5 awk 1',
    'X=1 awk 1',
    'awk "$X"',
    'awk $(echo 1)',
    'echo $(awk 1)',
    '(awk 1)',
    'awk 1 &',
    'find . -exec awk 1 {} +',
    'xargs awk 1',
    'a"w"k 1 | cat',
    '/usr/bin/awk 1',
  ])('%s is refused with advice', async (command) => {
    await using drawbridge = await open()
    expect(await exec(drawbridge, command)).toMatchObject({
      status: 'denied',
      code: 'denied_by_policy',
      message: expect.stringContaining('Call runtime.credentialed_exec with {"binary": "awk"'),
    })
  })

  test('is refused in the background and with stdin', async () => {
    await using drawbridge = await open()
    for (const more of [{ background: true }, { stdin: 'x' }]) {
      expect(await exec(drawbridge, 'awk 1', more)).toMatchObject({ status: 'failed', code: 'invalid_target' })
    }
  })

  test.each([
    ['runtime.exec', 'awk 1'],
    ['runtime.credentialed_exec', 'awk 1'],
  ])('is denied by a rule on %s: the stricter verdict holds', async (tools, command) => {
    const config = join(scratch, 'drawbridge.jsonc')
    await writeFile(config, `{"permissions": {"rules": [{"id": "no", "tools": "${tools}", "then": "deny"}]}}`)
    await using drawbridge = await open({ configFile: config })
    expect(await exec(drawbridge, command)).toMatchObject({ status: 'denied', code: 'denied_by_policy' })
  })
})
