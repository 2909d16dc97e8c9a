import type { ApprovalRequest } from '@drawbridge/core'
import type { OfferedAnswer } from '@drawbridge/core/approval'
import type { Scrubber } from '@drawbridge/core/scrub'
import type { CommandTarget } from '@drawbridge/core/target'
import { type ChangeCall, type ChangePreview, previewBeside } from '@drawbridge/tools/change'
import { approvalRequest } from '../../__fixtures__/approval-request.ts'

/** What one screen asks, and the change that goes with it. */
export interface Scene {
  readonly requests: readonly ApprovalRequest[]
  readonly current?: string
}

const once: OfferedAnswer = { answer: 'allow_once', scope: 'this call only' }
const refuse: readonly OfferedAnswer[] = [
  { answer: 'deny', scope: 'this call only' },
  { answer: 'abort', scope: 'the whole run' },
]
const offers = (session: string): readonly OfferedAnswer[] => [
  once,
  { answer: 'allow_for_session', scope: `${session}, until this session ends` },
  { answer: 'allow_always', scope: `${session}, for this agent, until it is revoked` },
  ...refuse,
]

function command(words: string, parts: Partial<CommandTarget> = {}): CommandTarget {
  const argv = words.split(' ').map((text) => ({ text, static: !text.includes('$') }))
  const [name] = words.split(' ')
  return {
    kind: 'command',
    argv,
    program: { name: name ?? '', path: `/usr/bin/${name}` },
    cwd: '/home/user/project',
    dynamic: argv.some((word) => !word.static),
    readonly: false,
    unapproved: null,
    gadgets: [],
    denyGroups: [],
    ...parts,
  }
}

const edit = approvalRequest({
  id: 'edit',
  tool: 'fs.edit',
  risk: 'medium',
  reason: '"fs.edit" changes something (medium).',
  input: { path: 'src/price.js', edits: [{ old: 'count > 10', new: 'count >= 10', replace_all: false }] },
  targets: [
    {
      kind: 'path',
      declared: 'src/price.js',
      real: '/home/user/project/src/price.js',
      access: 'write',
      recursive: false,
      zone: 'workspace',
      sensitive: false,
    },
  ],
  offers: offers('fs.edit, write files directly in /home/user/project/src'),
})

const line = approvalRequest({
  id: 'command',
  tool: 'runtime.exec',
  risk: 'dangerous',
  dangerous: true,
  environment: ['HOME', 'LANG', 'PATH'],
  reason: '"git push --force $REMOTE main" is not known to be read-only, and parts of it are unknown until it runs.',
  rule: 'default.command',
  input: { command: 'npm run build && git push --force $REMOTE main' },
  targets: [command('npm run build'), command('git push --force $REMOTE main', { gadgets: ['--force overwrites what is there'] })],
  offers: [once, ...refuse],
})

const push = approvalRequest({
  id: 'push',
  tool: 'runtime.run_command',
  risk: 'dangerous',
  dangerous: true,
  rule: 'default.command',
  reason: '"git push origin main" is not known to be read-only.',
  input: { argv: ['git', 'push', 'origin', 'main'] },
  targets: [command('git push origin main')],
  offers: offers('runtime.run_command, commands that begin with `git push` in /home/user/project'),
})

const network = approvalRequest({
  id: 'network',
  tool: 'web.fetch',
  permission: 'readonly',
  risk: 'medium',
  rule: 'default.network',
  reason: '"web.fetch" connects to example.org.',
  input: { url: 'https://example.org/prices.json' },
  targets: [{ kind: 'host', scheme: 'https', host: 'example.org', port: 443 }],
  hosts: ['https://example.org:443'],
  offers: offers('web.fetch, https://example.org:443'),
  principal: { session: 's', run: 'r2', role: 'sub', agent: 'researcher', parents: [{ run: 'r1', agent: 'lead' }] },
})

const outside = approvalRequest({
  id: 'outside',
  tool: 'fs.read_file',
  permission: 'readonly',
  risk: 'safe',
  dangerous: true,
  rule: 'default.sensitive',
  reason: '"../.env" contains credentials.',
  input: { path: '../.env' },
  targets: [
    {
      kind: 'path',
      declared: '../.env',
      real: '/home/user/.env',
      access: 'read',
      recursive: false,
      zone: 'outside',
      sensitive: true,
    },
  ],
  offers: [once, ...refuse],
})

export const scenes: Readonly<Record<string, Scene>> = {
  edit: { requests: [edit], current: 'export const isMany = (count) => count > 10\n' },
  command: { requests: [line] },
  network: { requests: [network] },
  outside: { requests: [outside] },
  batch: { requests: [push, network, outside] },
}

/** The change that an edit makes to the scene's file. */
export async function previewOf(
  { current }: Scene,
  { tool, input }: ApprovalRequest,
  scrubber: Scrubber,
): Promise<ChangePreview | undefined> {
  if (current === undefined) return undefined
  const signal = new AbortController().signal
  return await previewBeside({ tool, input } as ChangeCall, new TextEncoder().encode(current), { scrubber, signal })
}
