import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync('/var/tmp/drawbridge-unapproved-'))
  for (const folder of ['workspace', 'home']) mkdirSync(join(root, folder), { mode: 0o700 })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function git(folder: string, ...words: string[]): void {
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { stdio: 'ignore' })
}

function repository(name = 'workspace'): string {
  const folder = join(root, name)
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '-q')
  writeFileSync(join(folder, 'a.txt'), 'one\n')
  git(folder, 'add', '.')
  git(folder, 'commit', '-qm', 'one')
  return folder
}

async function call(command: string, options: DrawbridgeOptions = {}, more: object = {}) {
  await using drawbridge = await createDrawbridge({
    workspace: join(root, 'workspace'),
    home: join(root, 'home'),
    useConfig: options.config !== undefined,
    record: 'off',
    ...options,
  })
  await using session = drawbridge.openSession()
  const outcome = await session.call({ name: 'runtime.exec', arguments: { command, ...more } })
  const data = outcome.result.data as { readonly ran_in?: string } | undefined
  return {
    status: outcome.status,
    code: outcome.result.code,
    ranIn: data?.ran_in,
    rule: outcome.result.meta.decision?.rule,
  }
}

const contained = { status: 'ok', ranIn: 'contained', rule: 'default.contained' }
const asked = { status: 'denied', code: 'approval_unavailable' }

interface Payload {
  readonly what: string
  readonly settings: Readonly<Record<string, string>>
  readonly attribute?: string
}

describeWithProgram('bwrap', 'commands are contained by it', () => {
  test('git reads the repository of a linked worktree or a submodule, and no other one', async () => {
    repository('main')
    git(join(root, 'main'), 'worktree', 'add', '-q', '../tree')
    repository('library')
    git(join(root, 'main'), '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', '../library', 'lib')
    mkdirSync(join(root, 'foreign'))
    writeFileSync(join(root, 'foreign/.git'), `gitdir: ${join(root, 'main/.git/worktrees/tree')}\n`)
    const log = (workspace: string) => call('git log --oneline && git status', { workspace: join(root, workspace) })
    expect(await log('tree')).toMatchObject(contained)
    expect(await log('main/lib')).toMatchObject(contained)
    expect((await log('foreign')).status).not.toBe('ok')
    const closed = {
      permissions: { rules: [{ tools: '*', when: { path: join(root, 'main/**') }, then: 'deny' as const }] },
    }
    const denied = await call('git log --oneline', { workspace: join(root, 'tree'), config: closed })
    expect(denied.status).not.toBe('ok')
  })

  test('a command that needs no containment runs directly, another one contained', async () => {
    repository()
    expect(await call('ls')).toMatchObject({ status: 'ok', ranIn: undefined })
    expect(await call('git log --oneline')).toMatchObject(contained)
    expect(await call('ls; git log --oneline')).toMatchObject(contained)
  })

  test.each(['plan', 'non-interactive', 'accept-edits'] as const)('also in the mode %s', async (mode) => {
    repository()
    expect(await call('git log --oneline', { authority: { mode } })).toMatchObject(contained)
  })

  test('without containment it is asked about, and refused where nothing is changed', async () => {
    repository()
    expect(await call('git log', {}, { contained: false })).toMatchObject(asked)
    expect(await call('git log', { authority: { mode: 'plan' } }, { contained: false })).toMatchObject({
      code: 'denied_by_policy',
    })
  })

  test('a rule that names it lets it run directly, one about the tool alone does not', async () => {
    repository()
    const allow = (when?: object) => ({
      config: { permissions: { rules: [{ tools: 'runtime.*', ...(when && { when }), then: 'allow' as const }] } },
    })
    expect(await call('git log', allow({ command: 'git log' }))).toMatchObject({ status: 'ok', ranIn: undefined })
    expect(await call('git log', allow())).toMatchObject(contained)
    expect(await call('git log', allow({ command: 'git log' }), { contained: false })).toMatchObject({ status: 'ok' })
  })

  test.each(['core', 'off'] as const)('the setting "%s" lets nothing run contained', async (unapproved) => {
    const folder = repository()
    expect(await call('sort --version | awk 1', { sandbox: { unapproved } })).toMatchObject(asked)
    expect((await call('git log', { sandbox: { unapproved } })).status).toBe(unapproved === 'core' ? 'ok' : 'denied')
    git(folder, 'config', 'diff.x.textconv', 'cat')
    expect(await call('git log', { sandbox: { unapproved } })).toMatchObject(asked)
  })

  /** Each is a program that git starts while it only reads. */
  const payloads: readonly Payload[] = [
    { what: 'a monitor', settings: { 'core.fsmonitor': 'PAYLOAD' } },
    {
      what: 'a filter',
      settings: { 'filter.x.clean': 'PAYLOAD; cat', 'filter.x.smudge': 'PAYLOAD; cat' },
      attribute: '*.txt filter=x',
    },
    { what: 'a text converter', settings: { 'diff.x.textconv': 'PAYLOAD' }, attribute: '*.txt diff=x' },
    { what: 'a diff driver', settings: { 'diff.x.command': 'PAYLOAD' }, attribute: '*.txt diff=x' },
    { what: 'an external diff', settings: { 'diff.external': 'PAYLOAD' } },
    { what: 'a folder of hooks', settings: { 'core.hooksPath': 'hooks' } },
    { what: 'a pager', settings: { 'core.pager': 'PAYLOAD', 'pager.log': 'PAYLOAD' } },
    { what: 'an alias', settings: { 'alias.status': '!PAYLOAD', 'alias.st': '!PAYLOAD' } },
  ]
  const lines = [
    'git status',
    'git diff',
    'git log -p',
    'git show',
    'git -C sub status',
    'git -C sub/../sub/. diff',
    'cd sub && git diff',
  ]

  test.each(payloads)(
    '$what that a repository names leaves no mark without approval',
    async ({ settings, attribute }) => {
      const mark = join(root, 'workspace/mark')
      const payload = join(root, 'workspace/payload')
      for (const name of ['workspace', 'workspace/sub']) {
        const folder = repository(name)
        mkdirSync(join(folder, 'hooks'))
        for (const place of ['hooks', '.git/hooks']) {
          writeFileSync(join(folder, place, 'post-index-change'), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 })
        }
        for (const [key, value] of Object.entries(settings))
          git(folder, 'config', key, value.replaceAll('PAYLOAD', payload))
        if (attribute !== undefined) writeFileSync(join(folder, '.gitattributes'), `${attribute}\n`)
        writeFileSync(join(folder, 'a.txt'), 'two\n')
      }
      writeFileSync(payload, `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 })
      rmSync(mark, { force: true })
      for (const line of lines) {
        await call(line)
        await call(line, { sandbox: { unapproved: 'core' } })
        expect(existsSync(mark), line).toBe(false)
      }
    },
  )
})
