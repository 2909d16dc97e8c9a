import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'

const launcher = fileURLToPath(new URL('../../bin/drawbridge.js', import.meta.url))
const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('drawbridge-served-demo-'))

test('the demo prints an address whose code lets the owner in, has questions that wait, and leaves nothing behind', async () => {
  const before = leftovers()
  const child = spawn(process.execPath, [launcher, 'serve', '--demo', '--port', '0', '--json'], { stdio: 'pipe' })
  const ended = once(child, 'exit')
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { url, code } = JSON.parse(String(line)) as { readonly url: string; readonly code: string }
  const { origin, hash } = new URL(url)
  expect(hash).toBe(`#code=${code}`)
  const headers = { origin, 'content-type': 'application/json' }
  const login = await fetch(`${origin}/v1/auth/login`, { method: 'POST', headers, body: JSON.stringify({ code }) })
  expect(login.status).toBe(200)
  const { half } = (await login.json()) as { readonly half: string }
  const session = { cookie: login.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '', 'x-drawbridge-session': half }
  const read = async (path: string) => (await fetch(`${origin}/v1${path}`, { headers: session })).json()
  await vi.waitFor(
    async () => {
      const { items } = (await read('/approvals')) as { readonly items: readonly { readonly tool: string }[] }
      expect(items.map(({ tool }) => tool).toSorted()).toEqual(['fs.edit', 'runtime.exec', 'runtime.run_command'])
    },
    { timeout: 20_000, interval: 200 },
  )
  const { items } = (await read('/sessions')) as { readonly items: readonly object[] }
  expect(items).toMatchObject([{ agent: 'demo', asked: 3, denied: 2, title: expect.stringContaining('Ten pieces') }])
  const write = async (path: string, body: object) =>
    (
      await fetch(`${origin}/v1${path}`, {
        method: 'POST',
        headers: { ...headers, ...session },
        body: JSON.stringify(body),
      })
    ).json()
  const { id } = (await write('/sessions', {})) as { readonly id: string }
  await write(`/sessions/${id}/messages`, { text: 'What is in this folder?' })
  await vi.waitFor(
    async () =>
      expect(JSON.stringify(await read(`/sessions/${id}/events?limit=200`))).toContain('That is what the tool found.'),
    { timeout: 20_000, interval: 200 },
  )
  const used = await fetch(`${origin}/v1/auth/login`, { method: 'POST', headers, body: JSON.stringify({ code }) })
  expect(used.status).toBe(401)
  child.kill('SIGINT')
  await ended
  expect(leftovers().filter((name) => !before.includes(name))).toEqual([])
})
