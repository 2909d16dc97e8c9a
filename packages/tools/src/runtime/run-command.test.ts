import { describe, expect, test } from 'vitest'
import { openWorkspace } from '../testing/open-workspace.ts'
import { outcomeText } from '../testing/outcome-text.ts'

const node = (code: string, ...rest: string[]) => [process.execPath, '-e', code, ...rest]

describe('running a command', () => {
  test('gives exit code, time and both streams', async () => {
    await using workspace = await openWorkspace()
    const argv = node("console.log('out'); console.error('err')")
    const outcome = await workspace.call('runtime.run_command', { argv })
    expect(outcomeText(outcome)).toMatch(/^Exit code 0 after \d+\.\d s\.\n--- stdout\nout\n--- stderr\nerr$/)
    expect(outcome.result.data).toMatchObject({
      argv,
      cwd: workspace.folder,
      exit_code: 0,
      signal: null,
      timed_out: false,
      stdout_bytes: 4,
      truncated: false,
      survivors: [],
    })
  })

  test('reads no shell syntax', async () => {
    await using workspace = await openWorkspace()
    const argv = node('console.log(process.argv.slice(1).join())', '$HOME', '*', '; rm -rf /', '$(id)')
    expect(outcomeText(await workspace.call('runtime.run_command', { argv }))).toContain('$HOME,*,; rm -rf /,$(id)')
  })

  test('runs in the folder of the workspace that the call names', async () => {
    await using workspace = await openWorkspace({ 'src/a.txt': '' })
    const argv = node('console.log(process.cwd())')
    const outcome = await workspace.call('runtime.run_command', { argv, cwd: 'src' })
    expect(outcomeText(outcome)).toContain(workspace.at('src'))
  })

  test('that writes nothing says so', async () => {
    await using workspace = await openWorkspace()
    const outcome = await workspace.call('runtime.run_command', { argv: node('') })
    expect(outcomeText(outcome)).toContain('[The command printed nothing.]')
  })

  test('that exits non-zero has failed, with its last words and its output', async () => {
    await using workspace = await openWorkspace()
    const argv = node("console.log('1 failing'); console.error('boom'); process.exit(3)")
    const outcome = await workspace.call('runtime.run_command', { argv })
    expect(outcome).toMatchObject({
      status: 'failed',
      code: 'command_failed',
      message: expect.stringMatching(/Exit code 3 .* It said: "boom"/),
    })
    expect(outcomeText(outcome)).toContain('--- stdout\n1 failing')
    expect(outcome.result.data).toMatchObject({ exit_code: 3 })
  })

  test('that kills itself tells the signal', async () => {
    await using workspace = await openWorkspace()
    const argv = node("process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 5000)")
    const outcome = await workspace.call('runtime.run_command', { argv })
    expect(outcome).toMatchObject({ code: 'command_failed', message: expect.stringContaining('Killed by SIGTERM') })
  })

  test('that does not exist says so', async () => {
    await using workspace = await openWorkspace()
    const outcome = await workspace.call('runtime.run_command', { argv: ['no-such-program-here'] })
    expect(outcome).toMatchObject({ code: 'command_not_found' })
  })

  test('past its time limit is stopped and keeps its output', async () => {
    await using workspace = await openWorkspace()
    const argv = node("console.log('so far'); setInterval(() => {}, 1000)")
    const outcome = await workspace.call('runtime.run_command', { argv, timeout_seconds: 1 })
    expect(outcome).toMatchObject({ status: 'failed', code: 'timeout' })
    expect(outcomeText(outcome)).toContain('so far')
    expect(outcome.result.data).toMatchObject({ timed_out: true, exit_code: null })
  })

  test.each([
    { argv: [] },
    { argv: ['x'], timeout_seconds: 601 },
    { argv: ['x'], timeout_seconds: 0 },
    { argv: 'ls -l' },
  ])('with %j is refused', async (args) => {
    await using workspace = await openWorkspace()
    expect((await workspace.call('runtime.run_command', args)).status).toBe('failed')
  })
})

describe('output of a command', () => {
  test('of any size keeps head and tail, cut between characters', async () => {
    await using workspace = await openWorkspace()
    const argv = node("process.stdout.write('START' + 'ä'.repeat(3 * 1024 * 1024) + 'END')")
    const outcome = await workspace.call('runtime.run_command', { argv })
    expect(outcome.result.data).toMatchObject({ truncated: true, stdout_bytes: 6 * 1024 * 1024 + 8 })
    expect(outcomeText(outcome)).toContain('START')
    expect(outcomeText(outcome)).toContain('END')
    expect(outcomeText(outcome)).not.toContain('\uFFFD')
  })

  test('that is binary is described', async () => {
    await using workspace = await openWorkspace()
    const argv = node('process.stdout.write(Buffer.from([1, 0, 2]))')
    expect(outcomeText(await workspace.call('runtime.run_command', { argv }))).toContain(
      '[binary output, 3 bytes, not shown]',
    )
  })
})

describe('processes that a command leaves behind', () => {
  test('the call does not hang on a child that holds its output, and tells of it', async () => {
    await using workspace = await openWorkspace()
    const child =
      "require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'inherit' }).unref()"
    const outcome = await workspace.call('runtime.run_command', { argv: node(child) })
    expect(outcome.status).toBe('ok')
    expect(outcome.result.data).toMatchObject({ survivors: [{ killed: true }] })
    expect(outcomeText(outcome)).toContain('Processes that it left running were killed: 1.')
  })
})

describe('the tools', () => {
  test('read, edit and test a project as one goes', async () => {
    await using workspace = await openWorkspace({
      'add.js': 'export const add = (a, b) => a - b\n',
      'test.js': "import { add } from './add.js'\nif (add(1, 2) !== 3) throw new Error('1 + 2 is ' + add(1, 2))\n",
      'package.json': '{ "type": "module" }',
    })
    const runTest = () => workspace.call('runtime.run_command', { argv: [process.execPath, 'test.js'] })
    expect(outcomeText(await runTest())).toContain('1 + 2 is -1')
    await workspace.call('fs.read_file', { path: 'add.js' })
    await workspace.call('fs.edit', { path: 'add.js', edits: [{ old: 'a - b', new: 'a + b' }] })
    expect(await runTest()).toMatchObject({ status: 'ok' })
  })
})
