import { createSessionState, systemClock, type ToolContext } from '@drawbridge/core'
import { testPrincipal } from '@drawbridge/core/testing'
import { createHostMachine, createTargetResolver } from '@drawbridge/sandbox'
import { expect, test } from 'vitest'
import { openWorkspace } from '../../testing/open-workspace.ts'
import { findFiles } from './find-files.ts'

const names = Array.from({ length: 1100 }, (_, index) => [`${index}.txt`, ''] as const)

/** The context of a call whose clock jumps far past its time limit with every look at it. */
async function contextOutOfTime(folder: string): Promise<ToolContext> {
  const declared = [{ kind: 'path', path: '.', access: 'list', recursive: true }] as const
  const resolution = await createTargetResolver({ workspace: folder }).resolve(declared, testPrincipal)
  if (resolution.status !== 'resolved') throw new Error('the folder cannot be resolved')
  const { targets } = resolution
  const { signal } = new AbortController()
  const machine = createHostMachine({ workspace: folder })
  const scope = { targets, principal: testPrincipal, signal }
  let now = 0
  return {
    toolCallId: 'call',
    principal: testPrincipal,
    signal,
    workspace: folder,
    targets,
    files: machine.files(scope),
    processes: machine.processes(scope),
    session: createSessionState(),
    clock: {
      ...systemClock,
      now: () => {
        now += 1_000_000
        return now
      },
    },
    timeoutMs: 60_000,
    progress: () => undefined,
    artifacts: undefined,
    spill: () => undefined,
  }
}

test('a walk that takes too long ends with what it found and says so', async () => {
  await using workspace = await openWorkspace(Object.fromEntries(names))
  const hunt = { start: { folder: workspace.folder, start: './' }, pattern: '*.txt', skipped: [], ignore: true }
  const found = await findFiles(hunt, await contextOutOfTime(workspace.folder))
  expect(found).toMatchObject({ stopped: 'time', visited: 1024 })
  expect(found.paths).toHaveLength(1024)
})
