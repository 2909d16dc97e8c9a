import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { trace } from '@opentelemetry/api'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDrawbridge } from './create-drawbridge.ts'
import type { DrawbridgeOptions } from './drawbridge-options.ts'

let scratch: string
let exporter: InMemorySpanExporter
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'drawbridge-telemetry-'))
  await mkdir(join(scratch, 'project'))
  await writeFile(join(scratch, 'project/note.txt'), 'whispered\n')
  exporter = new InMemorySpanExporter()
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))
})
afterEach(async () => {
  trace.disable()
  await rm(scratch, { recursive: true, force: true })
})

async function readNote(options: DrawbridgeOptions): Promise<string> {
  await using drawbridge = await createDrawbridge({
    workspace: join(scratch, 'project'),
    home: join(scratch, 'home'),
    ...options,
  })
  await drawbridge.openSession().call({ name: 'fs.read_file', arguments: { path: 'note.txt' } })
  return JSON.stringify(exporter.getFinishedSpans().map(({ name, attributes }) => [name, attributes]))
}

test('no span is made unless telemetry is enabled', async () => {
  expect(await readNote({})).toBe('[]')
})

test('the option makes a span of each call, without contents', async () => {
  const spans = await readNote({ telemetry: { enabled: true } })
  expect(spans).toContain('execute_tool fs.read_file')
  expect(spans).not.toContain('whispered')
})

test('the configuration does the same, and an option says more or less', async () => {
  const config = { telemetry: { enabled: true, contents: true } }
  expect(await readNote({ config })).toContain('whispered')
  exporter.reset()
  expect(await readNote({ config, telemetry: { contents: false } })).not.toContain('whispered')
  exporter.reset()
  expect(await readNote({ config, telemetry: { enabled: false } })).toBe('[]')
})

test("a project's file cannot send contents anywhere", async () => {
  const settings = JSON.stringify({ telemetry: { enabled: true, contents: true } })
  await mkdir(join(scratch, 'project/.drawbridge'), { recursive: true })
  await writeFile(join(scratch, 'project/.drawbridge/drawbridge.jsonc'), settings)
  await writeFile(join(scratch, 'project/drawbridge.jsonc'), settings)
  await expect(readNote({})).rejects.toThrow('cannot set "telemetry"')
})
