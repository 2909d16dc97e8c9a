import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryAgentStore } from '@drawbridge/core/virtual'
import { expect, onTestFinished, test } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'
import { openAgentHouse } from './__fixtures__/agent-house.ts'

test('workspace.dir names the real folder of a session, also behind a link, and no folder of users, agents or teams', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-dir-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'real'))
  symlinkSync('real', join(root, 'link'))
  await using drawbridge = await createDrawbridge({ home: join(root, 'home'), workspace: join(root, 'link') })
  const session = drawbridge.openSession()
  const dir = (scope?: string) => {
    return session.call({ name: 'workspace.dir', arguments: scope === undefined ? {} : { scope } })
  }
  const outcome = await dir()
  expect(outcome).toMatchObject({
    status: 'ok',
    result: { data: { scope: 'session', path: join(root, 'real'), kept: false, commands: 'host' } },
  })
  expect(JSON.stringify(outcome.result.content)).toContain(`${join(root, 'real')}\\nRelative paths start here.`)
  for (const scope of ['user', 'agent', 'team'])
    expect(await dir(scope)).toMatchObject({ status: 'failed', code: 'file_not_found' })
  expect(await dir('else')).toMatchObject({ status: 'failed', code: 'validation_error' })
})

test('workspace.dir names the folder that is kept for a user of an agent', async () => {
  await using house = await openAgentHouse(createMemoryAgentStore())
  await house.create('helper', 'open')
  const ada = await house.session('helper', 'ada')
  for (const scope of ['session', 'user', 'agent']) {
    const { result } = await ada.call('workspace.dir', { scope })
    expect(result.data).toMatchObject({ path: house.folder('helper', 'ada'), kept: true })
  }
})
