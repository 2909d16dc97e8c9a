import { describe, expect, test } from 'vitest'
import { jsonOf } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

interface ToolList {
  readonly tools: readonly Record<string, unknown>[]
  readonly hidden: readonly unknown[]
}

describe('commands beside call', () => {
  test('tools: names, schemas and hidden tools', async () => {
    const folder = scratchFolder()
    const list = async (...flags: string[]) => jsonOf<ToolList>(await runHere(folder, ['tools', '--json', ...flags]))
    const { tools, hidden } = await list()
    expect(hidden).toMatchObject([
      { name: 'ask.user', reason: expect.stringContaining('no person') },
      { name: 'runtime.credentialed_exec', reason: expect.stringContaining('configured') },
    ])
    expect(tools.find(({ name }) => name === 'fs.read_file')).toMatchObject({
      exposedName: 'fs__read_file',
      permission: 'readonly',
      risk: 'safe',
      tags: expect.arrayContaining(['readonly']),
      inputSchema: { type: 'object', properties: { path: { type: 'string' } }, additionalProperties: false },
    })
    const canonical = await list('--dialect', 'canonical')
    expect(canonical.tools.every(({ name, exposedName }) => name === exposedName)).toBe(true)
  })

  test('tools NAME: only the named ones, with their parameters', async () => {
    const folder = scratchFolder()
    const shown = await runHere(folder, ['tools', 'fs.read_file', 'fs__glob'])
    expect(shown).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^fs\.glob.*^fs\.read_file.*^Parameters:\n/ms),
    })
    expect(shown.stdout).toContain('"max_lines"')
    expect(shown.stdout).not.toContain('fs.delete')
    const json = jsonOf<ToolList>(await runHere(folder, ['tools', 'fs.glob', 'ask.user', '--json']))
    expect(json).toMatchObject({ tools: [{ name: 'fs.glob' }], hidden: [{ name: 'ask.user' }] })
    expect(await runHere(folder, ['tools', 'fs.delet'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/The tool "fs\.delet" does not exist: .*"fs\.delete"/),
    })
  })

  test.each([
    ['fs.read_file', { path: 'a.txt' }, { available: true, verdict: 'allow' }],
    ['fs.delete', { path: 'a.txt' }, { available: true, verdict: 'ask', wouldAsk: { reason: expect.any(String) } }],
    ['fs.read_file', { path: '../a.txt' }, { verdict: 'ask', targets: [{ zone: 'outside' }] }],
    ['fs.read_file', {}, { available: true, verdict: 'allow', failure: { code: 'validation_error' } }],
    ['fs.write_file', {}, { available: true, verdict: 'ask', failure: { code: 'validation_error' } }],
    ['fs.read_file', '{"path', { verdict: 'none', failure: { code: 'invalid_call' } }],
    ['fs.nothing', {}, { available: false, verdict: 'none', hidden: { class: 'unknown' } }],
  ])('explain %s %j, and nothing happens', async (tool, args, expected) => {
    const json = typeof args === 'string' ? args : JSON.stringify(args)
    const result = await runHere(scratchFolder({ 'a.txt': 'x' }), ['explain', tool, json, '--json'])
    expect(result.code).toBe(0)
    expect(jsonOf(result)).toMatchObject({ steps: expect.any(Array), rules: expect.any(Array), ...expected })
  })

  test('net check answers each line, and a bad one with an error in its place', async () => {
    const input = '"http://127.0.0.1/"\n{"url":\n{"url":"https://example.org/","dns":["93.184.215.14"]}\n'
    const { code, stdout } = await runHere(scratchFolder(), ['net', 'check', '--jsonl'], input)
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(code).toBe(0)
    expect(answers).toMatchObject([
      { verdict: 'block' },
      { error: expect.any(String) },
      { verdict: 'allow', dial: '93.184.215.14' },
    ])
  })

  test('doctor: every check with a status, and what to do', async () => {
    const result = await runHere(scratchFolder(), ['doctor', '--json'])
    const { checks } = jsonOf<{ checks: { name: string; status: string }[] }>(result)
    expect(Object.fromEntries(checks.map(({ name, status }) => [name, status]))).toMatchObject({
      node: 'ok',
      home: 'ok',
      workspace: 'ok',
      ripgrep: 'ok',
      approvals: 'warn',
    })
    expect(result.code).toBe(0)
  })

  test('doctor fails where a check does', async () => {
    const { code, stdout } = await runHere(scratchFolder(), ['doctor', '--workspace', '/'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^fail +workspace/m)
  })
})
