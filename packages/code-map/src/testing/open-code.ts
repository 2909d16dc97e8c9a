import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createRegistry, type Outcome, openRun } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import { testPrincipal } from '@drawbridge/core/testing'
import { createHostMachine, createTargetResolver } from '@drawbridge/sandbox'
import { codeMap } from '../code-map.ts'
import type { FactsReader } from '../parse/create-facts-reader.ts'
import type { MapData } from '../render/map-data.ts'
import { codeRoom } from '../room.ts'

export interface Code extends AsyncDisposable {
  readonly folder: string
  /** Calls `code.map` through the whole pipeline. */
  map(args?: Readonly<Record<string, unknown>>): Promise<Mapped>
  abort(): void
}

export interface Mapped {
  readonly outcome: Outcome
  /** All that a model reads. */
  readonly text: string
  readonly data: MapData
  readonly paths: readonly string[]
}

export interface CodeOptions {
  readonly reader?: FactsReader
  readonly clock?: Clock
}

/** A folder with source files, and the tool on it. */
export async function openCode(
  files: Readonly<Record<string, string | Uint8Array>>,
  { reader, clock }: CodeOptions = {},
): Promise<Code> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'drawbridge-code-')))
  const folder = join(root, 'workspace')
  const boundaries = { workspace: folder, home: join(root, 'home') }
  await mkdir(folder)
  await mkdir(boundaries.home, { mode: 0o700 })
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  const registry = createRegistry()
  for (const row of codeRoom.tools ?? []) registry.registerDeferred({ ...row, load: async () => codeMap(reader) })
  const run = openRun({
    registry,
    principal: testPrincipal,
    machine: createHostMachine(boundaries),
    resolver: createTargetResolver(boundaries),
    ...(clock === undefined ? {} : { clock }),
  })
  return {
    folder,
    abort: () => run.abort('the test says so'),
    map: async (args = {}) => {
      const outcome = await run.call({ name: 'code.map', arguments: args })
      const text = outcome.result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
      const data = outcome.result.data as MapData
      return { outcome, text, data, paths: data?.files?.map(({ path }) => path) ?? [] }
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}
