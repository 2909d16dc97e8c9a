import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ApprovalRequest,
  approveWith,
  type DrawbridgeEvent,
  defineTool,
  fail,
  type ToolDefinition,
  toolOutput,
} from '@drawbridge/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { recordedLines } from '../../../../scripts/test-support/recorded-events.ts'
import { createDrawbridge } from '../create-drawbridge.ts'
import { leaksIn, registered, spellings, token } from './__fixtures__/planted-secrets.ts'

const input = z.strictObject({ text: z.string(), path: z.string().optional() })

/** A tool that hands out what it is given by every way there is. */
const tell = defineTool({
  name: 'test.tell',
  description: 'Tells.',
  input,
  permission: 'write',
  targets: ({ path }) => (path === undefined ? [] : [{ kind: 'path', path, access: 'write' }]),
  execute: ({ text }, { progress }) => {
    progress({ message: `about to tell ${text}` })
    const resource = { type: 'resource', uri: `memo:${text}`, text: `memo ${text}` } as const
    return toolOutput({
      content: [
        { type: 'text', text: `it is ${text}.` },
        { type: 'json', value: { deep: [text], [text]: 1 } },
        resource,
      ],
      data: { note: text, list: [{ of: text }] },
      forUser: `psst: ${text}`,
      media: [resource, { type: 'text', text }],
      meta: { seen: text },
    })
  },
})

const failTelling = defineTool({
  name: 'test.fail',
  description: 'Fails.',
  input,
  permission: 'readonly',
  execute: ({ text }) =>
    fail('command_failed', `it broke at ${text}`, { content: [{ type: 'text', text }], data: { at: text } }),
})

const breakDown = defineTool({
  name: 'test.break',
  description: 'Breaks.',
  input,
  permission: 'readonly',
  execute: ({ text }): string => {
    throw new Error(`cannot connect with ${text}`)
  },
})

let scratch: string
let workspace: string
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'drawbridge-leaks-'))
  workspace = join(scratch, 'project')
  await mkdir(workspace)
})
afterEach(() => rm(scratch, { recursive: true, force: true }))

/** Everything that left while the work was done: outcomes, events, questions, and what lies on disk afterwards. */
async function whatLeaves(work: (call: (name: string, args: unknown) => Promise<void>) => Promise<void>) {
  const left: unknown[] = []
  const requests: ApprovalRequest[] = []
  const events: DrawbridgeEvent[] = []
  {
    await using drawbridge = await createDrawbridge({
      workspace,
      home: join(scratch, 'home'),
      scrub: { secrets: [registered] },
      tools: { own: [tell, failTelling, breakDown] as ToolDefinition[] },
      authority: {
        approvers: [
          approveWith(
            'test',
            (request) => {
              requests.push(request)
              return { answer: 'allow_once' }
            },
            { human: true },
          ),
        ],
      },
    })
    const session = drawbridge.openSession({ id: 's' })
    session.events.subscribe((event) => events.push(event))
    await work(async (name, args) => {
      left.push(await session.call({ name, arguments: args }))
      left.push(await session.explain({ name, arguments: args }))
    })
  }
  return {
    outcomes: JSON.stringify(left),
    requests: JSON.stringify(requests),
    events: JSON.stringify(events),
    ...(await onDisk()),
  }
}

async function onDisk() {
  const home = join(scratch, 'home')
  const read = async (folder: string) => {
    const entries = await readdir(join(home, folder), { recursive: true, withFileTypes: true }).catch(() => [])
    const files = entries.filter((entry) => entry.isFile())
    const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')))
    return files.map((file, index) => `${file.name}\n${texts[index]}`).join('\n')
  }
  const database = await readFile(join(home, 'drawbridge.db'), 'latin1')
  return { sessions: recordedLines(home).join('\n'), database, artifacts: await read('artifacts') }
}

function expectClean(left: Readonly<Record<string, string>>): void {
  const leaks = Object.entries(left).map(([where, text]) => [where, leaksIn(text)] as const)
  expect(leaks.filter(([, found]) => found.length > 0)).toEqual([])
}

describe('a secret leaves by no way', () => {
  test.each(spellings)('$how: results, failures, progress, questions, records', async ({ text }) => {
    const left = await whatLeaves(async (call) => {
      await call('test.tell', { text })
      await call('test.tell', { text, path: `notes-${token}.txt` })
      await call('test.fail', { text })
      await call('test.break', { text })
      await call(`test.${text}`, { text })
      await call('test.tell', { text: 7, note: text })
    })
    expectClean(left)
    expect(left.events).toContain('tool.progress')
    expect(left.requests).toContain('[REDACTED]')
    expect(left.sessions).toContain('tool.started')
  })

  test('names of files, in targets and in errors', async () => {
    const left = await whatLeaves(async (call) => {
      await writeFile(join(workspace, `${token}.txt`), 'one\ntwo\n')
      await call('fs.read_file', { path: `${token}.txt` })
      await call('fs.read_file', { path: `${token}.txd` })
      await call('fs.list_files', { path: '.' })
      await call('fs.glob', { pattern: '*.txt' })
      await call('fs.edit', { path: `${token}.txt`, edits: [{ old: 'one', new: 'three' }] })
      await call('fs.move', { from: `${token}.txt`, to: `new-${token}.txt` })
    })
    expectClean(left)
    expect(left.outcomes).toContain('file_not_found')
  })

  test('what files hold, also where an edit is not found or a line is too long to be shown', async () => {
    // Excerpts are cut at 160 characters: in the middle of the token.
    const lead = `${'a long line about the weather, the sea, and '.repeat(3)}then: `
    const left = await whatLeaves(async (call) => {
      const lines = spellings.map(({ text }, index) => `line ${index} says ${text} and goes on`)
      await writeFile(join(workspace, 'a.txt'), `${lines.join('\n')}\n`)
      await writeFile(join(workspace, 'long.txt'), `${lead}${token} ${'y '.repeat(3000)}\n`)
      await call('fs.read_file', { path: 'a.txt' })
      await call('fs.search', { query: 'line', context: 1 })
      for (const line of lines) await call('fs.edit', { path: 'a.txt', edits: [{ old: `${line}!`, new: 'x' }] })
      await call('fs.edit', { path: 'long.txt', edits: [{ old: `${lead}?`, new: 'x' }] })
      await call('fs.edit', { path: 'a.txt', edits: [{ old: 'line 0', new: `line zero ${token}` }] })
    })
    expectClean(left)
    expect(left.outcomes).toContain('text_not_found')
    expect(left.outcomes).toContain(`1: ${lead}`)
    expect(left.outcomes).not.toContain(token.slice(0, 20))
  })

  test('what a command is given and prints, also in two pieces and more than a model is shown', async () => {
    const script = [
      "const secrets = JSON.parse(require('node:fs').readFileSync('secrets.json', 'utf8'))",
      'const write = (text) => new Promise((done) => process.stdout.write(text, done))',
      'const run = async () => {',
      '  for (const secret of secrets) {',
      '    const middle = Math.floor(secret.length / 2)',
      "    await write('it is ' + secret.slice(0, middle))",
      '    await new Promise((done) => setTimeout(done, 15))',
      "    await write(secret.slice(middle) + ', is it not?\\n')",
      '  }',
      "  if (process.argv[2] === 'long') for (let line = 0; line < 30000; line += 1) await write(secrets[line % secrets.length] + '\\n')",
      '}',
      'run()',
    ].join('\n')
    const left = await whatLeaves(async (call) => {
      await writeFile(join(workspace, 'print.cjs'), script)
      await writeFile(join(workspace, 'secrets.json'), JSON.stringify(spellings.map(({ text }) => text)))
      await call('runtime.run_command', { argv: [process.execPath, 'print.cjs', 'short', token, registered] })
      await call('runtime.run_command', { argv: [process.execPath, 'print.cjs', 'long', '--password', 'Sn3ppy-w0rd'] })
      await call('runtime.exec', { command: `echo ${token}; exit 3` })
    })
    expectClean(left)
    expect(JSON.stringify(left)).not.toContain('Sn3ppy-w0rd')
    expect(left.artifacts).toContain('[REDACTED]')
    expect(left.outcomes).toContain('artifact_ref')
  })
})
