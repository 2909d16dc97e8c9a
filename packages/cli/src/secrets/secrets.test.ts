import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { jsonOf, resultOf, startCli } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'
import { createTextOutput } from '../io/create-text-output.ts'
import { readHiddenLine } from './read-hidden-line.ts'

const value = ['velvet', 'anchor', '20', 'quartz'].join('-')

const run = (folder: ScratchFolder, line: string, input = '') => runHere(folder, line.split(' '), input)

function contentsBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

describe('secrets', () => {
  test.each([
    `secrets set A_TOKEN ${value}`,
    `secrets set A_TOKEN --value=${value}`,
    `secrets set A_TOKEN -v${value}`,
    `programs add awk --stdin A_TOKEN ${value}`,
    `programs add awk --token=${value}`,
  ])('given as an argument by mistake are refused and not repeated: %#', async (line) => {
    const { code, stdout, stderr } = await run(scratchFolder(), line, '')
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^error: (?:too many arguments for '\w+'. Expected 1 argument but got 2\.|unknown option '--?\w+')\nAdd --help to the command to see what it accepts\.\n$/,
    )
    expect(stdout + stderr).not.toContain(value)
  })

  test('are set, listed, replaced and removed, and never shown', async () => {
    const folder = scratchFolder()
    const results = [
      await run(folder, 'secrets set A_TOKEN', `${value}\n`),
      await run(folder, 'secrets set A_TOKEN --json', `${value}\r\n`),
      await run(folder, 'secrets list'),
      await run(folder, 'secrets list --json'),
      await run(folder, 'config explain'),
      await run(folder, 'doctor'),
      await run(folder, 'secrets rotate'),
      await run(folder, 'secrets remove A_TOKEN --json'),
    ]
    expect(results.map(({ code }) => code)).toEqual(results.map(() => 0))
    expect(results[0]?.stdout).toBe('Added the secret "A_TOKEN".\n')
    expect(results[1]?.stdout).toBe('{"name":"A_TOKEN","result":"replaced"}\n')
    expect(results[2]?.stdout).toMatch(/^A_TOKEN {2}changed 20\S+ {2}key [\da-f]{16}\n$/)
    expect(results[7]?.stdout).toBe('{"name":"A_TOKEN","result":"removed","programs":[]}\n')
    expect(JSON.stringify(results)).not.toContain(value)
    expect(contentsBelow(folder.home)).toContain('SQLite format 3')
    expect(contentsBelow(folder.home)).not.toContain(value)
    expect(jsonOf(await run(folder, 'secrets list --json'))).toEqual({ secrets: [] })
  })

  test('come from a file or a variable, and from one of them', async () => {
    const folder = scratchFolder({
      'token.txt': `${value}\n`,
      'binary.bin': new Uint8Array([0xff, 0xfe, 0, 1, 2, 3, 4]),
    })
    process.env.DRAWBRIDGE_TEST_VALUE = value
    const byEnv = await run(folder, 'secrets set A --from-env DRAWBRIDGE_TEST_VALUE')
    const both = await run(folder, 'secrets set A --from-env DRAWBRIDGE_TEST_VALUE --from-file token.txt')
    delete process.env.DRAWBRIDGE_TEST_VALUE
    expect([byEnv.code, both.code]).toEqual([0, 2])
    expect((await run(folder, 'secrets set B --from-file token.txt')).code).toBe(0)
    for (const origin of ['--from-file missing.txt', '--from-file .', '--from-file binary.bin', '--from-env NOT_SET'])
      expect(await run(folder, `secrets set C ${origin}`)).toMatchObject({ code: 2, stdout: '' })
  })

  test('are refused as an argument', async () => {
    expect(await runHere(scratchFolder(), ['secrets', 'set', 'A', value])).toMatchObject({ code: 2, stdout: '' })
  })

  test('that are not there are said with the nearest name, and nothing is made for them', async () => {
    const folder = scratchFolder()
    expect((await run(folder, 'secrets remove A')).code).toBe(1)
    expect((await run(folder, 'secrets list')).stderr).toContain('drawbridge secrets set NAME')
    expect(readdirSync(folder.home)).toEqual([])
    await run(folder, 'secrets set A_TOKEN', value)
    expect((await run(folder, 'secrets remove A_TOKN')).stderr).toContain('Did you mean "A_TOKEN"?')
  })

  test('are what a configuration refers to: an unknown one stops the start, a known one is cut out and never explained', async () => {
    const folder = scratchFolder({ 'note.txt': `it is ${value} here\n` })
    await run(folder, 'secrets set A_TOKEN', value)
    const refer = (name: string) =>
      writeFileSync(
        join(folder.home, 'drawbridge.jsonc'),
        `{ "permissions": { "rules": [\n{ "tools": "fs.delete", "then": "deny", "reason": "\${secret:${name}}" }] } }`,
      )
    refer('A_TOKN')
    for (const line of ['call fs.read_file {"path":"note.txt"}', 'config explain'])
      expect(await run(folder, line)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/2:\d+.*The secret "A_TOKN" does not exist\. Did you mean "A_TOKEN"\?/s),
      })
    expect((await run(folder, 'doctor')).stdout).toContain('secret "A_TOKN" does not exist')
    refer('A_TOKEN')
    const read = await run(folder, 'call fs.read_file {"path":"note.txt"}')
    expect(read.stdout).toMatch(/it is \[.*\] here/)
    const explained = await run(folder, 'config explain')
    expect(explained.stdout).toContain('${secret:A_TOKEN}')
    const deleted = await run(folder, 'call fs.delete {"path":"note.txt"} --json')
    expect(JSON.stringify([read, explained, deleted])).not.toContain(value)
    expect(contentsBelow(folder.home)).not.toContain(value)
  })

  test('of several processes that begin at once are all kept, with one key', async () => {
    const folder = scratchFolder()
    const names = ['A', 'B', 'C', 'D']
    const children = names.map((name) => startCli(folder, ['secrets', 'set', name]))
    const ended = Promise.all(children.map(resultOf))
    for (const child of children) child.stdin.end(value)
    for (const result of await ended) expect(result).toMatchObject({ code: 0, stderr: '' })
    const { secrets } = jsonOf<{ secrets: { name: string; keyId: string }[] }>(await run(folder, 'secrets list --json'))
    expect(secrets.map(({ name }) => name)).toEqual(names)
    expect(new Set(secrets.map(({ keyId }) => keyId)).size).toBe(1)
    expect((await run(folder, 'doctor')).stdout).toContain('Secrets that can be opened: 4; programs: 0')
  })

  test('stand in no argument and no environment of the process that keeps them', async () => {
    const folder = scratchFolder()
    const child = startCli(folder, ['secrets', 'set', 'A'])
    child.stdin.write(value)
    const [commandLine, environment] = ['cmdline', 'environ'].map((name) =>
      readFileSync(`/proc/${child.pid}/${name}`, 'latin1'),
    )
    child.stdin.end()
    expect(await resultOf(child)).toMatchObject({ code: 0, stdout: 'Added the secret "A".\n' })
    expect(`${commandLine}${environment}`).not.toContain(value)
  })
})

describe('doctor', () => {
  const secretsCheck = async (folder: ScratchFolder) =>
    jsonOf<{ checks: { name: string; status: string; message: string }[] }>(
      await run(folder, 'doctor --json'),
    ).checks.find(({ name }) => name === 'secrets')

  test('says what can be opened, what cannot, and when somebody else could read the key', async () => {
    const folder = scratchFolder()
    expect(await secretsCheck(folder)).toMatchObject({ status: 'ok' })
    await run(folder, 'secrets set A_TOKEN', value)
    expect(await secretsCheck(folder)).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('Secrets that can be opened: 1;'),
    })
    chmodSync(join(folder.home, 'key'), 0o644)
    expect(await secretsCheck(folder)).toMatchObject({ status: 'fail', message: expect.stringContaining('chmod 600') })
    rmSync(join(folder.home, 'key'))
    expect(await secretsCheck(folder)).toMatchObject({
      status: 'fail',
      message: expect.stringMatching(/"A_TOKEN" cannot be opened: it is encrypted with the key [\da-f]{16}/),
    })
  })
})

describe('a value that is typed', () => {
  function terminal() {
    const shown = new PassThrough()
    const modes: boolean[] = []
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (raw: boolean) => modes.push(raw) })
    return { input, shown, modes, io: { input, diagnostics: createTextOutput(shown, {}) } }
  }

  test('or pasted is not shown, and can be corrected', async () => {
    const { input, shown, modes, io } = terminal()
    input.write('velvex\u007ft-')
    input.write('anchor\rignored')
    expect(await readHiddenLine(io)).toBe('velvet-anchor')
    expect(modes).toEqual([true, false])
    expect(String(shown.read())).not.toMatch(/velve|anchor/)
  })

  test('can be given up, and then the terminal is as it was', async () => {
    const { input, modes, io } = terminal()
    input.write('velvet\u0003')
    await expect(readHiddenLine(io)).rejects.toThrow('Interrupted')
    expect(modes).toEqual([true, false])
  })
})
