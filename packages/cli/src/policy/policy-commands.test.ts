import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const sound = `{
  "tools": { "profile": "coding", "deny": ["fs.delete"] },
  "permissions": { "rules": [{ "id": "docs", "tools": "fs.write_file", "when": { "path": "docs/**" }, "then": "allow" }] },
  "tests": [
    { "tool": "fs.write_file", "arguments": { "path": "docs/a.md", "content": "x" }, "expect": "allow" },
    { "name": "nothing is deleted", "tool": "fs.delete", "arguments": { "path": "a" }, "expect": "unavailable" },
  ],
}`

/** A workspace whose home holds this configuration. */
function folderWith(text: string) {
  const folder = scratchFolder()
  const file = join(folder.home, 'drawbridge.jsonc')
  mkdirSync(folder.home, { mode: 0o700 })
  writeFileSync(file, text)
  return { folder, file }
}

describe('policy check', () => {
  test('is content with a sound file', async () => {
    const { folder, file } = folderWith(sound)
    expect(await runHere(folder, ['policy', 'check', file])).toMatchObject({
      code: 0,
      stdout: `${file}: no problems found.\n`,
    })
  })

  test('tells line, column and the nearest word, exit 1', async () => {
    const { folder, file } = folderWith('{\n  "tools": { "deny": ["fs.delet", "mcp.x.*"] }\n}')
    const { code, stdout } = await runHere(folder, ['policy', 'check', file])
    expect(code).toBe(1)
    expect(stdout).toBe(
      `error  ${file}:2:23: The tool "fs.delet" does not exist. Did you mean "fs.delete"?\nwarning  ${file}:2:35: No tool matches "mcp.x.*".\n`,
    )
  })

  test('judges the file of a project by what a project may say', async () => {
    const { folder, file } = folderWith(sound)
    const { code, stdout } = await runHere(folder, ['policy', 'check', '--project', '--json', file])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      problems: [{ line: 2, message: expect.stringContaining('"tools.profile"') }, { line: 3 }],
    })
  })

  test('of a file that is not there, exit 1', async () => {
    expect(await runHere(scratchFolder(), ['policy', 'check', 'nowhere.jsonc'])).toMatchObject({ code: 1 })
  })
})

describe('policy test', () => {
  test('counts what passed, exit 0', async () => {
    const { folder, file } = folderWith(sound)
    const { code, stdout } = await runHere(folder, ['policy', 'test', file])
    expect({ code, last: stdout.trimEnd().split('\n').at(-1) }).toEqual({ code: 0, last: '2 of 2 tests passed.' })
  })

  test('shows the decision on a failed one and its place, exit 1', async () => {
    const { folder, file } = folderWith(sound.replace('"expect": "allow"', '"expect": "deny"'))
    const { code, stdout } = await runHere(folder, ['policy', 'test', file])
    expect(code).toBe(1)
    expect(stdout).toContain(
      `${file}:5\n        expected deny, got allow: The rule "docs" allows it. Rule: docs. (${file}:3)`,
    )
  })

  test('of a faulty file runs nothing, exit 1', async () => {
    const { folder, file } = folderWith(sound.replace('"deny"', '"denny"'))
    const { code, stdout } = await runHere(folder, ['policy', 'test', '--json', file])
    expect({ code, results: JSON.parse(stdout).results }).toEqual({ code: 1, results: [] })
  })
})

test('policy tools says of every tool which step decided', async () => {
  const { folder, file } = folderWith(sound)
  const { stdout } = await runHere(folder, ['policy', 'tools'])
  expect(stdout).toContain(`fs.delete  not in the set: deny names it by "fs.delete" (${file}:2)`)
  const { tools } = JSON.parse((await runHere(folder, ['policy', 'tools', '--json', '--role', 'worker'])).stdout)
  expect(tools).toContainEqual(
    expect.objectContaining({
      name: 'fs.edit',
      removal: expect.objectContaining({ reason: 'child set does not list it' }),
    }),
  )
})

test('config explain shows the source of every setting', async () => {
  const { folder, file } = folderWith(sound)
  const { values } = JSON.parse((await runHere(folder, ['config', 'explain', '--json', '--mode', 'plan'])).stdout)
  expect(values).toContainEqual({
    key: 'tools.profile',
    value: 'coding',
    origin: `${file}:2`,
    takesEffect: 'next call',
  })
  expect(values).toContainEqual({ key: 'permissions.mode', value: 'plan', origin: '--mode', takesEffect: 'next call' })
  expect(values).toContainEqual({ key: 'limits.calls.burst', value: 20, origin: 'built-in', takesEffect: 'next call' })
})

test('config explain of a broken file reports the errors, exit 2', async () => {
  const { folder } = folderWith('{ "tols": {} }')
  expect(await runHere(folder, ['config', 'explain'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean "tools"?'),
  })
})

test('the tools of an agent and a provider are those that their lists leave', async () => {
  const { folder } = folderWith(
    '{ "agents": { "a": { "tools": { "allow": ["fs.*"], "byProvider": { "p": { "allow": ["fs.glob"] } } } } } }',
  )
  const { tools } = JSON.parse((await runHere(folder, ['tools', '--json', '--agent', 'a', '--provider', 'p/m'])).stdout)
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(['artifact.read', 'fs.glob'])
})

test('explain shows the steps of the tool set and the rules of the call', async () => {
  const { folder, file } = folderWith(sound)
  const args = ['explain', 'fs.write_file', '{"path":"docs/a.md","content":"x"}', '--json']
  expect(JSON.parse((await runHere(folder, args)).stdout)).toMatchObject({
    verdict: 'allow',
    steps: [
      { step: 'tool set: profile coding', verdict: 'allow', because: 'kept by "group:fs".' },
      { step: 'default.write', verdict: 'none' },
      { step: 'docs', verdict: 'allow' },
    ],
    rules: [{ rule: 'default.write' }, { rule: 'docs', source: `${file}:3` }],
  })
})

test('doctor tells of a fault in the configuration, and of names whose tools may come later', async () => {
  const look = async (text: string) => {
    const { checks } = JSON.parse((await runHere(folderWith(text).folder, ['doctor', '--json'])).stdout)
    return checks.find(({ name }: { name: string }) => name === 'configuration')
  }
  expect(await look(sound)).toMatchObject({ status: 'ok' })
  expect(await look('{ "tools": { "deny": ["mcp.x.y"] } }')).toMatchObject({
    status: 'warn',
    message: expect.stringContaining('mcp.x.y'),
  })
  expect(await look('{ "tools": { "deny": ["fs.delet"] } }')).toMatchObject({
    status: 'fail',
    message: expect.stringContaining(':1:23: The tool'),
  })
})
