import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { DrawbridgeConfig } from './sections.ts'

let scratch: string
beforeEach(() => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-place-')))
  for (const folder of ['project', 'temporary']) mkdirSync(join(scratch, folder))
  mkdirSync(join(scratch, 'home'), { mode: 0o700 })
  writeFileSync(join(scratch, 'outside.txt'), 'outside\n')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(scratch, { recursive: true, force: true })
})

const open = (config: DrawbridgeConfig, approvers = [approveEverything]) =>
  createDrawbridge({
    workspace: join(scratch, 'project'),
    home: join(scratch, 'home'),
    record: 'off',
    config,
    authority: { approvers },
  })
const readOutside = () => ({ name: 'fs.read_file', arguments: { path: join(scratch, 'outside.txt') } })
const writeProject = (config: unknown) =>
  writeFileSync(join(scratch, 'project', 'drawbridge.jsonc'), JSON.stringify(config))

test('commands get the variables that the operator names, and no others', async () => {
  vi.stubEnv('JAVA_HOME', '/opt/java')
  vi.stubEnv('SSH_AUTH_SOCK', '/run/agent.sock')
  vi.stubEnv('VIRTUAL_ENV', '/opt/venv')
  await using drawbridge = await open({ shell: { environment: ['JAVA_HOME', 'SSH_AUTH_SOCK'] } })
  const call = { name: 'runtime.exec', arguments: { command: 'env; true' } }
  const shown = JSON.stringify(await drawbridge.openSession().call(call))
  expect(shown).toContain('JAVA_HOME=/opt/java')
  expect(shown).toContain('SSH_AUTH_SOCK=/run/agent.sock')
  expect(shown).not.toContain('VIRTUAL_ENV')
})

test.each(['DEPLOY_TOKEN', 'BASH_ENV', 'A=b'])('the variable "%s" is refused by name', async (name) => {
  await expect(open({ shell: { environment: [name] } })).rejects.toThrow(name)
})

test('a project cannot pass variables to commands', async () => {
  writeProject({ shell: { environment: ['LD_PRELOAD'] } })
  await expect(open({})).rejects.toThrow('A project file cannot set "shell.environment"')
})

test('reads end at the workspace if operator or project says so', async () => {
  await using anywhere = await open({ permissions: { readScope: 'anywhere' } })
  expect(await anywhere.openSession().call(readOutside())).toMatchObject({ status: 'ok' })
  await using narrow = await open({ permissions: { readScope: 'workspace' } })
  expect(await narrow.openSession().call(readOutside())).toMatchObject({ status: 'denied' })
  writeProject({ permissions: { readScope: 'workspace' } })
  await using project = await open({})
  expect(await project.openSession().call(readOutside())).toMatchObject({ status: 'denied' })
})

test('a project cannot widen the reach of reads', async () => {
  writeProject({ permissions: { readScope: 'anywhere' } })
  await expect(open({ permissions: { readScope: 'workspace' } })).rejects.toThrow('can only narrow the reach of reads')
})

test('the folder for temporary files is a root only if the operator says so', async () => {
  vi.stubEnv('TMPDIR', join(scratch, 'temporary'))
  const file = join(scratch, 'temporary', 'a.txt')
  writeFileSync(file, 'a')
  const explain = async (config: DrawbridgeConfig) => {
    await using drawbridge = await open({ ...config })
    return drawbridge.openSession().explain({ name: 'fs.read_file', arguments: { path: file } })
  }
  expect(await explain({})).toMatchObject({ decision: { verdict: 'ask' } })
  expect(await explain({ permissions: { temporaryFolder: true } })).toMatchObject({ decision: { verdict: 'allow' } })
})

test.each([0, 2])('%i backups of a file are kept', async (backupsPerFile) => {
  await using drawbridge = await open({ backups: { perFile: backupsPerFile } })
  const session = drawbridge.openSession()
  for (const content of ['1', '2', '3', '4']) {
    const call = { name: 'fs.write_file', arguments: { path: 'b.txt', content, overwrite: true } }
    expect(await session.call(call)).toMatchObject({ status: 'ok' })
  }
  const entries = readdirSync(join(scratch, 'home'), { recursive: true, withFileTypes: true })
  const kept = entries.filter((entry) => entry.isFile() && entry.name.endsWith('-b.txt'))
  expect(kept).toHaveLength(backupsPerFile)
})
