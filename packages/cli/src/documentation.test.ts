import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialectNames } from '@drawbridge/core/dialect'
import { openSchema } from '@drawbridge/core/schema'
import { builtInRooms } from '@drawbridge/sdk/built-in-rooms'
import { describe, expect, test } from 'vitest'
import { approvalRequest } from './__fixtures__/approval-request.ts'
import { runHere } from './__fixtures__/run-here.ts'
import { runLine } from './__fixtures__/run-line.ts'
import { scratchFolder } from './__fixtures__/scratch-folder.ts'
import { askAtDesk } from './approvals/__fixtures__/ask-at-desk.ts'
import { capabilitiesWith } from './room/capabilities-with.ts'

const allCommands = capabilitiesWith(builtInRooms).flatMap(({ commands = [] }) => commands)
const documentation = readFileSync(join(import.meta.dirname, '../../../docs/cli.md'), 'utf8')

/** Fenced blocks with the given words behind the fence. */
function blocks(info: RegExp): { readonly name: string; readonly text: string }[] {
  return [...documentation.matchAll(/^```([^\n]+)\n(.*?)^```$/gms)].flatMap(([, words = '', text = '']) => {
    const match = info.exec(words)
    return match === null ? [] : [{ name: match[1] ?? '', text }]
  })
}

const project = {
  'package.json': '{"name":"sample"}\n',
  'src/price.js': 'export const isMany = (count) => count > 10\n',
}

test('the README leaves a tool out: it names every one there is', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')
  const { stdout } = await runHere(scratchFolder(), ['tools', '--json'])
  const { tools, hidden } = JSON.parse(stdout) as Record<'tools' | 'hidden', readonly { readonly name: string }[]>
  for (const { name } of [...tools, ...hidden]) expect(readme).toContain(`\`${name}\``)
})

test('every command has its section', () => {
  for (const { path } of allCommands) expect(documentation).toContain(`\n## ${path.join(' ')}\n`)
})

async function namesInDialects(): Promise<readonly string[]> {
  const names: string[] = []
  for (const dialect of dialectNames) {
    const { stdout } = await runHere(scratchFolder(), ['tools', '--dialect', dialect, '--json'])
    const { tools } = JSON.parse(stdout) as { readonly tools: readonly { readonly exposedName: string }[] }
    names.push(...tools.map(({ exposedName }) => exposedName))
  }
  return names
}

test.each(readdirSync(join(import.meta.dirname, '../../../docs')).filter((name) => name.endsWith('.md')))(
  'docs/%s names no tool or event that does not exist',
  async (name) => {
    const text = readFileSync(join(import.meta.dirname, `../../../docs/${name}`), 'utf8')
    const { stdout } = await runHere(scratchFolder(), ['tools', '--json'])
    const { tools, hidden } = JSON.parse(stdout) as Record<'tools' | 'hidden', readonly { readonly name: string }[]>
    // The page on dialects has the names that other products give our tools.
    const spelled = name === 'dialects.md' ? await namesInDialects() : []
    const events = builtInRooms.flatMap((room) => Object.keys(room.events ?? {}))
    const known = new Set([...tools, ...hidden].map((tool) => tool.name).concat(spelled, events))
    const named = [
      ...text.matchAll(/`((?:fs|runtime|web|artifact|code|memory|knowledge|ask|agent|workspace)\.[a-z_]+)`/g),
    ]
    expect(named.map(([, tool = '']) => tool).filter((tool) => !known.has(tool) && !tool.endsWith('.md'))).toEqual([])
  },
)

describe('every documented command line works as it says', () => {
  const commandLines = blocks(/^sh$/).flatMap(({ text }) => text.trimEnd().split('\n'))

  test.each(commandLines)('%s', async (line) => {
    const { code, stderr } = await runLine(scratchFolder(project), line)
    expect({ code, stderr }).toMatchObject({ code: Number(/# exit (\d)$/.exec(line)?.[1] ?? 0) })
  })
})

describe('what a command writes fits its documented schema', () => {
  const schemas = new Map(blocks(/^json schema=(.+)$/).map(({ name, text }) => [name, JSON.parse(text)]))
  const calls = [
    { tool: 'fs.read_file', arguments: { path: 'package.json' } },
    { tool: 'fs.read_file', arguments: {} },
    { tool: 'fs.delete', arguments: { path: 'package.json' } },
    { tool: 'fs.nothing' },
  ]
  interface Sample {
    readonly name: string
    readonly args: readonly string[]
    readonly input?: string
    /** A command that comes first. */
    readonly after?: readonly string[]
    /** The id of a question that waits at the desk. */
    readonly question?: string
  }
  const settings = join(import.meta.dirname, '__fixtures__/policy.jsonc')
  const createAgent = ['agents', 'create', 'helper', '--type', 'open', '--template', '.']
  const readOnce = ['call', 'fs.read_file', '{"path":"package.json"}', '--session', 'work']
  const samples: readonly Sample[] = [
    { name: 'call', args: ['call', '--jsonl'], input: calls.map((call) => JSON.stringify(call)).join('\n') },
    { name: 'tools', args: ['tools', '--json'] },
    { name: 'explain', args: ['explain', 'fs.delete', '{"path":"package.json"}', '--json'] },
    { name: 'explain', args: ['explain', 'fs.nothing', '--json'] },
    {
      name: 'policy-check',
      args: ['policy', 'check', settings, '--json'],
    },
    { name: 'policy-test', args: ['policy', 'test', settings, '--json'] },
    { name: 'policy-tools', args: ['policy', 'tools', '--json'] },
    { name: 'policy-versions', args: ['policy', 'versions', '--json'], after: ['policy', 'apply', settings] },
    { name: 'policy-apply', args: ['policy', 'apply', settings, '--json'] },
    { name: 'policy-revert', args: ['policy', 'revert', '0', '--json'], after: ['policy', 'apply', settings] },
    { name: 'config-explain', args: ['config', 'explain', '--json'] },
    { name: 'config-set', args: ['config', 'set', 'permissions.mode', 'plan', '--json'] },
    { name: 'config-unset', args: ['config', 'unset', 'permissions.mode', '--json'] },
    {
      name: 'config-list',
      after: ['config', 'set', 'permissions.mode', 'plan'],
      args: ['config', 'list', '--json'],
    },
    { name: 'approvals-list', args: ['approvals', 'list', '--json'] },
    { name: 'approvals-show', question: 'approval_1', args: ['approvals', 'show', 'approval_1', '--json'] },
    { name: 'approvals-answer', args: ['approvals', 'answer', 'unknown', 'deny', '--json'] },
    { name: 'questions-list', args: ['questions', 'list', '--json'] },
    { name: 'grants-list', args: ['grants', '--json'] },
    { name: 'jobs-list', args: ['jobs', 'list', '--json'] },
    { name: 'models-list', args: ['models', 'list', '--json'] },
    { name: 'sessions-list', after: readOnce, args: ['sessions', '--json'] },
    { name: 'sessions-show', after: readOnce, args: ['sessions', 'show', 'work', '--json'] },
    { name: 'sessions-prune', after: readOnce, args: ['sessions', 'prune', '--days', '1', '--json'] },
    { name: 'audit-list', after: readOnce, args: ['audit', '--json'] },
    { name: 'audit-verify', after: readOnce, args: ['audit', 'verify', '--json'] },
    { name: 'agents-create', args: [...createAgent, '--json'] },
    { name: 'agents-list', after: createAgent, args: ['agents', 'list', '--json'] },
    { name: 'agents-show', after: createAgent, args: ['agents', 'show', 'helper', '--json'] },
    {
      name: 'agents-define',
      args: ['agents', 'define', 'reviewer', '-', '--json'],
      input: '---\ndescription: Reviews.\n---\nYou review.\n',
    },
    { name: 'agents-update', after: createAgent, args: ['agents', 'update', 'helper', '--template', '.', '--json'] },
    { name: 'agents-remove', after: createAgent, args: ['agents', 'remove', 'helper', '--json'] },
    { name: 'artifacts-list', args: ['artifacts', 'list', '--json'] },
    { name: 'secrets-list', args: ['secrets', 'list', '--json'] },
    { name: 'secrets-rotate', args: ['secrets', 'rotate', '--json'] },
    { name: 'programs-list', args: ['programs', 'list', '--json'] },
    { name: 'programs-check', args: ['programs', 'check', 'gh', '--json', '--', 'auth', 'token'] },
    { name: 'sandbox-explain', args: ['sandbox', 'explain', '--json'] },
    { name: 'sandbox-prune', args: ['sandbox', 'prune', '--json'] },
    { name: 'backup', args: ['backup', 'monday', '--json'] },
    { name: 'models-list', args: ['models', 'list', '--json'] },
    { name: 'mcp-import', args: ['mcp', 'import', '--dry-run', '--json'] },
    { name: 'mcp-restore', args: ['mcp', 'restore', '--list', '--json'] },
    { name: 'restore', after: ['backup', 'monday'], args: ['restore', 'monday', '--force', '--json'] },
    { name: 'init', args: ['init', '--json'] },
    { name: 'doctor', args: ['doctor', '--json'] },
    {
      name: 'simulate',
      args: ['simulate', '--policy', join(import.meta.dirname, '__fixtures__/policy.jsonc'), '--json'],
    },
    { name: 'shadow-report', after: readOnce, args: ['shadow', 'report', '--json'] },
    {
      name: 'replay',
      after: ['call', 'fs.read_file', '{"path":"package.json"}', '--session', 'one'],
      args: ['replay', 'one', '--json'],
    },
    { name: 'scrub', args: ['scrub', '--jsonl'], input: `{"text":"password = ${['hunter2', 'x9Qv7'].join('')}"}` },
    { name: 'schema-lower', args: ['schema', 'lower', '--provider', 'gemini', '--json'] },
    { name: 'shell-check', args: ['shell', 'check', '--jsonl'], input: '"ls | wc"\n"rm -rf /"\n"$(x)"' },
    {
      name: 'net-check',
      args: ['net', 'check', '--jsonl'],
      input: '"http://127.0.0.1/"\n{"url":"https://example.org/","dns":["93.184.215.14"]}',
    },
  ]

  test('every schema is tried', () => {
    expect(new Set(samples.map(({ name }) => name))).toEqual(new Set(schemas.keys()))
  })

  test.each(samples)('$name: $args', async ({ name, args, input = '', after, question }) => {
    const schema = await openSchema(schemas.get(name))
    const folder = scratchFolder({ ...project, 'SOUL.md': 'kind', 'memory/a.md': 'known' })
    if (after !== undefined) await runHere(folder, after)
    if (question !== undefined) await askAtDesk(folder, [approvalRequest({ id: question })])
    const { stdout } = await runHere(folder, args, input)
    const lines = stdout.trimEnd().split('\n')
    expect(lines.length).toBeGreaterThanOrEqual(1)
    for (const line of lines) {
      const outcome = await schema['~standard'].validate(JSON.parse(line))
      expect(outcome.issues ?? []).toEqual([])
    }
  })
})
