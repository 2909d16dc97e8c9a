import type { ToolContext } from '@drawbridge/core'
import { systemClock } from '@drawbridge/core/base'
import { createSessionState } from '@drawbridge/core/registry'
import { createScrubber } from '@drawbridge/core/scrub'
import { testPrincipal } from '@drawbridge/core/testing'
import { createHostMachine, createTargetResolver } from '@drawbridge/sandbox'
import { expect, test } from 'vitest'
import { openWorkspace } from '../../testing/open-workspace.ts'
import { findFiles } from './find-files.ts'

const names = Array.from({ length: 1100 }, (_, index) => [`${index}.txt`, ''] as const)

/** The context of a call with a time limit. */
async function contextOf(folder: string, timeoutMs: number): Promise<ToolContext> {
  const declared = [{ kind: 'path', path: '.', access: 'list', recursive: true }] as const
  const resolution = await createTargetResolver({ workspace: folder }).resolve(declared, testPrincipal)
  if (resolution.status !== 'resolved') throw new Error('the folder cannot be resolved')
  const { targets } = resolution
  const { signal } = new AbortController()
  const machine = createHostMachine({ workspace: folder })
  const scope = { targets, principal: testPrincipal, signal }
  return {
    toolCallId: 'call',
    principal: testPrincipal,
    signal,
    client: undefined,
    workspace: folder,
    invocations: [],
    targets,
    files: machine.files(scope),
    processes: machine.processes(scope),
    session: createSessionState(),
    clock: systemClock,
    scrubber: createScrubber(),
    timeoutMs,
    progress: () => undefined,
    ask: async () => ({ status: 'unavailable', why: 'nobody is there' }),
    artifacts: undefined,
    tools: () => [],
    spill: () => undefined,
  }
}

test.each(['mtime', 'path'] as const)(
  'a walk by %s that runs out of time is not a failure and says so',
  async (sort) => {
    await using workspace = await openWorkspace(Object.fromEntries(names))
    const hunt = { start: { folder: workspace.folder, start: './' }, pattern: '*.txt', skipped: [], ignore: true, sort }
    expect(await findFiles(hunt, await contextOf(workspace.folder, 0))).toMatchObject({ stopped: 'time' })
    const all = await findFiles(hunt, await contextOf(workspace.folder, 60_000))
    expect(all).toMatchObject({ stopped: undefined, visited: names.length })
  },
)
