import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { createRecordedSession } from '../replay/__fixtures__/recorded-session.ts'
import { openDetachedRun } from '../run/open-detached-run.ts'
import { openRun } from '../run/open-run.ts'
import type { RunOptions } from '../run/run-options.ts'
import { createScriptedApprover } from '../testing/index.ts'
import { createTelemetrySink, type TelemetrySinkOptions } from './create-telemetry-sink.ts'
import { openTelemetry } from './open-telemetry.ts'

let spans: InMemorySpanExporter
let metrics: InMemoryMetricExporter
let meters: MeterProvider

beforeEach(() => {
  spans = new InMemorySpanExporter()
  metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  meters = new MeterProvider({
    readers: [new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 3_600_000 })],
  })
  api.trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] }),
  )
  api.metrics.setGlobalMeterProvider(meters)
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager())
})

afterEach(async () => {
  await meters.shutdown()
  api.trace.disable()
  api.metrics.disable()
  api.context.disable()
})

function watch(options: Partial<RunOptions> = {}, telemetry: Partial<TelemetrySinkOptions> = {}, recordsInMs?: number) {
  const session = createRecordedSession(options, recordsInMs)
  session.runOptions.events?.subscribe(createTelemetrySink({ api, ...telemetry }))
  const play = async <Value>(working: Promise<Value>): Promise<Value> => {
    let isOver = false
    const ended = working.finally(() => {
      isOver = true
    })
    while (!isOver) await session.clock.advance(1)
    return ended
  }
  return { session, run: openRun(session.runOptions), play }
}

const byName = (name: string) => {
  const span = spans.getFinishedSpans().find((each) => each.name === name)
  if (span === undefined)
    throw new Error(`no span "${name}" among ${spans.getFinishedSpans().map((each) => each.name)}`)
  return span
}
const milliseconds = ({ duration: [seconds, nanoseconds] }: ReadableSpan) => seconds * 1_000 + nanoseconds / 1e6
const says = (text: string) => ({ name: 'demo.read', arguments: { say: text } })

test('a call is a span with its permission, verdict, rule and outcome, and a child for the time in the tool', async () => {
  const { run, play } = watch()
  await play(run.call({ id: 'call_7', name: 'demo__read', arguments: { does: 'wait', times: 2 } }))
  const call = byName('execute_tool demo.read')
  expect(call.attributes).toMatchObject({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'demo.read',
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': 'call_7',
    'gen_ai.conversation.id': 'test-session',
    'drawbridge.permission': 'readonly',
    'drawbridge.verdict': 'allow',
    'drawbridge.rule': expect.any(String),
    'drawbridge.outcome': 'ok',
    'drawbridge.duration.execution_ms': 20,
  })
  expect(call.kind).toBe(api.SpanKind.INTERNAL)
  const execution = byName('execute')
  expect(milliseconds(execution)).toBe(20)
  expect(execution.parentSpanContext?.spanId).toBe(call.spanContext().spanId)
})

test('the wait for a person is a child of its own', async () => {
  const person = createScriptedApprover([{ tool: 'demo.write', answer: 'deny', reason: 'Not today.' }])
  const { run, play } = watch({ approvers: [person] })
  await play(run.call({ name: 'demo.write', arguments: {} }))
  expect(byName('approval').attributes).toEqual({
    'drawbridge.approval.answer': 'deny',
    'drawbridge.approval.approver': 'scripted',
  })
  const call = byName('execute_tool demo.write')
  expect(call.attributes).toMatchObject({
    'drawbridge.permission': 'write',
    'drawbridge.verdict': 'ask',
    'drawbridge.outcome': 'denied',
    'error.type': 'denied_by_user',
  })
  expect(call.status).toEqual({ code: api.SpanStatusCode.ERROR })
  expect(spans.getFinishedSpans()).toHaveLength(2)
})

test.each([
  [{ name: 'demo.read', arguments: { does: 'fail' } }, 'failed', 'text_not_found'],
  [{ name: 'demo.read', arguments: { does: 'command' } }, 'failed', 'command_failed'],
  [{ name: 'demo.read', arguments: { does: 'hang' } }, 'failed', 'timeout'],
  [{ name: 'demo.read', arguments: { does: 7 } }, 'failed', 'validation_error'],
  [{ name: 'demo.write', arguments: {} }, 'denied', 'approval_unavailable'],
])('%j is reported as %s with its code', async (call, outcome, code) => {
  const { run, play } = watch()
  await play(run.call(call))
  expect(byName(`execute_tool ${call.name}`).attributes).toMatchObject({
    'drawbridge.outcome': outcome,
    'error.type': code,
  })
})

test('a call without a readable name has a span too', async () => {
  const { run, play } = watch()
  await play(run.call('{"name":'))
  expect(byName('execute_tool').attributes['error.type']).toBe('invalid_call')
})

test('a span holds no argument, result or message, unless it may, and then no secret', async () => {
  const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_')
  const silent = watch()
  await silent.play(silent.run.call(says('whispered')))
  await silent.play(silent.run.call({ name: 'demo.read', arguments: { does: 'fail', say: 'whispered' } }))
  expect(
    JSON.stringify(spans.getFinishedSpans().map(({ attributes, status, events }) => [attributes, status, events])),
  ).not.toContain('whispered')
  spans.reset()
  const open = watch({}, { contents: true })
  await open.play(open.run.call(says(`it is ${secret}`)))
  const { attributes } = byName('execute_tool demo.read')
  expect(attributes['gen_ai.tool.call.arguments']).toContain('it is')
  expect(attributes['gen_ai.tool.call.result']).toContain('it is')
  expect(JSON.stringify(attributes)).not.toContain(secret)
})

test('a refused call shows its arguments and the message, if contents are wanted', async () => {
  const { run, play } = watch({}, { contents: true })
  await play(run.call({ name: 'demo.write', arguments: { path: 'b.txt' } }))
  const { attributes, status } = byName('execute_tool demo.write')
  expect(attributes['gen_ai.tool.call.arguments']).toContain('b.txt')
  expect(status.message).toContain("needs a person's approval")
})

test('the span is a child of the span that is active where the call is made, even if the record takes its time', async () => {
  const { run, play } = watch({}, {}, 3)
  const agent = api.trace.getTracer('agent').startSpan('invoke_agent')
  await api.context.with(api.trace.setSpan(api.context.active(), agent), () => play(run.call(says('hello'))))
  agent.end()
  expect(byName('execute_tool demo.read').parentSpanContext?.spanId).toBe(agent.spanContext().spanId)
  expect(byName('execute').parentSpanContext?.spanId).toBe(byName('execute_tool demo.read').spanContext().spanId)
})

test('a call that waits as a receipt is pending, and its return is a call of its own', async () => {
  const { session } = watch()
  const detached = openDetachedRun(session.runOptions)
  const pending = await detached.call({ name: 'demo.write', arguments: {} })
  if (pending.status !== 'pending') throw new Error('it must wait')
  expect(byName('execute_tool demo.write').attributes).toMatchObject({ 'drawbridge.outcome': 'pending' })
  spans.reset()
  const { id: requestId } = pending.request
  await detached.resume(pending, { requestId, answer: 'allow_once' })
  expect(byName('execute_tool demo.write').attributes).toMatchObject({
    'drawbridge.call.resumed': true,
    'drawbridge.approval.answer': 'allow_once',
    'drawbridge.outcome': 'ok',
  })
})

test('metrics count the calls by outcome, and measure the time in tools and of approvals', async () => {
  const person = createScriptedApprover([{ tool: 'demo.write', answer: 'allow_once' }])
  const { run, play } = watch({ approvers: [person] })
  await play(run.call({ name: 'demo.read', arguments: { does: 'wait', times: 2 } }))
  await play(run.call({ name: 'demo.write', arguments: {} }))
  await play(run.call({ name: 'demo.read', arguments: { does: 'fail' } }))
  await meters.forceFlush()
  const exported = metrics.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
  const points = (name: string) =>
    exported
      .find(({ descriptor }) => descriptor.name === name)
      ?.dataPoints.map(({ attributes, value }) => ({ attributes, value }))
  expect(points('drawbridge.tool.calls')).toEqual(
    expect.arrayContaining([
      {
        value: 1,
        attributes: {
          'gen_ai.tool.name': 'demo.write',
          'drawbridge.outcome': 'ok',
          'drawbridge.permission': 'write',
          'drawbridge.verdict': 'ask',
        },
      },
      {
        value: 1,
        attributes: expect.objectContaining({ 'drawbridge.outcome': 'failed', 'error.type': 'text_not_found' }),
      },
    ]),
  )
  expect(points('gen_ai.execute_tool.duration')).toContainEqual({
    attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'demo.read' },
    value: expect.objectContaining({ count: 1, sum: 0.02 }),
  })
  expect(points('drawbridge.approval.duration')).toEqual([
    { attributes: { 'drawbridge.approval.answer': 'allow_once' }, value: expect.objectContaining({ count: 1 }) },
  ])
})

test('calls whose end is never published do not pile up: the oldest span ends as it is', async () => {
  const { session } = watch({}, { mostOpenCalls: 2 })
  const stamp = { session: 's', run: 'r', time: 1_000_000, sequence: 1 }
  const sink = createTelemetrySink({ api, mostOpenCalls: 2 })
  for (const toolCallId of ['one', 'two', 'three'])
    sink({ ...stamp, type: 'tool.called', toolCallId, name: 'demo.read', receivedAt: session.clock.now() })
  expect(spans.getFinishedSpans().map(({ attributes }) => attributes['drawbridge.call.id'])).toEqual(['one'])
})

test('without the package the error says what to install', async () => {
  const missing = openTelemetry({}, () => Promise.reject(new Error('Cannot find package.')))
  const error = await missing.catch((reason: unknown) => reason)
  expect(DrawbridgeError.isInstance(error) && error.code).toBe('invalid_configuration')
  expect(String(error)).toContain('npm install @opentelemetry/api')
  expect(await openTelemetry()).toBeTypeOf('function')
})
