import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openFakeModels } from '@drawbridge/models/testing'
import { expect, test } from 'vitest'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const launcher = fileURLToPath(new URL('../../bin/drawbridge.js', import.meta.url))

test('an agent of the server calls tools with the model of a provider that refuses dots in their names', async () => {
  const call = { name: 'fs__read_file', input: { path: 'a.txt' } }
  await using models = await openFakeModels({ answers: [{ calls: [call] }, { text: 'It says hello.' }] })
  const { workspace, home } = scratchFolder({ 'a.txt': 'hello\n' })
  const { DRAWBRIDGE_DATABASE_URL: _, ...environment } = process.env
  const settings = {
    DRAWBRIDGE_MODEL: 'some-model',
    DRAWBRIDGE_MODEL_URL: models.url('openai-chat'),
    DRAWBRIDGE_MODEL_KEY: models.key,
  }
  const flags = ['--workspace', workspace, '--home', home, '--port', '0', '--json']
  const env = { ...environment, ...settings }
  const child = spawn(process.execPath, [launcher, 'serve', ...flags], { stdio: ['ignore', 'pipe', 'ignore'], env })
  const ended = once(child, 'exit')
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { url, code } = JSON.parse(String(line)) as { readonly url: string; readonly code: string }
    const { origin } = new URL(url)
    const headers = { origin, 'content-type': 'application/json' }
    const send = async (path: string, body: object, more: object = {}) =>
      fetch(`${origin}/v1${path}`, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
    const login = await send('/auth/login', { code })
    const { half } = (await login.json()) as { readonly half: string }
    const signedIn = { cookie: login.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '', 'x-drawbridge-session': half }

    const unknown = await send('/sessions', { agent: 'nobody' }, signedIn)
    expect([unknown.status, await unknown.text()]).toEqual([422, expect.stringContaining('nobody')])
    // Stored after the start, so that the server has to look.
    expect((await send('/agents', { id: 'late' }, signedIn)).status).toBe(200)
    const { id } = (await (await send('/sessions', { agent: 'late' }, signedIn)).json()) as { readonly id: string }
    const streaming = { ...signedIn, accept: 'text/event-stream' }
    const answer = await (await send(`/sessions/${id}/messages`, { text: 'What is in a.txt?' }, streaming)).text()
    expect(answer).toContain('It says hello.')
    expect(answer).toContain('"tool":"fs.read_file"')
    const listed = await fetch(`${origin}/v1/models`, { headers: signedIn })
    expect(await listed.json()).toMatchObject({ data: [{ id: 'agent/default' }, { id: 'agent/late' }] })
    const invoked = await send('/tools/fs.read_file/invoke', { agent: 'late', arguments: { path: 'a.txt' } }, signedIn)
    expect(await invoked.json()).toMatchObject({ status: 'ok' })
    expect(models.problems).toEqual([])
  } finally {
    child.kill('SIGINT')
    await ended
  }
})
