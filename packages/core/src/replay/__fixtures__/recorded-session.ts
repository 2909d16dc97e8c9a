import { z } from 'zod'
import type { Clock } from '../../clock/clock.ts'
import type { DrawbridgeEvent } from '../../event/drawbridge-event.ts'
import type { Recorder } from '../../event/recorder.ts'
import { createEventLog } from '../../event/event-log.ts'
import { createMemoryArtifactStore } from '../../artifact/memory-artifact-store.ts'
import { fail } from '../../outcome/tool-fault.ts'
import { createRegistry, type Registry } from '../../registry/create-registry.ts'
import type { RunOptions } from '../../run/run-options.ts'
import { createScrubber } from '../../scrub/index.ts'
import {
  createFakeClock,
  createFakeIds,
  createMemoryMachine,
  createMemoryRecorder,
  type FakeClock,
  testPrincipal,
} from '../../testing/index.ts'
import { createMemoryLedger } from '../../approval/receipt-ledger.ts'
import { createSessionState } from '../../tool/session-state.ts'
import { defineTool } from '../../tool/define-tool.ts'
import type { AnyTool } from './any-tool.ts'
import type { RecordedLine } from '../recorded-line.ts'
import { type ReplayOptions, replaySession } from '../replay-session.ts'
import type { ReplayReport } from '../replay-report.ts'

/** Tools that do what their input says: end well or badly, take time, tell of it, print a lot. */
export function sceneTools(clock: Pick<FakeClock, 'after'>): readonly AnyTool[] {
  const input = z.strictObject({
    path: z.string().default('a.txt'),
    say: z.string().default(''),
    does: z.enum(['return', 'fail', 'break', 'wait', 'hang', 'data', 'command']).default('return'),
    times: z.number().int().default(1),
  })
  type Input = z.output<typeof input>
  const act = async ({ say, does, times }: Input, signal: AbortSignal, progress: (message: string) => void) => {
    const text = say.repeat(times)
    switch (does) {
      case 'return':
        return text
      case 'data':
        return { said: text, times }
      case 'fail':
        return fail('text_not_found', `There is no "${text}".`, { content: [{ type: 'text', text: 'looked everywhere' }] })
      case 'command':
        return fail('command_failed', `It exited with ${times}.`, { content: [{ type: 'text', text }], data: { times } })
      case 'break':
        throw new Error(`broke on ${text}`)
      case 'wait':
        progress('waiting')
        await new Promise<void>((resolve) => {
          clock.after(times * 10, resolve)
          signal.addEventListener('abort', () => resolve())
        })
        return `waited: ${text}`
      case 'hang':
        return await new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve(text)))
    }
  }
  return [
    defineTool({
      name: 'demo.read',
      description: 'Reads.',
      input,
      permission: 'readonly',
      timeoutMs: 100,
      targets: ({ path }) => [{ kind: 'path', path, access: 'read' }],
      execute: (given, { signal, progress }) => act(given, signal, (message) => progress({ message })),
    }),
    defineTool({
      name: 'demo.write',
      description: 'Writes.',
      input,
      permission: 'write',
      timeoutMs: 100,
      targets: ({ path }) => [{ kind: 'path', path, access: 'write' }],
      execute: (given, { signal, progress }) => act(given, signal, (message) => progress({ message })),
    }),
    defineTool({ name: 'demo.plain', description: 'Says.', input, permission: 'readonly', execute: ({ say }) => say }),
  ]
}

export function registryOf(tools: readonly AnyTool[]): Registry {
  const registry = createRegistry()
  for (const tool of tools) registry.register(tool)
  return registry
}

/**
 * A session that is recorded, and what replays it.
 * @param recordsInMs How long the recorder takes to keep an event; default: it keeps it at once.
 */
export function createRecordedSession(options: Partial<RunOptions> = {}, recordsInMs?: number) {
  const clock = createFakeClock(1_000_000)
  const ids = createFakeIds()
  const recorder = createMemoryRecorder()
  const scrubber = createScrubber()
  const tools = sceneTools(options.clock ?? clock)
  const registry = registryOf(tools)
  const machine = createMemoryMachine()
  const artifacts = createMemoryArtifactStore({ clock, ids })
  const own: RunOptions = {
    registry,
    principal: testPrincipal,
    recorder,
    clock,
    ids,
    scrubber,
    machine,
    artifacts,
    resolver: machine.resolver,
    session: createSessionState(),
    receipts: createMemoryLedger(),
    ...options,
  }
  const runOptions: RunOptions = {
    ...own,
    events: createEventLog({
      session: testPrincipal.session,
      clock: own.clock ?? clock,
      recorder: recordsInMs === undefined ? recorder : slowly(recorder, own.clock ?? clock, recordsInMs),
      scrubber,
    }),
  }
  return {
    runOptions,
    clock,
    recorder,
    artifacts,
    tools,
    replay: (changes: Partial<ReplayOptions> & { readonly events?: Iterable<RecordedLine> } = {}): Promise<ReplayReport> =>
      replaySession({
        events: roundTrip(recorder.events),
        artifacts,
        partsOf: () => ({ ...partsOf(runOptions), scrubber: createScrubber() }),
        ...changes,
      }),
  }
}

/** A recorder that keeps in order and acknowledges later, as one with a disk behind it. */
function slowly(recorder: Recorder, clock: Clock, delayMs: number): Recorder {
  return {
    append: (event, durability) => {
      void recorder.append(event, durability)
      return new Promise((resolve) => clock.after(delayMs, resolve))
    },
  }
}

function partsOf({ registry, authority, hide, dialect, settings }: RunOptions) {
  return {
    registry,
    ...(authority === undefined ? {} : { authority }),
    ...(hide === undefined ? {} : { hide }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(settings === undefined ? {} : { settings }),
  }
}

/** Events as a file gives them back. */
export function roundTrip(events: readonly DrawbridgeEvent[]): readonly DrawbridgeEvent[] {
  return JSON.parse(JSON.stringify(events)) as DrawbridgeEvent[]
}
