import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isAlive } from '../../../../scripts/test-support/is-alive.ts'
import { openWorkspace, type Workspace } from '../testing/open-workspace.ts'
import { outcomeText } from '../testing/outcome-text.ts'

const pidsIn = ({ folder }: Workspace, file: string) =>
  readFileSync(join(folder, file), 'utf8').trim().split('\n').map(Number)

const exec = (workspace: Workspace, command: string, timeout_seconds = 30) =>
  workspace.call('runtime.exec', { command, timeout_seconds })

/** Each line leaves its process ids in `pids`; whatever happens, none of them is alive after the call. */
async function leavesNothing(workspace: Workspace): Promise<void> {
  const pids = pidsIn(workspace, 'pids')
  expect(pids.length).toBeGreaterThan(0)
  for (const pid of pids) expect(isAlive(pid)).toBe(false)
}

describe('a command never hangs its call and leaves nothing behind', () => {
  test('though a child keeps its output open', async () => {
    await using workspace = await openWorkspace()
    const outcome = await exec(workspace, 'sleep 300 & echo $! > pids; echo done')
    expect(outcome.status).toBe('ok')
    expect(outcomeText(outcome)).toContain('done')
    await leavesNothing(workspace)
  })

  test('though it ignores being asked to end', async () => {
    await using workspace = await openWorkspace()
    const outcome = await exec(workspace, 'trap "" INT TERM HUP; echo $$ > pids; while :; do sleep 1; done', 1)
    expect(outcome).toMatchObject({ code: 'timeout' })
    await leavesNothing(workspace)
  })

  test('though it makes a daemon in a session of its own, which prints on', async () => {
    await using workspace = await openWorkspace({
      'daemon.sh': 'trap "" INT TERM HUP\necho $$ > pids\nwhile :; do echo tick; sleep 0.1; done\n',
    })
    const outcome = await exec(
      workspace,
      'setsid sh daemon.sh & while [ ! -s pids ]; do sleep 0.05; done; echo started',
    )
    expect(outcome.status).toBe('ok')
    expect(outcome.result.data).toMatchObject({
      survivors: expect.arrayContaining([{ pid: expect.any(Number), killed: true }]),
    })
    await leavesNothing(workspace)
  })

  test('though it forks and its children fork again', async () => {
    await using workspace = await openWorkspace({
      'fork.sh':
        'echo $$ >> pids\ntrap "" INT TERM\n[ "$1" -gt 0 ] && { sh fork.sh $(($1-1)) & sh fork.sh $(($1-1)) & }\nsleep 300\n',
    })
    expect(await exec(workspace, 'sh fork.sh 5 & sleep 300', 2)).toMatchObject({ code: 'timeout' })
    expect(pidsIn(workspace, 'pids').length).toBeGreaterThan(10)
    await leavesNothing(workspace)
  })

  test('though it wants to read what nobody writes', async () => {
    await using workspace = await openWorkspace()
    expect(outcomeText(await exec(workspace, 'read line; echo "read: [$line]"'))).toContain('read: []')
    const piped = await workspace.call('runtime.exec', { command: 'head -c 3', stdin: 'x'.repeat(1_000_000) })
    expect(outcomeText(piped)).toContain('xxx')
  })

  test('though it prints bytes that are not text', async () => {
    await using workspace = await openWorkspace()
    const outcome = await exec(workspace, 'head -c 100000 /dev/urandom; printf "\\0"')
    expect(outcome.status).toBe('ok')
    expect(outcomeText(outcome).length).toBeLessThan(400_000)
  })

  test('though it prints a gigabyte: memory and disk stay bounded, all of it is counted', async () => {
    await using workspace = await openWorkspace()
    const before = process.memoryUsage().rss
    const outcome = await exec(workspace, 'head -c 1000000000 /dev/zero | tr "\\0" "x"; echo END', 120)
    expect(outcome.result.data).toMatchObject({ exit_code: 0, stdout_bytes: 1_000_000_004 })
    expect(outcomeText(outcome)).toContain('END')
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000)
  }, 120_000)

  test('though it prints without end until its time is up', async () => {
    await using workspace = await openWorkspace()
    const outcome = await exec(workspace, 'echo $$ > pids; yes', 2)
    expect(outcome).toMatchObject({ code: 'timeout' })
    expect(outcome.result.content).toContainEqual(expect.objectContaining({ type: 'artifact_ref' }))
    await leavesNothing(workspace)
  })

  test('though the run is aborted meanwhile', async () => {
    await using workspace = await openWorkspace()
    const running = exec(workspace, 'sleep 300 & echo $! > pids; echo $$ >> pids; wait')
    await expect.poll(() => existsSync(workspace.at('pids')) && pidsIn(workspace, 'pids').length).toBe(2)
    workspace.abort()
    expect(await running).toMatchObject({ status: 'cancelled', code: 'aborted' })
    await leavesNothing(workspace)
  })
})
