import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { createDrawbridge } from '@drawbridge/sdk'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'

const matter = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: Fills in ${name} forms.\n${more}---\nSteps of ${name}: read {baseDir}/more.md\n`
const open = ({ workspace, home }: ScratchFolder, more: object = {}) =>
  createDrawbridge({ workspace, home, authority: { approvers: [approveEverything] }, ...more })

function place(config: object = {}, skills: Readonly<Record<string, string>> = {}): ScratchFolder {
  const folder = scratchFolder()
  mkdirSync(folder.home, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify(config))
  for (const [name, text] of Object.entries(skills)) write(join(folder.home, 'skills'), name, text)
  return folder
}

function write(root: string, name: string, text: string): void {
  mkdirSync(join(root, name), { recursive: true })
  writeFileSync(join(root, name, 'SKILL.md'), text)
  writeFileSync(join(root, name, 'more.md'), `More of ${name}.`)
}

test('a skill of the home is listed in the prompt, found, loaded and its files read, and nothing else of the home is open', async () => {
  const folder = place({}, { pdf: matter('pdf'), tax: matter('tax') })
  await using drawbridge = await open(folder)
  const { call } = drawbridge.openSession()
  const [block] = (await drawbridge.promptBlocks()).filter(({ room }) => room === 'skills')
  expect(block?.text).toContain('- pdf: Fills in pdf forms.')
  const found = await call({ name: 'skill.search', arguments: { query: 'tax form' } })
  expect(found.text).toMatch(/^- tax \(home\)/)
  const used = await call({ name: 'skill.use', arguments: { name: 'pdf' } })
  const more = join(realpathSync(folder.home), 'skills', 'pdf', 'more.md')
  expect(used.text).toContain(`Steps of pdf: read ${more}`)
  expect((await call({ name: 'fs.read_file', arguments: { path: more } })).text).toContain('More of pdf.')
  expect((await call({ name: 'fs.write_file', arguments: { path: more, content: 'x' } })).status).not.toBe('ok')
  const config = join(folder.home, 'drawbridge.jsonc')
  expect(await call({ name: 'fs.read_file', arguments: { path: config } })).toMatchObject({ status: 'denied' })
  expect(
    await call({ name: 'fs.read_file', arguments: { path: join(folder.home, 'skills', '..', 'drawbridge.jsonc') } }),
  ).toMatchObject({ status: 'denied' })
  expect(await call({ name: 'skill.use', arguments: { name: 'pfd' } })).toMatchObject({
    code: 'file_not_found',
    text: expect.stringContaining('"pdf"'),
  })
})

test('a folder of skills that is a link to the home, or above it, opens nothing', async () => {
  const folder = place()
  symlinkSync('.', join(folder.home, 'skills'))
  await using drawbridge = await open(folder)
  const path = join(folder.home, 'drawbridge.jsonc')
  expect(await drawbridge.openSession().call({ name: 'fs.read_file', arguments: { path } })).toMatchObject({
    status: 'denied',
  })
})

test.each([
  ['the folder of skills', 'skills', 'logs'],
  ['a skill', 'skills/pdf', '../logs'],
  ['a file of a skill', 'skills/file', '../logs/secret.md'],
])('%s that is a link to other data of the home does not open that', async (_, link, to) => {
  const folder = place()
  mkdirSync(join(folder.home, 'logs'))
  writeFileSync(join(folder.home, 'logs', 'secret.md'), 'secret of the home')
  if (link !== 'skills') mkdirSync(join(folder.home, 'skills'))
  symlinkSync(to, join(folder.home, link))
  await using drawbridge = await open(folder)
  const { call } = drawbridge.openSession()
  for (const path of [
    join(folder.home, 'logs', 'secret.md'),
    join(folder.home, link, 'secret.md'),
    join(folder.home, link),
  ])
    expect(await call({ name: 'fs.read_file', arguments: { path } })).toMatchObject({ status: 'denied' })
})

test('folders of skills above a workspace are readable if the project is trusted, and as links open nothing', async () => {
  const verdict = async (trusted: boolean, link: boolean) => {
    const folder = place()
    const workspace = join(folder.workspace, 'packages', 'web')
    mkdirSync(workspace, { recursive: true })
    const settings = trusted ? { skills: { trustedFolders: [`${realpathSync(folder.workspace)}/`] } } : {}
    writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify({ ...settings }))
    write(join(folder.workspace, link ? 'private' : '.claude', 'skills'), 'pdf', matter('pdf'))
    if (link) symlinkSync('private', join(folder.workspace, '.claude'))
    await using drawbridge = await open({ ...folder, workspace })
    const path = join(folder.workspace, '.claude', 'skills', 'pdf', 'more.md')
    const explained = await drawbridge.openSession().explain({ name: 'fs.read_file', arguments: { path } })
    return 'decision' in explained ? explained.decision?.verdict : explained
  }
  const [plain, linked, untrusted] = [
    await verdict(true, false),
    await verdict(true, true),
    await verdict(false, false),
  ]
  expect(plain).toBe('allow')
  expect(linked).toBe('ask')
  expect(untrusted).toBe('ask')
})

test('an agent that writes or publishes a skill asks in every mode that lets it edit, and its words stay those of a stranger', async () => {
  const folder = place({}, { own: matter('own') })
  write(join(folder.workspace, 'skills'), 'found', matter('found'))
  writeFileSync(
    join(folder.home, 'drawbridge.jsonc'),
    JSON.stringify({
      skills: { trustedFolders: [realpathSync(folder.workspace)] },
      permissions: { mode: 'accept-edits' },
    }),
  )
  await using drawbridge = await open(folder)
  const session = drawbridge.openSession()
  for (const call of [
    { name: 'fs.write_file', arguments: { path: 'skills/new/SKILL.md', content: 'x' } },
    { name: 'skill.publish', arguments: { path: 'skills/found' } },
  ]) {
    const explained = await session.explain(call)
    expect('decision' in explained && explained.decision?.verdict).toBe('ask')
  }
  const labelOf = async (name: string) =>
    (await session.call({ name: 'skill.use', arguments: { name } })).result.content.map(({ label }) => label.trust)
  expect(await labelOf('own')).toEqual(['trusted'])
  expect(await labelOf('found')).toEqual(['untrusted'])
  const found = await session.call({ name: 'skill.search', arguments: { query: 'found' } })
  expect(found.result.content.map(({ label }) => label.trust)).toEqual(['untrusted'])
})

test('a project has skills only if the operator trusts its folder', async () => {
  const untrusted = place()
  write(join(untrusted.workspace, '.claude', 'skills'), 'evil', matter('evil'))
  const listed = await runHere(untrusted, ['skills', 'list'])
  expect(listed.stdout).not.toContain('evil')
  expect(listed.stderr).toContain('"skills.trustedFolders"')
  const trusted = place()
  writeFileSync(
    join(trusted.home, 'drawbridge.jsonc'),
    JSON.stringify({ skills: { trustedFolders: [trusted.workspace] } }),
  )
  write(join(trusted.workspace, '.claude', 'skills'), 'own', matter('own'))
  expect((await runHere(trusted, ['skills', 'list'])).stdout).toMatch(/^own {2}project/m)
})

const anyAgent = { agents: { allowUnknown: true } }

describeDatabases('published skills', ({ options }) => {
  test('have versions, grants and files that are checked, and another process sees a change', {
    timeout: 60_000,
  }, async () => {
    const database = options()
    const folder = place(database.kind === 'sqlite' ? {} : { store: { kind: 'postgres', url: database.url } })
    write(folder.workspace, 'report', matter('report'))
    await using writer = await open(folder, { agent: 'writer', ...anyAgent })
    await using reader = await open(folder, { agent: 'reader', ...anyAgent })
    const use = (drawbridge: typeof reader) =>
      drawbridge.openSession().call({ name: 'skill.use', arguments: { name: 'report' } })
    const publish = () => writer.openSession().call({ name: 'skill.publish', arguments: { path: 'report' } })
    expect((await publish()).text).toContain('as version 1')
    expect((await publish()).text).toContain('as version 1')
    expect((await use(writer)).text).toContain('Steps of report')
    expect(await use(reader)).toMatchObject({ code: 'file_not_found' })
    const run = (...args: readonly string[]) => runHere(folder, ['skills', ...args])
    expect((await run('grant', 'report', '--agent', 'reader')).code).toBe(0)
    const private1 = await use(reader)
    expect(private1.text).toContain('(managed)')
    expect(private1.text).not.toContain(realpathSync(folder.home))
    expect(private1.result.content.map(({ label }) => label.trust)).toEqual(['untrusted'])
    const fileOf = (drawbridge: typeof reader, file: string) =>
      drawbridge.openSession().call({ name: 'skill.use', arguments: { name: 'report', file } })
    expect((await fileOf(reader, 'more.md')).text).toBe('More of report.')
    for (const file of ['../more.md', 'none.md', '__proto__', 'constructor'])
      expect(await fileOf(reader, file)).toMatchObject({ code: 'file_not_found' })
    writeFileSync(join(folder.workspace, 'report', 'SKILL.md'), matter('report', 'license: MIT\n'))
    expect((await publish()).text).toContain('as version 2')
    expect((await run('versions', 'report')).stdout).toMatch(
      /^2 {2}private.*\n1 {2}private.*\ngranted to agent writer.*\ngranted to agent reader\n$/,
    )
    expect(existsSync(join(folder.home, 'skills', '.published'))).toBe(false)
    expect((await run('revoke', 'report', '--agent', 'reader')).code).toBe(0)
    expect(await use(reader)).toMatchObject({ code: 'file_not_found' })
    expect((await run('remove', 'report', '--version', '2')).code).toBe(0)
    expect((await run('show', 'report')).stderr).not.toContain('license')
    expect((await run('remove', 'report')).code).toBe(0)
    expect((await run('versions', 'report')).stderr).toContain('No skill "report" is published')
  })

  test('have files that all can read only while they are public, and those are restored if they were changed', async () => {
    const database = options()
    const folder = place(database.kind === 'sqlite' ? {} : { store: { kind: 'postgres', url: database.url } })
    write(folder.workspace, 'report', matter('report'))
    const run = (...args: readonly string[]) => runHere(folder, ['skills', ...args])
    expect(await run('publish', 'report', '--public')).toMatchObject({ code: 0 })
    await using drawbridge = await open(folder, { agent: 'reader', ...anyAgent })
    const use = () => drawbridge.openSession().call({ name: 'skill.use', arguments: { name: 'report' } })
    // The description is a stranger's words, and a prompt has no labels.
    const prompt = (await drawbridge.promptBlocks()).map(({ text }) => text).join('\n')
    expect(prompt).toContain('- report: published')
    expect(prompt).not.toContain('Fills in report forms')
    const root = join(folder.home, 'skills', '.published', 'report', '1', 'report')
    expect((await use()).text).toContain(join('1', 'report', 'more.md'))
    chmodSync(join(root, 'more.md'), 0o600)
    writeFileSync(join(root, 'more.md'), 'changed by someone')
    symlinkSync('/etc', join(root, 'etc'))
    await use()
    expect(readdirSync(root)).toEqual(['SKILL.md', 'more.md'])
    expect(readFileSync(join(root, 'more.md'), 'utf8')).toBe('More of report.')
    expect((await run('publish', 'report', '--agent', 'writer')).code).toBe(0)
    expect(await use()).toMatchObject({ code: 'file_not_found' })
    expect(existsSync(root)).toBe(false)
  })

  test('are replaced by their publisher alone, and are private to its agent and user', async () => {
    const database = options()
    const folder = place(database.kind === 'sqlite' ? {} : { store: { kind: 'postgres', url: database.url } })
    write(folder.workspace, 'report', matter('report'))
    await using drawbridge = await open(folder, anyAgent)
    const session = (agent?: string | undefined, user?: string | undefined) =>
      drawbridge.openSession({
        principal: { ...(agent === undefined ? {} : { agent }), ...(user === undefined ? {} : { user }) },
      })
    const call = (
      name: string,
      given: object,
      caller: readonly [agent?: string | undefined, user?: string | undefined],
    ) => session(...caller).call({ name, arguments: { ...given } })
    expect(await call('skill.publish', { path: 'report' }, ['writer', 'ann'])).toMatchObject({ status: 'ok' })
    writeFileSync(join(folder.workspace, 'report', 'SKILL.md'), matter('report', 'license: evil\n'))
    for (const other of [['writer', 'bob'], ['other', 'ann'], ['writer'], [undefined, 'ann'], []] as const) {
      expect(await call('skill.use', { name: 'report' }, other)).toMatchObject({ code: 'file_not_found' })
      const refused = await call('skill.publish', { path: 'report' }, other)
      expect(refused).toMatchObject({ code: 'path_conflict' })
      // Whose skill has the name is nobody's business.
      expect(JSON.stringify(refused)).not.toMatch(/\bann\b|published by/)
    }
    expect(await call('skill.use', { name: 'report' }, ['writer', 'ann'])).toMatchObject({ status: 'ok' })
    expect(await runHere(folder, ['skills', 'remove', 'report'])).toMatchObject({ code: 0 })
    expect(await call('skill.publish', { path: 'report' }, [])).toMatchObject({ status: 'ok' })
    expect(await call('skill.use', { name: 'report' }, ['writer', 'ann'])).toMatchObject({ code: 'file_not_found' })
  })

  test('come from the workspace alone, without links, secrets, rubbish and too much', async () => {
    const database = options()
    const folder = place(database.kind === 'sqlite' ? {} : { store: { kind: 'postgres', url: database.url } })
    await using drawbridge = await open(folder, { agent: 'writer', ...anyAgent })
    const publish = (path: string) => drawbridge.openSession().call({ name: 'skill.publish', arguments: { path } })
    for (const name of ['linked', 'env', 'none']) write(folder.workspace, name, matter(name))
    symlinkSync('/etc/passwd', join(folder.workspace, 'linked', 'passwd'))
    writeFileSync(join(folder.workspace, 'env', '.env.local'), 'A=b')
    writeFileSync(join(folder.workspace, 'none', 'SKILL.md'), '# none')
    expect(await publish('linked')).toMatchObject({ status: expect.stringMatching(/failed|denied/) })
    expect((await publish('env')).status).not.toBe('ok')
    for (const [name, code] of [
      ['linked', 'a link'],
      ['env', 'does not belong'],
    ] as const) {
      const refused = await runHere(folder, ['skills', 'publish', name, '--public'])
      expect([refused.code === 0, refused.stderr]).toEqual([false, expect.stringContaining(code)])
    }
    for (const name of ['many', 'large', 'long']) write(folder.workspace, name, matter(name))
    for (let index = 0; index < 500; index += 1) writeFileSync(join(folder.workspace, 'many', `${index}.md`), '')
    writeFileSync(join(folder.workspace, 'large', 'data.bin'), Buffer.alloc(20 * 1024 * 1024))
    writeFileSync(join(folder.workspace, 'long', 'SKILL.md'), `${matter('long')}${'a'.repeat(256 * 1024)}`)
    for (const name of ['many', 'large', 'long']) {
      expect(await publish(name)).toMatchObject({ code: 'file_too_large' })
      expect((await runHere(folder, ['skills', 'publish', name, '--public'])).code).not.toBe(0)
    }
    expect((await publish('none')).text).toContain('It is not a skill')
    expect((await publish('/etc')).status).not.toBe('ok')
    expect((await publish('../')).status).not.toBe('ok')
    expect((await runHere(folder, ['skills', 'list'])).stdout).not.toContain('managed')
  })
})

test('no skill changes a decision: what it wishes for is asked as before', { timeout: 120_000 }, async () => {
  const calls = [
    { name: 'runtime.exec', arguments: { command: 'rm -r x' } },
    { name: 'runtime.exec', arguments: { command: 'ls' } },
    { name: 'fs.write_file', arguments: { path: 'a', content: 'b' } },
    { name: 'fs.read_file', arguments: { path: '/etc/shadow' } },
    { name: 'web.fetch', arguments: { url: 'https://example.org/' } },
    { name: 'runtime.credentialed_exec', arguments: { binary: 'gh', args: ['pr', 'list'] } },
  ]
  const verdicts = async (folder: ScratchFolder, used: boolean) => {
    await using drawbridge = await open(folder)
    const session = drawbridge.openSession()
    if (used)
      expect(await session.call({ name: 'skill.use', arguments: { name: 'wish' } })).toMatchObject({ status: 'ok' })
    const explained = await Promise.all(calls.map((call) => session.explain(call)))
    return explained.map((each) => JSON.stringify('decision' in each ? each.decision?.verdict : each))
  }
  const plain = await verdicts(place(), false)
  const wishes = fc.record({
    tools: fc.constantFrom('*', 'Bash Read Write', 'runtime.exec', 'Bash(*)', 'all', 'group:runtime'),
    more: fc.constantFrom(
      'permissions: bypass',
      'mode: bypass',
      'disallowed-tools: none',
      'hooks: {PreToolUse: "true"}',
      'metadata:\n  drawbridge.env: PATH LD_PRELOAD\n  drawbridge.programs: rm',
      'tools: {allow: ["*"]}',
    ),
  })
  await fc.assert(
    fc.asyncProperty(wishes, async ({ tools, more }) => {
      const folder = place({}, { wish: matter('wish', `allowed-tools: ${JSON.stringify(tools)}\n${more}\n`) })
      expect(await verdicts(folder, true)).toEqual(plain)
    }),
    { numRuns: propertyRuns(6) },
  )
})

describe('ai-multimodal', () => {
  const script = new URL('../../../skills/bundled/ai-multimodal/scripts/gemini.mjs', import.meta.url).pathname

  test('is bundled, says what it needs, and can be switched off', async () => {
    const shown = await runHere(place(), ['skills', 'show', 'ai-multimodal'])
    expect(shown.stdout).toContain('need GEMINI_API_KEY, which only the operator can grant')
    expect(shown.stdout).toContain('scripts/gemini.mjs')
    const off = await runHere(place({ skills: { disabled: ['ai-multimodal'] } }), ['skills', 'list'])
    expect(off.stdout).not.toContain('ai-multimodal')
  })

  test('reads a batch by content, goes on with the next key, makes pictures and videos, and writes every format', {
    timeout: 60_000,
  }, async () => {
    const { url, received } = await listen()
    const folder = place()
    writeFileSync(join(folder.workspace, 'picture.txt'), Buffer.from('89504e470d0a1a0a', 'hex'))
    writeFileSync(join(folder.workspace, 'talk'), Buffer.from('494433', 'hex'))
    writeFileSync(join(folder.workspace, 'notes.png'), 'no picture')
    const run = (...args: readonly string[]) => runScript(script, args, { cwd: folder.workspace, url })
    const batch = await run(
      '--task',
      'ocr',
      '--files',
      'picture.txt',
      '--files',
      'talk',
      '--files',
      'notes.png',
      '--format',
      'json',
    )
    expect(batch.code).toBe(1)
    expect(JSON.parse(batch.stdout)).toEqual([
      { file: 'picture.txt', text: '=seen image/png', tokens: 3 },
      { file: 'talk', text: '=seen audio/mp3', tokens: 3 },
      { file: 'notes.png', error: expect.stringContaining('not a picture') },
    ])
    expect(new Set(received.map(({ key }) => key))).toEqual(new Set(['exhausted', 'good']))
    expect(received.map(({ url: path }) => path).join()).not.toContain('good')
    expect((await run('--files', 'picture.txt', '--format', 'csv')).stdout).toBe(
      "file,text,error\r\npicture.txt,'=seen image/png,\r\n",
    )
    expect((await run('picture.txt', '--format', 'markdown')).stdout).toBe('## picture.txt\n\n=seen image/png\n')
    expect((await run('--task', 'image', '--prompt', 'a', '--out', 'a.png')).stdout).toBe('Wrote a.png (7 bytes).\n')
    expect((await run('--task', 'video', '--prompt', 'a', '--out', 'a.mp4')).stdout).toBe('Wrote a.mp4 (5 bytes).\n')
    expect(readFileSync(join(folder.workspace, 'a.mp4'), 'utf8')).toBe('video')
    expect(await run('--task', 'dance', '--files', 'a')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"--task" is "dance"'),
    })
    expect(await run('--task', 'ocr')).toMatchObject({ code: 2 })
  })
})

/** A server with the shape of the API. The first key is exhausted. */
async function listen() {
  const received: { readonly url: string; readonly key: string }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const url = request.url ?? ''
    const key = String(request.headers['x-goog-api-key'])
    received.push({ url, key })
    const answer = (value: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (key === 'exhausted') return response.writeHead(429).end('{}')
    if (url.endsWith(':generateContent')) {
      const type = JSON.parse(text).contents[0].parts[1].inlineData.mimeType
      return answer({
        candidates: [{ content: { parts: [{ text: `=seen ${type}` }] } }],
        usageMetadata: { totalTokenCount: 3 },
      })
    }
    if (url.endsWith(':predict'))
      return answer({ predictions: [{ bytesBase64Encoded: Buffer.from('picture').toString('base64') }] })
    if (url.endsWith(':predictLongRunning')) return answer({ name: 'operations/1' })
    if (url.endsWith('operations/1'))
      return answer({
        done: true,
        response: {
          generateVideoResponse: { generatedSamples: [{ video: { uri: `http://${request.headers.host}/file` } }] },
        },
      })
    return response.writeHead(200).end('video')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

async function runScript(
  script: string,
  args: readonly string[],
  { cwd, url }: { readonly cwd: string; readonly url: string },
) {
  const { spawn } = await import('node:child_process')
  const { text } = await import('node:stream/consumers')
  const env = { GEMINI_API_KEY: 'exhausted, good', GEMINI_API_BASE: url, GEMINI_POLL_MS: '1' }
  const child = spawn(process.execPath, [script, ...args], { cwd, env })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, stdout, stderr }
}
