import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAuthorization } from '../../../mcp-client/src/__fixtures__/authorization-server.ts'
import { jsonOf, runCli, startCli } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

test('a person logs in at the browser; then two processes whose token has ended refresh it once, and logout ends it', async () => {
  const there = await openAuthorization()
  const folder = scratchFolder()
  mkdirSync(folder.home, { mode: 0o700 })
  const tracker = { url: there.url, auth: { issuer: there.issuer }, trustAnnotations: true }
  const allow = { rules: [{ tools: ['mcp.tracker.*'], then: 'allow' }] }
  const configuration = JSON.stringify({ mcp: { servers: { tracker } }, permissions: allow })
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), configuration)
  const call = ['call', 'mcp.tracker.echo', '{}', '--json', '--approve', 'always']

  const login = startCli(folder, ['mcp', 'login', 'tracker', '--json'])
  const told = { code: null as number | null, stdout: '', stderr: '' }
  login.stdout.on('data', (part) => (told.stdout += part))
  login.stderr.on('data', (part) => (told.stderr += part))
  const ended = once(login, 'close')
  const page = () => /^http\S+$/m.exec(told.stderr)?.[0]
  await expect.poll(page, { timeout: 60_000 }).toBeDefined()
  const back = await there.browse(page() ?? '')
  expect(await (await fetch(back)).text()).toContain('logged in to the MCP server "tracker"')
  ;[told.code] = (await ended) as [number | null]
  expect(told.code).toBe(0)
  expect(jsonOf(told)).toMatchObject({ server: 'tracker', issuer: there.issuer })

  const shown = await runCli(folder, ['mcp', 'consent', 'tracker'])
  const version = /--accept (\w+)/.exec(shown.stderr)?.[1] ?? ''
  expect(await runCli(folder, ['mcp', 'consent', 'tracker', '--accept', version])).toMatchObject({ code: 0 })

  const both = Promise.withResolvers<void>()
  there.script.beforeToken = () => both.promise
  there.expire()
  const calls = [runCli(folder, call), runCli(folder, call)]
  const before = there.seenAt('/mcp').length
  const refused = () => there.seenAt('/mcp').slice(before)
  await expect.poll(() => refused().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
  both.resolve()
  const results = await Promise.all(calls)
  expect(results.map(({ code, stdout }) => [code, stdout])).toEqual([
    [0, expect.anything()],
    [0, expect.anything()],
  ])
  const refreshes = there.seenAt('/token').filter(({ form }) => form.get('grant_type') === 'refresh_token')
  expect(refreshes).toHaveLength(1)

  const listed = await runCli(folder, ['mcp', 'logins', '--json'])
  expect(jsonOf(listed)).toMatchObject({ logins: [{ server: 'tracker', issuer: there.issuer }] })
  expect(await runCli(folder, ['mcp', 'logout', 'tracker'])).toMatchObject({ code: 0 })
  const after = await runCli(folder, call)
  expect(after.code).not.toBe(0)
  expect(after.stdout + after.stderr).toContain('drawbridge mcp login tracker')

  const everything = [told, shown, ...results, listed, after].map(({ stdout, stderr }) => stdout + stderr).join('')
  for (const secret of there.secrets) {
    expect(everything).not.toContain(secret)
    for (const file of readdirSync(folder.home, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder.home, file)
      if (statSync(path).isFile()) expect([file, readFileSync(path).includes(secret)]).toEqual([file, false])
    }
  }
}, 180_000)

test('a tool that starts a login asks nobody and opens no page', async () => {
  const there = await openAuthorization()
  const folder = scratchFolder()
  mkdirSync(folder.home, { mode: 0o700 })
  const tracker = { url: there.url, auth: { issuer: there.issuer, clientId: 'ours' } }
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify({ mcp: { servers: { tracker } } }))
  const environment = { DRAWBRIDGE_HOME: folder.home, DRAWBRIDGE_PROCESS: 'made-up' }
  const refused = await runHere(folder, ['mcp', 'login', 'tracker'], '', { environment })
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Only a person can log in') })
  expect(there.seen).toEqual([])
})
