import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { describeWithFeature, describeWithProgram } from '../../../../../scripts/test-support/describe-with.ts'
import type { CapabilityState } from '../../backend/sandbox-backend.ts'
import type { SandboxLimits } from '../../backend/sandbox-profile.ts'
import { type BoxedScene, createBoxedScene } from '../__fixtures__/boxed-scene.ts'
import { findLimitKeeper } from './find-limit-keeper.ts'
import { ownControlGroups } from './own-control-groups.ts'

const keeper = await findLimitKeeper('/usr/bin:/bin')
let boxed: BoxedScene
const use = (limits: SandboxLimits): BoxedScene => {
  boxed = createBoxedScene({ profile: () => ({ limits }) })
  return boxed
}
afterEach(() => boxed[Symbol.asyncDispose]())

function describeHeld(limit: string, state: CapabilityState, suite: () => void): void {
  describe(limit, () => describeWithFeature('control-groups', state.held ? undefined : state.reason, suite))
}

describeWithProgram('bwrap', 'limits hold for all processes inside', () => {
  describeHeld('memory', keeper.memory, () => {
    const hog = 'const kept = []; for (;;) kept.push(Buffer.alloc(1 << 20, 1))'

    test('that runs out ends the program, and the result says so', async () => {
      use({ memoryBytes: 96 * 1024 * 1024 })
      const result = await boxed.run(['node', '-e', hog])
      expect(result.end).not.toEqual({ kind: 'exited', exitCode: 0 })
      expect(result.limitsHit).toEqual(['memory'])
    })

    test('is that of all processes together', async () => {
      use({ memoryBytes: 128 * 1024 * 1024 })
      const script = `for n in 1 2 3 4; do node -e 'const kept = Buffer.alloc(48 << 20, 1); setTimeout(() => kept, 2000)' & done; wait`
      expect((await boxed.run(['sh', '-c', script])).limitsHit).toEqual(['memory'])
    })

    test('is not missed by programs that need less', async () => {
      use({ memoryBytes: 512 * 1024 * 1024 })
      const result = await boxed.run(['node', '-e', 'console.log(1)'])
      expect(result.end).toEqual({ kind: 'exited', exitCode: 0 })
      expect(result.limitsHit).toBeUndefined()
    })
  })

  describeHeld('processes', keeper.processes, () => {
    test('that fork without end get no further than the limit, and all end', async () => {
      use({ processes: 20 })
      const script = 'i=0; while [ $i -lt 100 ]; do sleep 60 & i=$((i+1)); done 2>errors; echo none'
      const result = await boxed.run(['bash', '-c', script], { timeoutMs: 4000 })
      expect(result.limitsHit).toEqual(['processes'])
      expect(result.stdout.totalBytes === 0 || boxed.scene.text('workspace/errors').length > 0).toBe(true)
    })

    test('a bomb of forks is stopped at its time limit', async () => {
      use({ processes: 40 })
      const bomb = 'import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass'
      const result = await boxed.run(['/usr/bin/python3', '-c', bomb], { timeoutMs: 1000 })
      expect(result).toMatchObject({ end: { kind: 'timed_out' }, survivors: [], limitsHit: ['processes'] })
    })
  })

  test('open files are limited for each process', async () => {
    use({ openFiles: 40 })
    expect(await boxed.shell('ulimit -n; ulimit -Hn')).toBe('40\n40\n')
  })

  test('open files may be fewer than what there is to protect', async () => {
    const folders = Array.from({ length: 40 }, (_, index) => `a${index}`)
    boxed = createBoxedScene({
      profile: ({ workspace }) => ({
        limits: { openFiles: 32 },
        readOnly: folders.map((name) => `${workspace}/${name}/.vscode`),
      }),
    })
    for (const name of folders) boxed.scene.folder(`workspace/${name}/.vscode`)
    const seen = await boxed.shell('ulimit -n; ls /proc/self/fd | wc -l; touch a0/.vscode/x a39/.vscode/x')
    expect(seen).toMatch(/^32\n[45]\n.*Read-only.*Read-only/s)
  })

  describeHeld('processors', keeper.cpus, () => {
    test('leave no group behind', async () => {
      use({ memoryBytes: 256 * 1024 * 1024, processes: 50, cpus: 1, openFiles: 200 })
      expect(await boxed.shell('echo out; sleep 60 &')).toBe('out\n')
      expect(groupsOfOurs()).toEqual([])
    })
  })

  test('are what capabilities say', async () => {
    use({})
    const report = await boxed.backend.capabilities()
    expect(report.memory.held).toBe(keeper.memory.held)
    expect(report.pids.held).toBe(keeper.processes.held)
  })
})

/** Groups of this process, wherever it could make some. */
function groupsOfOurs(): readonly string[] {
  const { controllers, unified } = ownControlGroups()
  const folders = [...controllers.values(), ...(unified === undefined ? [] : [unified])].flatMap((own) => [
    own.folder,
    own.mount,
    join(own.folder, '..'),
  ])
  return folders.flatMap((folder) => {
    return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(`drawbridge-${process.pid}-`)) : []
  })
}
