import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineTool } from '@drawbridge/core'
import { createDrawbridge } from '@drawbridge/sdk'
import { execute, input } from '../dispatch/the-tool.ts'
import type { BenchHouse } from './drawbridge.ts'

/** A house with everything on, of which nothing is recorded. */
export async function openBenchHouse(): Promise<AsyncDisposable & { readonly house: BenchHouse }> {
  const home = await mkdtemp(join(tmpdir(), 'drawbridge-bench-home-'))
  const look = defineTool({
    name: 'bench.look',
    description: 'Looks at a line.',
    input,
    permission: 'readonly',
    risk: 'safe',
    targets: () => [],
    execute,
  })
  const drawbridge = await createDrawbridge({
    home,
    record: 'off',
    tools: { own: [look], builtIn: false },
    settings: { endsLoops: false },
    authority: { limiting: 'off' },
  })
  return {
    house: drawbridge.house,
    [Symbol.asyncDispose]: async () => {
      await drawbridge[Symbol.asyncDispose]()
      await rm(home, { recursive: true, force: true })
    },
  }
}
