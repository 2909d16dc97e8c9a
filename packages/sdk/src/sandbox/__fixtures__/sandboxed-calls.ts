import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from '@drawbridge/core'
import type { SandboxSection } from '@drawbridge/sandbox/configuration'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Session } from '@drawbridge/core'
import { createSandboxedFolder, type SandboxedFolder, textOf } from './sandboxed-folder.ts'

export interface SandboxUnderTest {
  readonly section: SandboxSection
  /** Where the workspace stands inside. */
  inside(workspace: string): string
}

/** What holds of calls in every sandbox, through the whole wiring and the real backend. */
export function describeSandboxedCalls(sandbox: () => SandboxUnderTest): void {
  let folder: SandboxedFolder
  beforeEach(() => {
    folder = createSandboxedFolder()
  })
  afterEach(() => folder[Symbol.dispose]())

  const open = () => folder.open(sandbox().section)
  const call = (session: Session, name: string, args: object): Promise<Outcome> =>
    session.call({ name: name.replace('.', '__'), arguments: args })
  const exec = (session: Session, command: string, more: object = {}) => call(session, 'runtime.exec', { command, ...more })

  test('a file that a command writes is read by a file tool under either spelling', async () => {
    await using drawbridge = await open()
    await using session = drawbridge.openSession()
    const written = await exec(session, 'mkdir -p made && echo hello > made/a.txt && pwd')
    const inside = sandbox().inside(folder.workspace)
    expect(textOf(written)).toContain(inside)
    expect(written.result.data).toMatchObject({ ran_in: sandbox().section.backend, exit_code: 0 })
    for (const path of ['made/a.txt', `${inside}/made/a.txt`, `${folder.workspace}/made/a.txt`]) {
      expect(textOf(await call(session, 'fs.read_file', { path }))).toContain('hello')
    }
    expect(folder.text('workspace/made/a.txt')).toBe('hello\n')
  })

  test('/tmp is private, the same for commands and file tools, and gone with the session', async () => {
    const name = `drawbridge-${process.pid}-private.txt`
    await using drawbridge = await open()
    const session = drawbridge.openSession()
    await call(session, 'fs.write_file', { path: `/tmp/${name}`, content: 'from a tool\n' })
    expect(textOf(await exec(session, `cat /tmp/${name} && echo from a command > /tmp/${name}`))).toContain('from a tool')
    expect(textOf(await call(session, 'fs.read_file', { path: `/tmp/${name}` }))).toContain('from a command')
    expect(existsSync(join('/tmp', name))).toBe(false)
    const other = drawbridge.openSession()
    expect((await exec(other, `cat /tmp/${name}`)).status).toBe('failed')
    expect(folder.kept().filter((path) => path.endsWith(name))).toHaveLength(1)
    await session[Symbol.asyncDispose]()
    expect(folder.kept().filter((path) => path.endsWith(name))).toEqual([])
    await using again = drawbridge.openSession({ id: session.id })
    expect(await call(again, 'fs.write_file', { path: `/tmp/${name}`, content: 'x' })).toMatchObject({ status: 'ok' })
  })

  test('what rules deny is masked, or kept as it is, for scripts and background processes too', async () => {
    const secret = ['denied', 'to', 'all'].join('-')
    folder.file('workspace/private/z.txt', secret)
    folder.file('workspace/deep/down/x.key2', secret)
    folder.file('workspace/fixed/lock.json', 'as it was')
    folder.file('workspace/s.sh', 'cat private/z.txt deep/down/x.key2; echo changed > fixed/lock.json; echo new > private/n; echo n > made.lock; mv private p; ln private/z.txt l; true')
    const rules = [
      { tools: '*', when: { path: 'private/**' }, then: 'deny' },
      { tools: '*', when: { path: '**/*.key2' }, then: 'deny' },
      { tools: '*', when: { path: ['fixed/lock.json', 'made.lock'], access: ['write', 'delete'] }, then: 'deny' },
    ] as const
    await using drawbridge = await folder.open(sandbox().section, { config: { permissions: { rules } } })
    await using session = drawbridge.openSession()
    const outcome = await exec(session, 'sh s.sh')
    expect(outcome.status).toBe('ok')
    expect(textOf(outcome)).not.toContain(secret)
    const background = await exec(session, 'sh s.sh', { background: true })
    expect(background.status).toBe('ok')
    expect(textOf(await exec(session, 'cat fixed/lock.json'))).toContain('as it was')
    expect(textOf(await exec(session, 'grep -r denied . ; true'))).not.toContain(secret)
    expect(folder.text('workspace/private/z.txt')).toBe(secret)
    expect(folder.text('workspace/fixed/lock.json')).toBe('as it was')
    for (const path of ['private/n', 'made.lock', 'p/z.txt', 'l']) expect(folder.text(`workspace/${path}`)).toBeUndefined()
  })

  test('secrets and what lies outside cannot be read, by command or file tool', async () => {
    const secret = ['not', 'for', 'anybody'].join('-')
    folder.file('workspace/.env', secret)
    folder.file('workspace/deep/down/id_rsa', secret)
    folder.file('outside/notes.txt', secret)
    await using drawbridge = await open()
    folder.file('home/key', secret)
    await using session = drawbridge.openSession()
    const everything = await exec(session, `cat .env deep/down/id_rsa ${folder.root}/outside/notes.txt; grep -r ${secret} .`)
    expect(textOf(everything).replaceAll(`grep -r ${secret}`, '')).not.toContain(secret)
    expect((await exec(session, `f=key; cat "${folder.root}/home/$f"`)).status).not.toBe('ok')
    for (const path of ['.env', 'deep/down/id_rsa', '../outside/notes.txt', `${folder.root}/outside/notes.txt`]) {
      expect(await call(session, 'fs.read_file', { path })).toMatchObject({ code: 'path_outside_roots' })
    }
  })

  test('a command and a file tool find the same file, or none, behind every spelling', async () => {
    folder.file('workspace/a/b/file', 'ws-a-b')
    folder.file('workspace/file', 'ws')
    folder.file('workspace/.env/file', 'hidden')
    folder.file('outside/file', 'outside')
    await using drawbridge = await open()
    await using session = drawbridge.openSession()
    const inside = sandbox().inside(folder.workspace)
    const made = [
      'mkdir -p /tmp/t/a; echo tmp-t > /tmp/t/file; echo tmp-t-a > /tmp/t/a/file',
      `ln -s a/b short; ln -s ../.. a/b/up; ln -s ${inside}/a absolute; ln -s /tmp/t temporary; ln -s ${inside}/temporary twice`,
      `ln -s ${inside} /tmp/t/back; ln -s loop loop; ln -s ${folder.root}/outside out; ln -s .env env`,
    ]
    expect(await exec(session, made.join('; '))).toMatchObject({ status: 'ok' })
    const paths = ['temporary/a/file', ...new Set(fc.sample(spellings(inside), { numRuns: 150, seed: 7 }))]
    folder.file('workspace/paths', `${paths.join('\n')}\n`)
    const script = 'while IFS= read -r path; do if [ -f "$path" ] && [ -r "$path" ]; then cat "$path"; echo; else echo -; fi; done < paths | grep .'
    const seen = await exec(session, script)
    const byCommand = textOf(seen).split('--- stdout\n')[1]?.trim().split('\n')
    const byTool: string[] = []
    for (const path of paths) {
      const read = await call(session, 'fs.read_file', { path })
      byTool.push(read.status === 'ok' ? textOf(read).trim() : '-')
    }
    // The kernel goes back from folders only; our tools forgive a name that is not there before a "..".
    const isForgiven = (path: string, index: number) => byCommand?.[index] === '-' && path.includes('..')
    const differences = paths.flatMap((path, index) =>
      byTool[index] === byCommand?.[index] || isForgiven(path, index) ? [] : [[path, byTool[index], byCommand?.[index]]],
    )
    expect(differences).toEqual([])
    expect(new Set(byTool)).toEqual(new Set(['-', 'ws', 'ws-a-b', 'tmp-t', 'tmp-t-a']))
  })

  test('protected files are neither changed nor made', async () => {
    folder.file('workspace/.git/config', '[core]\n')
    folder.file('workspace/.profile', 'umask 077\n')
    folder.file('workspace/sub/.vscode/tasks.json', '{}')
    await using drawbridge = await open()
    await using session = drawbridge.openSession()
    for (const command of [
      'echo x >> .git/config',
      'mkdir -p .git/hooks; echo x > .git/hooks/post-checkout',
      'echo x > .mcp.json',
      'echo x >> .profile',
      'echo x > .bashrc',
      'mv .git other',
      'echo x > sub/.vscode/tasks.json',
    ]) {
      expect((await exec(session, command)).status).toBe('failed')
    }
    expect(folder.text('workspace/.git/config')).toBe('[core]\n')
    expect(folder.text('workspace/sub/.vscode/tasks.json')).toBe('{}')
    for (const path of ['.git/hooks/post-checkout', '.mcp.json/x', 'other/config']) {
      expect(folder.text(`workspace/${path}`)).toBeUndefined()
    }
  })

  test("a workspace in Drawbridge's own folder is protected all the same, and nothing beside it is seen", async () => {
    const secret = ['kept', 'for', 'us'].join('-')
    folder.file('home/agents/a/workspace/a.txt', 'hello')
    folder.file('home/agents/b/workspace/b.txt', secret)
    const workspace = `${folder.home}/agents/a/workspace`
    chmodSync(folder.home, 0o700)
    await using drawbridge = await folder.open(sandbox().section, { workspace })
    await using session = drawbridge.openSession()
    expect(textOf(await exec(session, 'cat a.txt'))).toContain('hello')
    for (const command of ['mkdir -p .vscode && echo x > .vscode/tasks.json', 'mkdir -p .git/hooks && echo x > .git/hooks/a']) {
      expect((await exec(session, command)).status).toBe('failed')
    }
    expect(textOf(await exec(session, 'd=../../b; cat $d/workspace/b.txt; ls $d ../../..'))).not.toContain(secret)
    expect(await call(session, 'fs.read_file', { path: '../../b/workspace/b.txt' })).toMatchObject({ code: 'path_outside_roots' })
  })

  test('there is no network', async () => {
    await using drawbridge = await open()
    await using session = drawbridge.openSession()
    expect(textOf(await exec(session, 'grep -c : /proc/net/dev; grep -c lo: /proc/net/dev'))).toContain('1\n1')
  })

  test('a process in the background runs there, and ends with its session', async () => {
    await using drawbridge = await open()
    const session = drawbridge.openSession()
    const started = await exec(session, 'while :; do echo tick >> ticks; sleep 0.1; done', { background: true })
    expect(started.result.data).toMatchObject({ ran_in: sandbox().section.backend })
    await vi.waitFor(() => expect(folder.text('workspace/ticks')).toContain('tick'), { timeout: 20_000 })
    await session[Symbol.asyncDispose]()
    const ticks = folder.text('workspace/ticks')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(folder.text('workspace/ticks')).toBe(ticks)
  })

  test('a search looks where commands look', async () => {
    folder.file('workspace/a.txt', 'needle\n')
    folder.file('workspace/.env', 'needle\n')
    await using drawbridge = await open()
    await using session = drawbridge.openSession()
    for (const path of ['.', sandbox().inside(folder.workspace)]) {
      const found = textOf(await call(session, 'fs.search', { query: 'needle', path }))
      expect(found).toContain('a.txt')
      expect(found).not.toContain('.env')
    }
  })

  test('what explain says is what happens', async () => {
    await using drawbridge = await open()
    const explained = await drawbridge.explainSandbox()
    await using session = drawbridge.openSession()
    const { data } = (await exec(session, 'true')).result
    expect(data).toMatchObject({ ran_in: explained.runs_in })
    expect(explained.profile.join('\n')).toContain(folder.workspace)
    expect(explained.capabilities).toMatchObject({ 'fs-read': { held: true }, 'fs-write': { held: true }, net: { held: true } })
  })

  describe('a program with credentials', () => {
    const reference = 'DRAWBRIDGE_TEST_CREDENTIAL'
    const secret = ['velvet', 'anchor', '21', 'quartz'].join('-')
    beforeEach(() => vi.stubEnv(reference, secret))
    afterEach(() => vi.unstubAllEnvs())

    test('has them to itself: what runs in the session beside it cannot read its environment', async () => {
      await using drawbridge = await folder.open(sandbox().section, {
        tools: { credentialed: [{ binary_name: 'awk', environment: { DEMO_CREDENTIAL: reference } }] },
      })
      await using session = drawbridge.openSession()
      // Finds every environment that it can read; that of its own helper proves that it can.
      const spy = 'while :; do cat /proc/[0-9]*/environ 2>/dev/null | tr "\\\\0" "\\\\n" | grep -o "^DEMO_[A-Z]*" >> seen; done'
      await exec(session, `DEMO_CANARY=1 sleep 30 & ${spy}`, { background: true })
      await vi.waitFor(() => expect(folder.text('workspace/seen')).toContain('DEMO_CANARY'), { timeout: 30_000 })
      const work = 'BEGIN { for (i = 0; i < 3000000; i++) n += i; print length(ENVIRON["DEMO_CREDENTIAL"]) }'
      const outcome = await call(session, 'runtime.credentialed_exec', { binary: 'awk', args: [work] })
      expect(textOf(outcome)).toContain(`${secret.length}`)
      expect(outcome.result.data).toMatchObject({ ran_in: sandbox().section.backend })
      expect(folder.text('workspace/seen')).not.toContain('DEMO_CREDENTIAL')
    }, 60_000)
  })
}

const parts = ['a', 'b', 'up', 'short', 'absolute', 'temporary', 'twice', 'back', 'loop', 'out', 'env', '.env', 't', '..', '.', '']

/** Paths of a file in folders and through links, as a program inside may spell them. */
function spellings(inside: string): fc.Arbitrary<string> {
  const start = fc.constantFrom('', '', `${inside}/`, '/tmp/', '/tmp/t/', `${inside}/a/`)
  const middle = fc.array(fc.constantFrom(...parts), { maxLength: 4 })
  return fc.tuple(start, middle).map(([from, through]) => `${from}${[...through, 'file'].join('/')}`)
}
